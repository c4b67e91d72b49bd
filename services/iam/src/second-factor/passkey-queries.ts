import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../db/types.ts'

export interface NewPasskey {
  readonly userId: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
}

/** Undefined when the credential is known already, to whomever. */
export function insertPasskey(db: Db, passkey: NewPasskey, now: Date) {
  return db
    .insertInto('passkeys')
    .values({
      id: uuidv7(),
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: now,
    })
    .onConflict((conflict) => conflict.constraint('passkeys_credential_unique').doNothing())
    .returning(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirst()
}

export async function listCredentialIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select('credential_id as credentialId')
    .where('user_id', '=', userId)
    .execute()
  return rows.map(({ credentialId }) => credentialId)
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** A passkey by what its authenticator calls it: that is all a sign-in knows. */
export function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Records a use. False when the count has not gone up since: a copy, or the same answer twice. */
export async function countPasskeyUse(
  db: Db,
  id: string,
  counter: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((or) =>
      or.or([or('counter', '<', counter), sql<boolean>`(counter = 0 and ${counter}::bigint = 0)`]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
