import { isUniqueViolation } from '@countersign/service-kit/db'
import { Problem } from '@countersign/service-kit/problem'
import { asOneself, doneBy } from '../../actor.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { countMailTo } from '../../mail/limits.ts'
import { findVerification, insertLink, lockActiveUser, takeLink } from '../../mail/link-queries.ts'
import { enqueueMail } from '../../mail/outbox-queries.ts'
import { bucketOf, clearAttempts } from '../../passwords/attempt-queries.ts'
import { getPasswordState } from '../../passwords/queries.ts'
import { problems } from '../../problems.ts'
import type { EmailView } from './email-schema.ts'
import { getEmail, setProvenEmail } from './queries.ts'
import { recordRefusal } from './record-refusal.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { refuseVoucher } from './refuse-voucher.ts'
import { requirePassword } from './require-password.ts'

export async function readMyEmail(
  { db, mailer, now }: Pick<Deps, 'db' | 'mailer' | 'now'>,
  { userId }: Pick<Claimant, 'userId'>,
): Promise<EmailView> {
  const [{ email, verified }, pending] = await Promise.all([
    getEmail(db, userId),
    findVerification(db, userId, now()),
  ])
  return { email, verified, pending: toPending(pending), canVerify: mailer !== undefined }
}

function toPending(row: Awaited<ReturnType<typeof findVerification>>): EmailView['pending'] {
  if (row === undefined || row.email === null) return null
  return { email: row.email, expiresAt: row.expiresAt.toISOString() }
}

/**
 * Sends a code to an address that the caller wants to be theirs. Nothing changes before they type it
 * here, in the session that asked: a link would be opened by whoever reads that mail, and prove their
 * address for an account of somebody else. The answer tells nothing of other accounts.
 *
 * @throws `iam.password_wrong`, `iam.user_shared` (403), `iam.mail_unavailable` (409), `iam.too_many_tries` (429).
 */
export async function askForMyEmail(
  deps: Deps,
  claimant: Claimant,
  email: string,
  currentPassword: string | undefined,
): Promise<EmailView> {
  const { db, mailer, now } = deps
  const { userId } = claimant
  if (mailer === undefined) throw problems.mail_unavailable()
  // Mails to the address lead to a new password. Who has none here signs in elsewhere.
  const { passwordHash } = await getPasswordState(db, userId)
  if (passwordHash !== null) await requirePassword(deps, claimant, currentPassword ?? '')
  await asOneself(db, claimant, async (tx, actor) => {
    await refuseVoucher(tx, actor, claimant)
    const { tenantId } = actor
    const at = now()
    await countMailTo(tx, `account ${userId}`, at)
    await countMailTo(tx, email, at)
    const { id: linkId } = await insertLink(tx, { purpose: 'verify_email', userId, email }, at)
    await enqueueMail(tx, { kind: 'verify_email', userId, tenantId, linkId, address: email }, at)
  })
  return readMyEmail(deps, claimant)
}

/**
 * Makes the address the caller's and proven, by the code that was sent to it.
 *
 * @throws `iam.email_code_wrong` (422), `iam.email_taken` (409), `iam.user_shared` (403), `iam.too_many_tries` (429).
 */
export async function confirmMyEmail(
  deps: Deps,
  claimant: Claimant,
  code: string,
): Promise<EmailView> {
  const { userId } = claimant
  const bucket = bucketOf('email', userId)
  await refuseTooMany(deps, bucket)
  try {
    await asOneself(deps.db, claimant, async (tx, actor) => {
      await refuseVoucher(tx, actor, claimant)
      const email = await confirm(tx, deps, userId, actor.tenantId, code)
      const entry = doneBy(actor, 'user.email_verified', 'user', userId, { email })
      await recordOnAccount(tx, userId, entry, deps.now())
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_verified_email')) throw problems.email_taken()
    if (error instanceof Problem && error.code === 'iam.email_code_wrong')
      await recordRefusal(deps, claimant, 'email_code')
    throw error
  }
  await clearAttempts(deps.db, bucket)
  return readMyEmail(deps, claimant)
}

async function confirm(
  tx: Tx,
  { links, now }: Pick<Deps, 'links' | 'now'>,
  userId: string,
  tenantId: string,
  code: string,
): Promise<string> {
  const at = now()
  // The account before its links.
  const before = await lockActiveUser(tx, userId)
  const pending = await findVerification(tx, userId, at)
  if (before === undefined || pending === undefined || !links.isCodeOf(pending.id, code))
    throw wrongCode()
  const { id, email } = pending
  if (email === null || !(await takeLink(tx, id, at))) throw wrongCode()
  await setProvenEmail(tx, userId, email, at)
  const left = before.emailVerifiedAt === null ? null : before.email
  if (left !== null && left.toLowerCase() !== email.toLowerCase()) {
    const told = { userId, tenantId, address: left, details: { email } }
    await enqueueMail(tx, { ...told, kind: 'email_changed' }, at)
  }
  return email
}

const wrongCode = () =>
  problems.email_code_wrong({
    errors: [{ pointer: '/code', code: 'wrong', detail: 'does not fit' }],
  })
