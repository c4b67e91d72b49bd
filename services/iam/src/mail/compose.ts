import { toLanguage, type Language } from '@countersign/service-kit/language'
import { papers } from '@countersign/service-kit/look'
import {
  escapeHtml,
  toMailButton,
  toMailDocument,
  toMailLine,
  type ComposedMail,
} from '@countersign/service-kit/mail-text'
import { themeOf } from '../core/colours.ts'
import { linkPaths } from './link-paths.ts'
import type { LinkSigner } from './links.ts'
import type { DueMail } from './outbox-queries.ts'
import type { MailFacts, MailTexts } from './text-shapes.ts'
import { mailTextsOf } from './texts.ts'

export interface ComposeSettings {
  readonly links: LinkSigner
  /** Where links lead: never what a request says of itself. */
  readonly issuer: string
  /** For people of whom none is known. */
  readonly language: Language
}

const longest = 200

/** Words a mail in the language of who reads it, as text and as HTML. */
export function composeMail(mail: DueMail, settings: ComposeSettings): ComposedMail {
  const texts = mailTextsOf(toLanguage(mail.locale) ?? settings.language)
  const words = texts.kinds[mail.kind]
  const facts = factsOf(mail, texts)
  const content = {
    hello: texts.hello(clean(mail.displayName)),
    lines: words.lines(facts),
    code: mail.kind === 'verify_email' ? toShownCode(settings.links.codeOf(mail.linkId ?? '')) : '',
    action: words.action ?? '',
    url: words.action === undefined ? '' : linkOf(mail, settings),
  }
  return {
    subject: clean(words.subject(facts)),
    text: toText(content),
    html: toHtml(content, texts.tag, facts.brand, mail.colour),
  }
}

const clean = (text: string | null) => toMailLine(text ?? '', longest)

/** The address that a link of a mail leads to. */
export function linkOf(
  { linkId, invitationId }: Pick<DueMail, 'linkId' | 'invitationId'>,
  { links, issuer }: Pick<ComposeSettings, 'links' | 'issuer'>,
): string {
  const [path, token] =
    linkId === null
      ? [linkPaths.invitation, links.tokenOf('mailed_invitation', invitationId ?? '')]
      : [linkPaths.password, links.tokenOf('password', linkId)]
  return `${issuer}${path}?token=${token}`
}

function factsOf(mail: DueMail, texts: MailTexts): MailFacts {
  const { providers, email } = mail.details
  const brand = clean(mail.brandName ?? mail.tenantName)
  return {
    brand: brand === '' ? 'Countersign' : brand,
    username: clean(mail.username),
    sender: clean(mail.sender),
    life: wordLife(mail, texts),
    providers: Array.isArray(providers) ? clean(providers.map(String).join(', ')) : '',
    email: typeof email === 'string' ? clean(email) : '',
  }
}

const minuteMs = 60_000

function wordLife({ createdAt, expiresAt }: DueMail, texts: MailTexts): string {
  const minutes = Math.round(((expiresAt ?? createdAt).getTime() - createdAt.getTime()) / minuteMs)
  if (minutes < 120) return texts.minutes(minutes)
  const hours = Math.round(minutes / 60)
  return hours > 96 ? texts.days(Math.round(hours / 24)) : texts.hours(hours)
}

const toShownCode = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

interface Content {
  readonly hello: string
  readonly lines: readonly string[]
  readonly code: string
  readonly action: string
  readonly url: string
}

function toText({ hello, lines, code, action, url }: Content): string {
  const [first = '', ...rest] = lines
  const link = url === '' ? [] : [`${action}:\n${url}`]
  return `${[hello, first, ...(code === '' ? [] : [code]), ...link, ...rest].join('\n\n')}\n`
}

// No image and no address but the link: nothing in it tells anybody that it was opened.
function toHtml(
  { hello, lines, code, action, url }: Content,
  tag: string,
  brand: string,
  colour: string | null,
): string {
  const theme = colour === null ? undefined : themeOf(colour, papers.light)
  const [first = '', ...rest] = lines.map((line) => `<p>${escapeHtml(line)}</p>`)
  const button = `<p>${toMailButton(url, action, theme)}</p>`
  return toMailDocument(tag, [
    `<p style="font-weight:650;font-size:17px">${escapeHtml(brand)}</p>`,
    `<p>${escapeHtml(hello)}</p>`,
    first,
    ...(code === '' ? [] : [`<p style="font:600 24px/1.5 ui-monospace,monospace">${code}</p>`]),
    ...(url === '' ? [] : [button]),
    ...rest,
  ])
}
