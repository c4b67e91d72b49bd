import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/schema.ts'

// Keys of records belong to the service, not to a tenant: one signs the records of all.

export interface NewRecordKey {
  readonly kid: string
  readonly publicKey: string
  readonly sealedPrivateKey: string
}

/** The key that signs. */
export async function findRecordKey(db: Db) {
  const { rows } = await sql<{ kid: string; sealedPrivateKey: string }>`
    select kid, sealed_private_key as "sealedPrivateKey" from record_keys
    where retired_at is null`.execute(db)
  return rows[0]
}

/** Makes the key that signs. Does nothing when there is one, or when another process was first. */
export async function insertRecordKey(db: Db, key: NewRecordKey): Promise<boolean> {
  const { rows } = await sql`
    insert into record_keys (kid, public_key, sealed_private_key)
    values (${key.kid}, ${key.publicKey}, ${key.sealedPrivateKey})
    on conflict do nothing returning kid`.execute(db)
  return rows.length > 0
}

/** Destroys the private half of the key that signs; its public half stays published. */
export async function retireRecordKey(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    update record_keys set sealed_private_key = null, retired_at = clock_timestamp()
    where retired_at is null returning kid`.execute(tx)
  return rows.length > 0
}

/** All keys that ever signed, newest first. */
export async function listRecordKeys(db: Db) {
  const { rows } = await sql<{ kid: string; publicKey: string; retiredAt: Date | null }>`
    select kid, public_key as "publicKey", retired_at as "retiredAt" from record_keys
    order by retired_at desc nulls first, kid`.execute(db)
  return rows
}
