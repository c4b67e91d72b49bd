import { findAnswer, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { sql } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

/**
 * For a request that cannot be one transaction, because it waits for another service or for a storage, and that is repeatable by
 * itself: the first answer if there is one, else the work's, which is kept. Of two at once both may work, and both get
 * what the first has kept.
 *
 * @throws `dms.idempotency_conflict` when the key was used with other content.
 */
export async function answerOnce<T>(
  deps: Deps,
  key: IdempotencyKey | undefined,
  work: () => Promise<T>,
): Promise<Answer<T>> {
  const first = key && (await findAnswer<Schema, T>(deps.db, key))
  if (first !== undefined) return first
  const body = await work()
  if (key === undefined) return { status: 200, body, replayed: false }
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (tenant_id, caller, key, request_hash, status, body)
    values (${key.tenantId}, ${key.caller}, ${key.key}, ${key.requestHash}, 200,
      ${JSON.stringify(body)})
    on conflict do nothing`.execute(deps.db)
  if (numAffectedRows === 1n) return { status: 200, body, replayed: false }
  return (await findAnswer<Schema, T>(deps.db, key)) ?? { status: 200, body, replayed: false }
}
