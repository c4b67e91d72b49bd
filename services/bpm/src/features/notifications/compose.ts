import { formatKeyField, formatMoment, type KeyField } from '@countersign/contracts'
import type { Language } from '@countersign/service-kit/language'
import { mailLook } from '@countersign/service-kit/look'
import {
  escapeHtml,
  toMailButton,
  toMailDocument,
  toMailLine as clean,
  type ComposedMail,
} from '@countersign/service-kit/mail-text'
import type { NoticeItem } from './item-queries.ts'
import type { LineFacts, MailTexts } from './text-shapes.ts'
import { textsOf } from './texts.ts'

export interface MailSettings {
  readonly language: Language
  readonly timeZone: string
  /** Of the person it goes to. */
  readonly name: string
  /** Where the console is, without a slash at the end. */
  readonly consoleUrl: string
  /** Of people whom key fields name. */
  readonly nameOf: (userId: string) => string | undefined
}

/** What a notice tells of, without values of the approval. */
type TitledItem = Omit<
  NoticeItem,
  'keyFields' | 'keyValues' | 'nodeId' | 'definitionId' | 'initiatorId'
>

/** The same with the values that its reader may see. */
export type ShownItem = TitledItem & { readonly keyFields: readonly KeyField[] }

const LONGEST_SUBJECT = 150
const LONGEST_TEXT = 1_000
const MOST_SHOWN = 30

/** Where people say how they want to be told. */
export const preferencesUrl = (consoleUrl: string): string => `${consoleUrl}/account`

interface Part {
  readonly title: string
  readonly lines: readonly string[]
  readonly url: string
}

/** Words a mail about one or more things, as text and as HTML. */
export function composeMail(items: readonly ShownItem[], settings: MailSettings): ComposedMail {
  const texts = textsOf[settings.language]
  const parts = items.slice(0, MOST_SHOWN).map((item) => toPart(item, texts, settings))
  const rest = items.length - parts.length
  return {
    subject: wordSubject(items, settings.language),
    text: toText(parts, rest, texts, settings),
    html: toHtml(parts, rest, texts, settings),
  }
}

/** What one or more things are in one line: the subject of a mail, or what a device shows. */
export function wordSubject(items: readonly TitledItem[], language: Language): string {
  const texts = textsOf[language]
  const [first] = items
  if (first === undefined) throw new Error('a subject of nothing')
  const facts = factsOf(first, language)
  const subject =
    items.length === 1
      ? texts.subject[first.kind](facts)
      : texts.subjectOfMany(items.length, facts.title)
  return clean(subject, LONGEST_SUBJECT)
}

function factsOf(item: TitledItem, language: Language): LineFacts {
  const { throughAgent } = textsOf[language]
  const agent = item.agentName === null ? '' : clean(item.agentName, LONGEST_TEXT)
  const initiator = clean(item.initiatorName, LONGEST_TEXT)
  return {
    title: clean(item.title, LONGEST_TEXT),
    bizType: clean(item.bizTypeNames?.[language] ?? item.bizTypeName, LONGEST_TEXT),
    bizId: clean(item.bizId, LONGEST_TEXT),
    initiator: agent === '' ? initiator : throughAgent(initiator, agent),
    node: clean(item.nodeName ?? '', LONGEST_TEXT),
    actor:
      item.actorKind === 'user' && item.actorName !== null
        ? clean(item.actorName, LONGEST_TEXT)
        : undefined,
    status: item.status,
  }
}

function toPart(
  item: ShownItem,
  texts: MailTexts,
  { consoleUrl, ...settings }: MailSettings,
): Part {
  const facts = factsOf(item, settings.language)
  const comment = clean(item.comment ?? '', LONGEST_TEXT)
  const lines = [
    texts.line[item.kind](facts),
    ...item.keyFields.map((field) => wordField(field, texts, settings)),
    ...(item.onBehalfOf === null ? [] : [texts.onBehalfOf(clean(item.onBehalfOf, LONGEST_TEXT))]),
    ...(item.dueAt === null ? [] : [texts.due(wordTime(item.dueAt, settings))]),
    ...(comment === '' ? [] : [texts.comment(comment)]),
  ]
  return {
    title: `${facts.title} (${facts.bizType} ${facts.bizId})`,
    lines,
    url: linkOf(item, consoleUrl),
  }
}

function wordField(
  field: KeyField,
  { tag }: MailTexts,
  { language, timeZone, nameOf }: Omit<MailSettings, 'consoleUrl'>,
): string {
  const value = wordValue(field, { language, timeZone, nameOf })
  const colon = tag === 'en' ? ': ' : '：'
  return clean(`${field.label[language]}${colon}${value}`, LONGEST_TEXT)
}

/** A zone that this process does not know stops no mail. */
function wordValue(field: KeyField, reader: Parameters<typeof formatKeyField>[1]): string {
  try {
    return formatKeyField(field, reader)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return formatKeyField(field, { ...reader, timeZone: 'UTC' })
  }
}

/** Where in the console one decides about it, or reads it. */
export function linkOf(
  { kind, taskNo, instanceId }: Pick<NoticeItem, 'kind' | 'taskNo' | 'instanceId'>,
  consoleUrl: string,
): string {
  if (taskNo === null) return `${consoleUrl}/approvals/${instanceId}`
  const box = kind === 'copy' ? 'box=cc&' : ''
  return `${consoleUrl}/inbox?${box}task=${encodeURIComponent(taskNo)}`
}

function wordTime(
  date: Date,
  { language, timeZone }: Pick<MailSettings, 'language' | 'timeZone'>,
): string {
  try {
    return `${formatMoment(date.toISOString(), language, { timeZone })} (${timeZone})`
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return `${date.toISOString()} (UTC)`
  }
}

function toText(
  parts: readonly Part[],
  rest: number,
  texts: MailTexts,
  { name, consoleUrl }: MailSettings,
): string {
  const blocks = [
    texts.hello(clean(name, LONGEST_TEXT)),
    ...parts.map(({ title, lines, url }) => [title, ...lines, url].join('\n')),
    ...(rest > 0 ? [texts.more(rest)] : []),
    `-- \n${texts.why}\n${texts.preferences}: ${preferencesUrl(consoleUrl)}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

const partStyle = `margin:0 0 16px;padding:16px;border:1px solid ${mailLook.line};border-radius:12px`

function toHtml(
  parts: readonly Part[],
  rest: number,
  texts: MailTexts,
  { name, consoleUrl }: MailSettings,
): string {
  const blocks = parts.map(
    ({ title, lines, url }) => `<div style="${partStyle}">
<p style="margin:0 0 4px;font-size:17px;font-weight:600">${escapeHtml(title)}</p>
${lines.map((line) => `<p style="margin:0 0 4px">${escapeHtml(line)}</p>`).join('\n')}
<p style="margin:12px 0 0">${toMailButton(url, texts.open)}</p>
</div>`,
  )
  return toMailDocument(texts.tag, [
    `<p>${escapeHtml(texts.hello(clean(name, LONGEST_TEXT)))}</p>`,
    ...blocks,
    ...(rest > 0 ? [`<p>${escapeHtml(texts.more(rest))}</p>`] : []),
    `<p style="font-size:13px;color:${mailLook.soft}">${escapeHtml(texts.why)}
<a href="${escapeHtml(preferencesUrl(consoleUrl))}">${escapeHtml(texts.preferences)}</a></p>`,
  ])
}
