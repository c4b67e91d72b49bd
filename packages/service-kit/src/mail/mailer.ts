import type { Transporter } from 'nodemailer'
import type { ComposedMail } from './text.ts'

export interface MailerSettings {
  /** `smtp://user:password@host:port`, which has to offer TLS, or `smtps://` for TLS from the start. */
  readonly smtpUrl: string
  readonly from: string
  readonly perSecond: number
}

export interface OutgoingMail extends ComposedMail {
  /** The same for each attempt, so that mailboxes can tell a repeated mail. */
  readonly id: string
  readonly to: { readonly name: string; readonly address: string }
  /** Where people say whether they want such mails; those about an account itself have none. */
  readonly preferencesUrl?: string | undefined
  /** Mails about the same thing are shown together. */
  readonly threadId?: string | undefined
}

/** Hands mails to a mail server. */
export interface Mailer {
  /** @throws {@link MailRefused} when it will never be taken; anything else can be tried again. */
  send(mail: OutgoingMail): Promise<void>
  /** Connects and signs in, and sends nothing. @throws what the mail server or the network says. */
  greet(): Promise<void>
  close(): void
}

/** The mail server refuses the address or the mail for good (RFC 5321, section 4.2.1: 5yz). */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

const DEADLINE_MS = 20_000
const DEADLINES = {
  connectionTimeout: DEADLINE_MS,
  greetingTimeout: DEADLINE_MS,
  socketTimeout: DEADLINE_MS,
}
const CONNECTIONS = 3

/** The only door to nodemailer, which is loaded with the first mail. */
export function createMailer({ smtpUrl, from, perSecond }: MailerSettings): Mailer {
  const domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  let transport: Promise<Transporter> | undefined
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      requireTLS: requiresTls(smtpUrl),
      pool: true,
      maxConnections: CONNECTIONS,
      rateDelta: 1_000,
      rateLimit: perSecond,
      ...DEADLINES,
      // A mail is made of what people wrote: it reads no file and fetches no address.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send({ id, to, threadId, preferencesUrl, ...content }) {
      transport ??= connect()
      const thread = threadId === undefined ? {} : { references: [`<${threadId}@${domain}>`] }
      try {
        await (
          await transport
        ).sendMail({
          ...content,
          ...thread,
          from,
          to,
          messageId: `<${id}@${domain}>`,
          headers: {
            'auto-submitted': 'auto-generated',
            'x-auto-response-suppress': 'All',
            ...(preferencesUrl === undefined ? {} : { 'list-unsubscribe': `<${preferencesUrl}>` }),
          },
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused(String(error), { cause: error }) : error
      }
    },
    async greet() {
      transport ??= connect()
      await (await transport).verify()
    },
    close() {
      void transport?.then((made) => made.close())
    },
  }
}

/**
 * Whether a mail server that offers no TLS gets neither the password nor a mail: else whoever is between takes the offer
 * away and reads both. The URL may say otherwise, and on this machine nobody is between.
 *
 * Kept by: packages/service-kit/src/mail/mailer.test.ts "gets neither password nor mail"
 */
function requiresTls(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  const said = searchParams.get('requireTLS')
  if (said !== null) return said !== 'false'
  return protocol === 'smtp:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname)
}

// What the server says to the sign-in is about us, not about the mail.
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const ofMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return ofMail && typeof responseCode === 'number' && responseCode >= 500
}
