import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/schema.ts'

// Event keys belong to the service, not to a tenant: one set signs the events of all.

/** The newest key whose time to sign has come. */
export async function findSigningKey(db: Db) {
  const { rows } = await sql<{ kid: string; sealedPrivateKey: string }>`
    select kid, sealed_private_key as "sealedPrivateKey" from event_keys
    where signs_from <= now() order by generation desc limit 1`.execute(db)
  return rows[0]
}

export interface NewEventKey {
  readonly kid: string
  readonly publicKey: string
  readonly sealedPrivateKey: string
}

/** Makes the first key, which signs at once. Does nothing when another process was first. */
export async function insertFirstEventKey(db: Db, key: NewEventKey): Promise<void> {
  await sql`
    insert into event_keys (generation, kid, public_key, sealed_private_key, signs_from)
    values (1, ${key.kid}, ${key.publicKey}, ${key.sealedPrivateKey}, now())
    on conflict do nothing`.execute(db)
}

/** Publishes a key that is to sign later. Does nothing when there is one already. */
export async function insertNextEventKey(db: Db, key: NewEventKey): Promise<void> {
  await sql`
    insert into event_keys (generation, kid, public_key, sealed_private_key, signs_from)
    select max(generation) + 1, ${key.kid}, ${key.publicKey}, ${key.sealedPrivateKey}, null
    from event_keys having not bool_or(signs_from is null)
    on conflict do nothing`.execute(db)
}

export interface RingKey extends Pick<NewEventKey, 'kid' | 'sealedPrivateKey'> {
  readonly isNext: boolean
  readonly ageSeconds: number
}

/** The keys of the ring, newest first, locked until the transaction ends: rotations take turns. */
export async function lockEventKeys(tx: Tx) {
  const { rows } = await sql<RingKey>`
    select kid, sealed_private_key as "sealedPrivateKey", signs_from is null as "isNext",
      extract(epoch from clock_timestamp() - created_at)::float8 as "ageSeconds"
    from event_keys order by generation desc for update`.execute(tx)
  return rows
}

/** Lets a key sign from now on, and the others be published for a while yet. */
export async function startSigning(tx: Tx, kid: string, othersForSeconds: number): Promise<void> {
  await sql`update event_keys set signs_from = now() where kid = ${kid}`.execute(tx)
  await sql`
    update event_keys set published_until = now() + ${othersForSeconds} * interval '1 second'
    where kid <> ${kid} and signs_from is not null and published_until is null`.execute(tx)
}

/** Takes back a key that has signed nothing. */
export async function deleteNextEventKey(tx: Tx): Promise<void> {
  await sql`delete from event_keys where signs_from is null`.execute(tx)
}

/** Keys to verify with: the one that signs, those that lately did, and last the one that will. */
export async function listPublishedKeys(db: Db) {
  const { rows } = await sql<{ kid: string; publicKey: string; isNext: boolean }>`
    select kid, public_key as "publicKey", signs_from is null as "isNext" from event_keys
    where published_until is null or published_until > now()
    order by signs_from is null, generation desc`.execute(db)
  return rows
}

/** The next keys that sign, or will, in the order of their names, as they rest. */
export async function listSealedKeys(db: Db, after = '') {
  const { rows } = await sql<{ kid: string; sealedPrivateKey: string }>`
    select kid, sealed_private_key as "sealedPrivateKey" from event_keys
    where kid > ${after} and published_until is null order by kid limit 100`.execute(db)
  return rows
}

/** Only while it rests as it was read. */
export async function replaceSealedKey(
  db: Db,
  { kid, sealedPrivateKey }: Pick<NewEventKey, 'kid' | 'sealedPrivateKey'>,
  renewed: string,
): Promise<void> {
  await sql`
    update event_keys set sealed_private_key = ${renewed}
    where kid = ${kid} and sealed_private_key = ${sealedPrivateKey}`.execute(db)
}
