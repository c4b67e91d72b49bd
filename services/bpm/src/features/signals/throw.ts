import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { Schema } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findSignal, insertSignal, ownsAny } from './queries.ts'
import type { SignalView } from './schema.ts'
import { toSignalView } from './views.ts'

/** An application, to approvals of its business types; or a person, to all of the tenant. */
export type Thrower = { readonly tenantId: string } & (
  { readonly clientId: string } | { readonly userId: string }
)

/**
 * Throws a signal to whatever waits for it in the tenant, by writing one row. It is heard a moment later.
 *
 * @throws `bpm.not_found` (404) for an application that owns no business type.
 */
export async function throwSignal(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  by: Thrower,
  name: string,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<SignalView>> {
  const { tenantId } = by
  if ('clientId' in by && !(await ownsAny(db, tenantId, by.clientId))) throw problems.not_found()
  return inTransaction(db, (tx) =>
    once<Schema, SignalView>(tx, idempotency, async () => {
      const id = uuidv7()
      await insertSignal(tx, {
        tenant_id: tenantId,
        id,
        name,
        origin_id: id,
        thrown_at: now(),
        ...('clientId' in by ? { client_id: by.clientId } : { user_id: by.userId }),
      })
      const thrown = await findSignal(tx, tenantId, id)
      if (thrown === undefined) throw problems.not_found()
      return { status: 202, body: toSignalView(thrown) }
    }),
  )
}
