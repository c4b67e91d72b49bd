// What is due and fails is passed over once, by whoever is first: the worker that makes it, or an administrator.
//
// Kept by: services/bpm/src/features/start-schedules/skips.test.ts "races with a start that can be made by now: it is made or skipped, never both"
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import { problems } from '../../problems.ts'
import { nameOf } from '../../runtime/people/learn.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { insertSkip } from '../start-skips/queries.ts'
import { findFailing, findSchedule, passOver } from './queries.ts'
import type { ScheduleView, SkipBody } from './schema.ts'
import { toScheduleView } from './views.ts'

/**
 * Goes on to the next moment without starting what is due and fails: where the last one counts, with all that have passed.
 *
 * @throws `bpm.not_found` (404), `bpm.start_not_failing` (409) where the moment that is meant is not the one that fails.
 */
export async function skipSchedule(
  deps: UnattendedDeps,
  by: UserCaller,
  { id, body }: { readonly id: string; readonly body: SkipBody },
  key: IdempotencyKey | undefined,
): Promise<Answer<ScheduleView>> {
  const { db, directory, now } = deps
  const { tenantId, userId } = by
  if ((await findSchedule(db, tenantId, id)) === undefined) throw problems.not_found()
  const { chooseDue } = await import('./start-due.ts')
  const failing = await findFailing(db, tenantId, id, new Date(body.dueAt))
  const chosen = failing && (await chooseDue(deps, failing))
  const name = await nameOf(directory, by)
  return inTransaction(db, (tx) =>
    once(tx, key, async () => {
      if (failing === undefined || chosen === undefined) throw problems.start_not_failing()
      const passed = chosen.missed + 1
      const isPassed = await passOver(tx, failing, { passed, next: chosen.next })
      if (!isPassed) throw problems.start_not_failing()
      const skipped = { ...failing, signalId: null }
      await insertSkip(tx, tenantId, skipped, { userId, name, reason: body.reason, at: now() })
      const after = await findSchedule(tx, tenantId, id)
      if (after === undefined) throw problems.not_found()
      return { status: 200, body: toScheduleView(after) }
    }),
  )
}
