import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { problems } from '../../problems.ts'
import { appendAction } from '../../runtime/actions.ts'
import { lockInstance } from '../../runtime/instances.ts'
import { getReadable, type Reader } from './access.ts'
import type { CommandDeps } from './command.ts'
import type { Tx } from '../../db/schema.ts'
import type { InstanceRow } from '../../runtime/instances.ts'
import { listReminders, remindHolders } from './queries.ts'

const maxReminders = 3
const periodMs = 24 * 60 * 60 * 1000

/**
 * Marks what others still have to decide as urgent in their inbox: a few times a day, or else
 * nothing would be urgent any more.
 *
 * @throws `bpm.initiator_only` (403), `bpm.instance_not_running` (409), `bpm.reminder_limit` (429).
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
      await checkLimit(tx, instance, at)
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

async function checkLimit(tx: Tx, { tenantId, id }: InstanceRow, at: Date): Promise<void> {
  const since = new Date(at.getTime() - periodMs)
  const reminders = await listReminders(tx, tenantId, id, { since, limit: maxReminders })
  const oldest = reminders.at(maxReminders - 1)
  if (oldest === undefined) return
  const seconds = Math.ceil((oldest.at.getTime() + periodMs - at.getTime()) / 1000)
  throw problems.reminder_limit({
    detail: `An approval is reminded ${maxReminders} times in 24 hours.`,
    headers: { 'retry-after': String(Math.max(1, seconds)) },
  })
}
