import type { Db, Tx } from '../db/types.ts'
import type { KeyStatus } from '../core/signing-keys.ts'
import type { PublicJwk } from '../db/protocol-tables.ts'

const keyColumns = [
  'kid',
  'status',
  'public_jwk as publicJwk',
  'sealed_private_key as sealedPrivateKey',
  'created_at as createdAt',
  'activated_at as activatedAt',
  'published_until as publishedUntil',
] as const

/** Every key that was ever made, newest first: a kid is never used again. */
export function listKeys(db: Db) {
  return db
    .selectFrom('signing_keys')
    .select(keyColumns)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

export type KeyRow = Awaited<ReturnType<typeof listKeys>>[number]

/** Makes processes that generate or rotate keys take turns; held until the transaction ends. */
export async function lockKeys(tx: Tx): Promise<{ rotatedAt: Date | null }> {
  return tx
    .selectFrom('signing_key_lock')
    .select('rotated_at as rotatedAt')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export interface NewKey {
  readonly kid: string
  readonly publicJwk: PublicJwk
  readonly sealedPrivateKey: string
}

export async function insertKey(tx: Tx, key: NewKey, status: KeyStatus, now: Date): Promise<void> {
  await tx
    .insertInto('signing_keys')
    .values({
      kid: key.kid,
      status,
      public_jwk: JSON.stringify(key.publicJwk),
      sealed_private_key: key.sealedPrivateKey,
      created_at: now,
      activated_at: status === 'current' ? now : null,
    })
    .execute()
}

/** Answers the key that signed until now. */
export async function retireCurrent(tx: Tx, publishedUntil: Date): Promise<string | undefined> {
  const row = await tx
    .updateTable('signing_keys')
    .set({ status: 'previous', published_until: publishedUntil })
    .where('status', '=', 'current')
    .returning('kid')
    .executeTakeFirst()
  return row?.kid
}

/** Answers the key that signs from now on. */
export async function promoteNext(tx: Tx, now: Date): Promise<string> {
  const { kid } = await tx
    .updateTable('signing_keys')
    .set({ status: 'current', activated_at: now })
    .where('status', '=', 'next')
    .returning('kid')
    .executeTakeFirstOrThrow()
  await tx.updateTable('signing_key_lock').set({ rotated_at: now }).where('id', '=', 1).execute()
  return kid
}

/** Destroys the private halves of keys that sign no more. */
export async function destroyRetired(tx: Tx): Promise<void> {
  await tx
    .updateTable('signing_keys')
    .set({ sealed_private_key: null })
    .where('status', 'in', ['previous', 'withdrawn'])
    .where('sealed_private_key', 'is not', null)
    .execute()
}

export async function withdrawKey(tx: Tx, kid: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('signing_keys')
    .set({ status: 'withdrawn' })
    .where('kid', '=', kid)
    .where('status', '<>', 'withdrawn')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
