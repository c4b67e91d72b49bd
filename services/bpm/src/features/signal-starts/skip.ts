import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import { problems } from '../../problems.ts'
import { nameOf } from '../../runtime/people/learn.ts'
import type { UnattendedDeps } from '../../runtime/starts/unattended.ts'
import { insertSkip } from '../start-skips/queries.ts'
import { findSignalStart, passOverStart } from './queries.ts'
import type { SignalStartView, SkipStartBody } from './schema.ts'
import { toSignalStartView } from './views.ts'

/**
 * Gives up a start that fails: the signal does not start it any more.
 *
 * @throws `bpm.not_found` (404), `bpm.start_not_failing` (409) for one that is settled or was not tried.
 */
export async function skipSignalStart(
  { db, directory, now }: UnattendedDeps,
  by: UserCaller,
  { id, body }: { readonly id: string; readonly body: SkipStartBody },
  key: IdempotencyKey | undefined,
): Promise<Answer<SignalStartView>> {
  const { tenantId, userId } = by
  if ((await findSignalStart(db, tenantId, id)) === undefined) throw problems.not_found()
  const name = await nameOf(directory, by)
  return inTransaction(db, (tx) =>
    once(tx, key, async () => {
      const at = now()
      const failing = await passOverStart(tx, tenantId, id, at)
      if (failing === undefined) throw problems.start_not_failing()
      const skipped = { ...failing, dueAt: failing.thrownAt }
      await insertSkip(tx, tenantId, skipped, { userId, name, reason: body.reason, at })
      const after = await findSignalStart(tx, tenantId, id)
      if (after === undefined) throw problems.not_found()
      return { status: 200, body: toSignalStartView(after) }
    }),
  )
}
