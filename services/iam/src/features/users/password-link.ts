import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { lockOwnAccount } from '../../accounts/make-account.ts'
import type { UserRow } from '../../accounts/user-queries.ts'
import { asSoleActorOn, doneBy } from '../../actor.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { countMailTo } from '../../mail/limits.ts'
import { linkPaths } from '../../mail/link-paths.ts'
import { insertLink } from '../../mail/link-queries.ts'
import { enqueueMail } from '../../mail/outbox-queries.ts'
import { problems } from '../../problems.ts'
import { answerLink } from '../../mail/link-answer.ts'
import type { PasswordLinkView } from './schema.ts'

/**
 * Makes a link by which the owner of an account chooses a password, instead of choosing one for them.
 * It goes to the address of the account, or is answered once, to hand over; an earlier one ends. Until
 * it is used, nothing of the account changes; then its maker is asked about again.
 *
 * @throws `iam.mail_unavailable` (409), `iam.user_disabled` (409), `iam.too_many_tries` (429).
 */
export function makePasswordLink(
  deps: Deps,
  claimant: Claimant,
  userId: string,
  deliver: 'mail' | 'hand_over',
  key: IdempotencyKey | undefined,
): Promise<Answer<PasswordLinkView>> {
  return asSoleActorOn(deps.db, claimant, userId, (tx, actor) =>
    once(tx, key, async () => {
      const user = await lockOwnAccount(tx, actor, userId)
      if (user.status !== 'active') throw problems.user_disabled()
      const now = deps.now()
      const email = deliver === 'mail' ? mailableAddress(deps, user) : null
      const link = { purpose: 'set_password', userId, email, maker: actor } as const
      const { id, expiresAt } = await insertLink(tx, link, now)
      if (email !== null) {
        await countMailTo(tx, email, now)
        const { tenantId } = actor
        const mail = { kind: 'set_password', userId, tenantId, linkId: id, address: email } as const
        await enqueueMail(tx, mail, now)
      }
      const details = { delivered: deliver }
      const entry = doneBy(actor, 'user.password_link_made', 'user', userId, details)
      await recordOnAccount(tx, userId, entry, now)
      const url = `${deps.issuer}${linkPaths.password}?token=${deps.links.tokenOf('password', id)}`
      return answerLink({ delivered: deliver, url, expiresAt })
    }),
  )
}

/**
 * Where a link may go. An address that nobody has proven may be somebody else's by a mistake: it gets
 * the first password of an account, which has nothing yet, and no password in place of its owner's.
 */
function mailableAddress(
  { mailer }: Pick<Deps, 'mailer'>,
  { email, emailVerified, hasPassword, mustChangePassword }: UserRow,
): string {
  const isUnused = !hasPassword || mustChangePassword
  if (mailer !== undefined && email !== null && (emailVerified || isUnused)) return email
  throw problems.mail_unavailable()
}
