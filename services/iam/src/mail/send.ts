import { MailRefused, type Mailer } from '@countersign/service-kit/mailer'
import type { MailOutcome } from '../core/mail.ts'
import type { Deps } from '../deps.ts'
import { composeMail } from './compose.ts'
import {
  giveUpMails,
  noteFailure,
  settleMail,
  takeDueMails,
  type DueMail,
} from './outbox-queries.ts'

/** How many mails one process has under way: as many may come twice when it dies. */
const mailsAtOnce = 5

export interface SendDeps extends Pick<
  Deps,
  'db' | 'log' | 'now' | 'links' | 'issuer' | 'mailLanguage'
> {
  readonly mailer: Pick<Mailer, 'send'>
  readonly onSettled?: (outcome: MailOutcome) => void
}

/** Sends some of the mails that are due; a round of a poll loop. */
export async function sendDueMails(deps: SendDeps): Promise<number> {
  const given = await giveUpMails(deps.db)
  if (given > 0) deps.log.warn({ mails: given }, 'gave up sending mails')
  const due = await takeDueMails(deps.db, mailsAtOnce)
  await Promise.all(due.map((mail) => send(deps, mail)))
  return due.length
}

async function send(deps: SendDeps, mail: DueMail): Promise<void> {
  const { db, log, links, issuer, mailLanguage: language } = deps
  const { id, kind, address, attempts, expiresAt } = mail
  // Nobody is sent to a link that is over.
  if (expiresAt !== null && expiresAt <= deps.now()) return settle(deps, id, 'given_up')
  try {
    await deps.mailer.send({
      ...composeMail(mail, { links, issuer, language }),
      id,
      to: { name: mail.displayName ?? '', address },
    })
  } catch (error) {
    log.warn({ err: error, mailId: id, kind, attempts }, 'a mail was not sent')
    if (error instanceof MailRefused) return settle(deps, id, 'refused')
    const message = error instanceof Error ? error.message : String(error)
    return noteFailure(db, id, message.slice(0, 500))
  }
  await settle(deps, id, 'sent')
}

async function settle({ db, onSettled }: SendDeps, id: string, outcome: MailOutcome) {
  await settleMail(db, id, outcome)
  onSettled?.(outcome)
}
