import type { Db } from '@countersign/service-kit/db'
import {
  type Answer,
  type IdempotencyKey,
  once,
  type Work,
} from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { sql } from 'kysely'
import type { Schema } from './db/schema.ts'
import type { Deps } from './deps.ts'

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

/** Does the work in one transaction, once per key. */
export function workOnce<T>(
  deps: Deps,
  key: IdempotencyKey | undefined,
  work: (tx: Db<Schema>) => Promise<Work<T>>,
): Promise<Answer<T>> {
  return inTransaction(deps.db, (tx) => once(tx, key, () => work(tx)))
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
  return workOnce(deps, key, async () => ({ status: 200, body }))
}
