import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { endListeners } from './listeners.ts'
import { findDefinition, lockKey, retirePublished } from './queries.ts'
import { endSchedules } from './schedules.ts'
import type { DefinitionView } from './schema.ts'
import { toDefinitionView } from './views.ts'

/** Ends a published definition: nothing starts on it any more, what runs on it goes on. */
export async function retireDefinition(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId }: UserCaller,
  id: string,
  request: { revision: number | undefined; idempotencyKey: IdempotencyKey | undefined },
): Promise<Answer<DefinitionView>> {
  const definition = await findDefinition(db, tenantId, id)
  if (definition === undefined) throw problems.not_found()
  return inTransaction(db, async (tx) =>
    once(tx, request.idempotencyKey, async () => {
      await lockKey(tx, tenantId, definition.key)
      const current = await findDefinition(tx, tenantId, id)
      if (current?.status !== 'PUBLISHED') {
        throw problems.definition_wrong_status({
          members: { definitionStatus: current?.status ?? null },
        })
      }
      if (request.revision !== undefined && request.revision !== current.revision) {
        throw problems.revision_mismatch()
      }
      const at = now()
      await retirePublished(tx, tenantId, current.key, { userId, at })
      await endSchedules(tx, tenantId, current.key)
      await endListeners(tx, tenantId, current.key, at)
      const written = await findDefinition(tx, tenantId, id)
      if (written === undefined) throw problems.not_found()
      return { status: 200, body: toDefinitionView(written) }
    }),
  )
}
