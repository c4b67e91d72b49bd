import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { problems } from '../../problems.ts'
import { appendAction } from '../../runtime/actions.ts'
import { lockInstance } from '../../runtime/instances.ts'
import { getReadable, type Reader } from './access.ts'
import type { CommandDeps } from './command.ts'
import { remindHolders } from './queries.ts'

/**
 * Marks what others still have to decide as urgent in their inbox.
 *
 * @throws `bpm.initiator_only` (403), `bpm.instance_not_running` (409).
 */
export async function remindApprovers(
  deps: CommandDeps,
  by: Reader,
  request: { instanceId: string; comment: string | undefined },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<{ reminded: string[] }>> {
  const { tenantId, userId } = by
  const found = await getReadable(deps, by, request.instanceId)
  if (found.instance.initiatorId !== userId) throw problems.initiator_only()
  return inTransaction(deps.db, (tx) =>
    once(tx, idempotency, async () => {
      const instance = await lockInstance(tx, tenantId, request.instanceId)
      if (instance === undefined) throw problems.not_found()
      const { status } = instance
      if (status !== 'RUNNING')
        throw problems.instance_not_running({ members: { instanceStatus: status } })
      const at = deps.now()
      const reminded = await remindHolders(tx, tenantId, instance.id, at)
      const actor = { kind: 'user', id: userId, name: instance.initiatorName } as const
      const { comment } = request
      await appendAction(tx, instance, {
        action: 'remind',
        actor,
        at,
        comment,
        details: { reminded },
      })
      return { status: 200, body: { reminded } }
    }),
  )
}
