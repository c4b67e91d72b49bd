import { startMailServer, type MailServer } from '@countersign/test-kit/mail-server'
import { sendDueMails } from '../mail/send.ts'
import { answerResetRequests } from '../passwords/reset-requests.ts'
import { startFreshIam, type TestIam } from './start.ts'

export type MailingIam = TestIam & { readonly databaseUrl: string; readonly mails: MailServer }

/** A process with a mail server beside it; both end with `stop`. */
export async function startMailingIam(
  options: { readonly federationOrigins?: string[] } = {},
): Promise<MailingIam> {
  let stopMails = async () => {}
  const mails = await startMailServer((stop) => {
    stopMails = stop
  })
  const iam = await startFreshIam({ ...options, smtpUrl: mails.url })
  return {
    ...iam,
    mails,
    stop: async () => {
      iam.deps.mailer?.close()
      await iam.stop()
      await stopMails()
    },
  }
}

/** Does the rounds of the workers until there is nothing left to answer or to send. */
export async function deliver({ deps }: Pick<TestIam, 'deps'>): Promise<void> {
  const { mailer } = deps
  if (mailer === undefined) throw new Error('this process has no mail server')
  while ((await answerResetRequests(deps)) > 0);
  while ((await sendDueMails({ ...deps, mailer })) > 0);
}

/** Mails to an address, as they came. */
export const mailsTo = ({ mails }: Pick<MailingIam, 'mails'>, address: string) =>
  mails.mails.filter(({ to }) => to === address)

const linkForm = /https?:\/\/\S+token=\S+/

/** The last link that was sent to an address. */
export function lastLinkTo(iam: Pick<MailingIam, 'mails'>, address: string): string {
  const link = mailsTo(iam, address)
    .map(({ text }) => linkForm.exec(text)?.[0])
    .findLast((found) => found !== undefined)
  if (link === undefined) throw new Error(`no link was sent to ${address}`)
  return link
}
