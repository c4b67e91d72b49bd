import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

// Event keys belong to the service, not to a tenant: one set signs the events of all.

/** The newest key whose time to sign has come. */
export async function findSigningKey(db: Db) {
  const { rows } = await sql<{ kid: string; sealedPrivateKey: string }>`
    select kid, sealed_private_key as "sealedPrivateKey" from event_keys
    where signs_from <= now() order by generation desc limit 1`.execute(db)
  return rows[0]
}

/** Does nothing when another process was first. */
export async function insertFirstEventKey(
  db: Db,
  key: { generation: number; kid: string; publicKey: string; sealedPrivateKey: string },
): Promise<void> {
  await sql`
    insert into event_keys (generation, kid, public_key, sealed_private_key, signs_from)
    values (${key.generation}, ${key.kid}, ${key.publicKey}, ${key.sealedPrivateKey}, now())
    on conflict on constraint event_keys_pkey do nothing`.execute(db)
}

/** Keys to verify with: the one that signs, those that will, and those that lately did. */
export async function listPublishedKeys(db: Db) {
  const { rows } = await sql<{ kid: string; publicKey: string }>`
    select kid, public_key as "publicKey" from event_keys
    where published_until is null or published_until > now()
    order by generation desc`.execute(db)
  return rows
}
