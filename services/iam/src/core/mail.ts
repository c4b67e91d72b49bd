import type { Budget } from './throttle.ts'

/** What iam writes to people about. */
export type MailKind =
  | 'password_reset'
  | 'set_password'
  | 'sign_in_elsewhere'
  | 'verify_email'
  | 'password_changed'
  | 'email_changed'
  | 'invitation'

/** What became of a mail: taken by the mail server, refused by it for good, or tried for too long. */
export type MailOutcome = 'sent' | 'refused' | 'given_up'

export type LinkPurpose = 'reset' | 'set_password' | 'verify_email'

const minute = 60_000
const hour = 60 * minute

/** How long a link or code is good for. */
export const linkLifeMs: Readonly<Record<LinkPurpose, number>> = {
  reset: 30 * minute,
  set_password: 72 * hour,
  verify_email: 30 * minute,
}

/**
 * Mails about a way back in, for one account: three, and one more each ten minutes. A link lives for
 * thirty, so whoever asks for mails to somebody else cannot leave them without one that works.
 */
export const resetBudget: Budget = { tries: 3, backMs: 10 * minute }

/** Asking for such mails from one place, over all names. */
export const askBudget: Budget = { tries: 20, backMs: 30_000 }

/** Mails to one address on behalf of people and administrators: nobody is flooded by us. */
export const addressBudget: Budget = { tries: 5, backMs: 10 * minute }

/** What could not be sent for so long is not sent any more. */
export const mailGiveUpMs = 24 * hour
