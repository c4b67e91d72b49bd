import { asOneself, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import { endSessionOf, endSessionsOf } from '../../accounts/session-queries.ts'

type Needs = Pick<Deps, 'db' | 'now'>

/** Signs the caller out everywhere, this session included. */
export async function signMeOut({ db, now }: Needs, claimant: Claimant): Promise<void> {
  const { userId } = claimant
  await asOneself(db, claimant, async (tx, actor) => {
    await endSessionsOf(tx, userId)
    await recordOnAccount(tx, userId, doneBy(actor, 'user.signed_out', 'user', userId), now())
  })
}

/**
 * Ends one session of the caller with the refresh tokens that came from it.
 *
 * @throws 404 when it is none of theirs, or over.
 */
export async function endMySession(
  { db, now }: Needs,
  claimant: Claimant,
  sessionId: string,
): Promise<void> {
  const { userId } = claimant
  await asOneself(db, claimant, async (tx, actor) => {
    if (!(await endSessionOf(tx, userId, sessionId))) throw problems.not_found()
    const entry = doneBy(actor, 'user.session_ended', 'user', userId, { sessionId })
    await recordOnAccount(tx, userId, entry, now())
  })
}
