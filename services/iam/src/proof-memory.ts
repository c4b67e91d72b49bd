import type { ProofMemory } from '@countersign/auth-verifier'
import { createHash } from 'node:crypto'
import type { Db } from './db/types.ts'

/** Remembers a proof by its SHA-256; false when any process did before. Of two at once one gets true. */
export async function insertProof(db: Db, idHash: Buffer, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('dpop_proofs')
    .values({ id_hash: idHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .returning('id_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Which proofs of possession were used, on all processes (RFC 9449 section 11.1). */
export const sharedProofMemory = (db: Db): ProofMemory => ({
  remember: (id, untilMs) =>
    insertProof(db, createHash('sha256').update(id).digest(), new Date(untilMs)),
})
