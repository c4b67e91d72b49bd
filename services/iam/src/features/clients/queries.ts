import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/types.ts'

const secretColumns = [
  'id',
  'secret_hash as secretHash',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
] as const

/** Secrets that still authenticate, oldest first. `clientRowId` is the row's id, not the client_id. */
export function listLiveSecrets(db: Db, clientRowId: string, now: Date) {
  return db
    .selectFrom('client_secrets')
    .select(secretColumns)
    .where('client_id', '=', clientRowId)
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', now)]))
    .orderBy('id')
    .execute()
}

export function insertSecret(db: Db, clientRowId: string, secretHash: Buffer, now: Date) {
  return db
    .insertInto('client_secrets')
    .values({ id: uuidv7(), client_id: clientRowId, secret_hash: secretHash, created_at: now })
    .returning(secretColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteSecret(
  db: Db,
  clientRowId: string,
  secretId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('client_secrets')
    .where('client_id', '=', clientRowId)
    .where('id', '=', secretId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Remembers the use of a secret, to the minute: a busy client must not write at every token. */
export async function touchSecret(db: Db, secretId: string, now: Date): Promise<void> {
  await db
    .updateTable('client_secrets')
    .set({ last_used_at: now })
    .where('id', '=', secretId)
    .where((or) =>
      or.or([
        or('last_used_at', 'is', null),
        or('last_used_at', '<', new Date(now.getTime() - 60_000)),
      ]),
    )
    .execute()
}
