import { Type } from 'typebox'
import { LANGUAGES } from '../http/language.ts'
import { Secret } from '../process/config.ts'
import { createMailer, type Mailer } from './mailer.ts'

/** For services that send mail; spread it into the service's own schema. */
export const MailConfig = {
  SMTP_URL: Type.Optional(
    Secret({
      pattern: '^smtps?://[^\\s/]+',
      description:
        'smtp://user:password@host:port, which has to offer STARTTLS unless it is this machine or says ?requireTLS=false, or smtps://; no mail is sent when unset.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\r\\n]*[^\\s<>@]+@[^\\s<>@]+>?$',
      description: 'Sender of mails; no-reply at the host of ISSUER_URL when unset.',
    }),
  ),
  MAIL_LANGUAGE: Type.Enum([...LANGUAGES], {
    default: 'en',
    description: 'Language of mails to people of whom none is known.',
  }),
  MAIL_PER_SECOND: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    default: 10,
    description: 'Most mails that one process sends in a second.',
  }),
}

/** What hands mails over as the settings say; undefined where no mail server is named. */
export function createMailerOf(config: {
  readonly ISSUER_URL: string
  readonly SMTP_URL?: string
  readonly MAIL_FROM?: string
  readonly MAIL_PER_SECOND?: number
}): Mailer | undefined {
  const { SMTP_URL: smtpUrl, MAIL_FROM, ISSUER_URL, MAIL_PER_SECOND: perSecond = 10 } = config
  if (smtpUrl === undefined) return undefined
  const from = MAIL_FROM ?? `Countersign <no-reply@${new URL(ISSUER_URL).hostname}>`
  return createMailer({ smtpUrl, from, perSecond })
}

/** Where the console of the platform is, without a slash at the end: mails lead there. */
export const consoleUrlOf = (issuerUrl: string): string => `${issuerUrl.replace(/\/$/, '')}/console`
