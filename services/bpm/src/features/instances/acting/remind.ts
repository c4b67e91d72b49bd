import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import { once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Tx } from '../../../db/schema.ts'
import { problems } from '../../../problems.ts'
import { lockCalled, lockInstance, type InstanceRow } from '../../../runtime/load/instances.ts'
import { appendAction } from '../../../runtime/write/locked.ts'
import { getReadable, type Reader } from '../access.ts'
import type { CommandDeps } from '../command.ts'
import { listReminders, remindHolders } from './queries.ts'

const maxReminders = 3
const periodMs = 24 * 60 * 60 * 1000

/**
 * Marks what others still have to decide, here and in the approvals that this one has called, as urgent
 * in their inbox: a few times a day, or else nothing would be urgent any more.
 *
 * @throws `bpm.initiator_only` (403), `bpm.instance_not_running` (409), `bpm.reminder_limit` (429).
 */
export async function remindApprovers(
  deps: CommandDeps,
  by: Reader,
  { instanceId, comment }: { instanceId: string; comment: string | undefined },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<{ reminded: string[] }>> {
  const { tenantId, userId } = by
  const { instance: found } = await getReadable(deps, by, instanceId)
  if (found.initiatorId !== userId) throw problems.initiator_only()
  return inTransaction(deps.db, (tx) =>
    once(tx, idempotency, async () => {
      // The first of the family before any other, as every action does.
      if (found.rootId !== null) await lockInstance(tx, tenantId, found.rootId)
      const instance = await lockInstance(tx, tenantId, instanceId)
      if (instance === undefined) throw problems.not_found()
      const { status } = instance
      if (status !== 'RUNNING')
        throw problems.instance_not_running({ members: { instanceStatus: status } })
      const at = deps.now()
      const wait = await secondsToWait(tx, instance, at)
      if (wait > 0) throw limitReached(wait)
      const reminded = await remindHere(tx, instance, { at, comment })
      for (const called of await lockCalled(tx, instance)) {
        // One that was reminded of by itself often enough is left alone.
        if ((await secondsToWait(tx, called, at)) > 0) continue
        reminded.push(...(await remindHere(tx, called, { at, comment })))
      }
      return { status: 200, body: { reminded: [...new Set(reminded)] } }
    }),
  )
}

async function remindHere(
  tx: Tx,
  instance: InstanceRow,
  { at, comment }: { at: Date; comment: string | undefined },
): Promise<string[]> {
  const { tenantId, id, initiatorId, initiatorName } = instance
  const reminded = await remindHolders(tx, tenantId, id, at)
  const actor = { kind: 'user', id: initiatorId, name: initiatorName } as const
  await appendAction(tx, instance, { action: 'remind', actor, at, comment, details: { reminded } })
  return reminded
}

/** Until it may be reminded of again; 0 for now. */
async function secondsToWait(tx: Tx, { tenantId, id }: InstanceRow, at: Date): Promise<number> {
  const since = new Date(at.getTime() - periodMs)
  const reminders = await listReminders(tx, tenantId, id, { since, limit: maxReminders })
  const oldest = reminders.at(maxReminders - 1)
  if (oldest === undefined) return 0
  return Math.max(1, Math.ceil((oldest.at.getTime() + periodMs - at.getTime()) / 1000))
}

const limitReached = (seconds: number) =>
  problems.reminder_limit({
    detail: `An approval is reminded ${maxReminders} times in 24 hours.`,
    headers: { 'retry-after': String(seconds) },
  })
