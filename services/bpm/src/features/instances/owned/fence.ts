import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { ServiceCaller } from '../../../callers.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { toInstanceView } from '../../../runtime/views/instance-view.ts'
import { takeStartKey } from '../../../runtime/write/locked.ts'
import type { FenceBody, FenceView } from '../schema.ts'
import { findInstanceByKey } from './queries.ts'

/**
 * Makes "nothing was started with this key" final, or finds what was. It races with a start on the
 * row of the key: whichever takes it first has its way, and the other learns of it.
 *
 * A key whose instance belongs to another application counts as closed: no start of this one can
 * use it.
 */
export async function fenceStartKey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, clientId }: ServiceCaller,
  { initiator, idempotencyKey }: FenceBody,
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<FenceView>> {
  const key = { tenantId, initiatorId: initiator, idempotencyKey }
  return inTransaction(db, (tx) =>
    once<Schema, FenceView>(tx, idempotency, async () => {
      const fenced = await takeStartKey(tx, key, { fencedBy: clientId, at: now() })
      const instance = fenced ? undefined : await findInstanceByKey(tx, key)
      if (instance?.ownerClientId !== clientId) return { status: 200, body: { fenced: true } }
      return { status: 200, body: { ...toInstanceView(instance), fenced: false } }
    }),
  )
}
