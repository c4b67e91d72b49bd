import type { Db } from '@countersign/service-kit/db'
import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/**
 * The first answer to a key, before anything is done for a request that cannot be one transaction
 * because it waits for another service or for a storage. Such requests are repeatable by
 * themselves; this gives a repeat the same words.
 *
 * @throws `dms.idempotency_conflict` when the key was used with other content.
 */
export async function findAnswer<T>(
  db: Db<Schema>,
  key: IdempotencyKey | undefined,
): Promise<Answer<T> | undefined> {
  if (key === undefined) return undefined
  const { rows } = await sql<{ requestHash: Buffer; status: number; body: T }>`
    select request_hash as "requestHash", status, body from idempotency_keys
    where tenant_id = ${key.tenantId} and caller = ${key.caller} and key = ${key.key}`.execute(db)
  const first = rows[0]
  if (first === undefined) return undefined
  if (!first.requestHash.equals(key.requestHash)) throw key.conflict()
  return { status: first.status, body: first.body, replayed: true }
}

/**
 * For what ends outside the transaction that records it: the first answer if there is one, else
 * the work's, which is kept. Of two at once both may work, and both get what the first has kept.
 */
export async function answerOnce<T>(
  deps: Deps,
  key: IdempotencyKey | undefined,
  work: () => Promise<T>,
): Promise<Answer<T>> {
  const first = await findAnswer<T>(deps.db, key)
  if (first !== undefined) return first
  const body = await work()
  if (key === undefined) return { status: 200, body, replayed: false }
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (tenant_id, caller, key, request_hash, status, body)
    values (${key.tenantId}, ${key.caller}, ${key.key}, ${key.requestHash}, 200,
      ${JSON.stringify(body)})
    on conflict do nothing`.execute(deps.db)
  if (numAffectedRows === 1n) return { status: 200, body, replayed: false }
  return (await findAnswer<T>(deps.db, key)) ?? { status: 200, body, replayed: false }
}
