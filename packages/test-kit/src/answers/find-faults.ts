import type { Declared } from './declared.ts'

/** An answer as it went out. */
interface SentAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  /** What was handed to the connection; a stream is not looked into. */
  readonly body: unknown
  /** It answers a HEAD, so that its body stays away. */
  readonly isHead: boolean
}

/** Headers that every HTTP server sends, or that are about the connection and browsers. */
const EVERYBODYS =
  /^(access-control-.*|connection|content-length|content-type|date|keep-alive|strict-transport-security|transfer-encoding|vary)$/

/** What an operation's declaration does not say of an answer to it. */
export function findAnswerFaults(
  declared: Declared,
  operation: string,
  { status, headers, body, isHead }: SentAnswer,
): readonly string[] {
  const answer = declared.answerOf(operation, status)
  if (answer === undefined) return [`status ${status}${codeOf(body)} is not declared`]
  const ofFields = Object.entries(headers)
    .filter(([name]) => !EVERYBODYS.test(name))
    .flatMap(([name, value]) => fieldFaults(answer.headers.get(name), status, name, value))
  if (isHead) return ofFields
  return [...ofFields, ...bodyFaults(answer.content, status, headers['content-type'], body)]
}

type Answer = NonNullable<ReturnType<Declared['answerOf']>>

function fieldFaults(
  isFit: ((value: string) => boolean) | undefined,
  status: number,
  name: string,
  value: unknown,
): readonly string[] {
  if (isFit === undefined) return [`${status} has the header ${name}`]
  return isFit(String(value)) ? [] : [`${status} has ${name}: ${String(value)}`]
}

function bodyFaults(
  content: Answer['content'],
  status: number,
  contentType: unknown,
  body: unknown,
): readonly string[] {
  // Of these the connection has no body, whatever it was handed.
  const isEmpty =
    status === 204 || status === 304 || body === undefined || body === null || body === ''
  if (isEmpty) return content.size === 0 ? [] : emptyFault(content, status)
  const type = typeof contentType === 'string' ? (contentType.split(';')[0] ?? '').trim() : ''
  const validate = content.get(type) ?? content.get('*/*')
  if (validate === undefined) return [`${status} has a body of ${type || 'no type'}`]
  const value = /[/+]json$/.test(type) ? readJson(body) : undefined
  if (value === undefined || validate(value)) return []
  const [error] = validate.errors ?? []
  return [
    `${status}${codeOf(body)} has ${error?.instancePath || 'a body that'} ${error?.message ?? ''}`,
  ]
}

/** HEAD and answers of no bytes have no body to look at. */
const emptyFault = (content: Answer['content'], status: number): readonly string[] =>
  content.has('*/*') ? [] : [`${status} has no body`]

function readJson(body: unknown): unknown {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return undefined
  return JSON.parse(String(body))
}

function codeOf(body: unknown): string {
  const code = typeof body === 'string' ? /"code":"([\w.]+)"/.exec(body)?.[1] : undefined
  return code === undefined ? '' : ` ${code}`
}
