/** What a page asks the network for, as the answers of a test see it. */
export interface Call {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** The body of JSON; the bytes of anything else; undefined without one. */
  readonly body: unknown
}

type Answer = (call: Call) => Response | Promise<Response>

interface Rule {
  readonly method: string
  readonly path: RegExp
  readonly answer: Answer
}

let rules: Rule[] = []
let calls: Call[] = []
let refused: string[] = []

/** Stands for the network: each request is answered by the last rule that fits it. */
export async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  // What nobody waits for any more is not sent.
  request.signal.throwIfAborted()
  const call = await read(request)
  calls.push(call)
  const rule = rules.findLast(
    ({ method, path }) => method === call.method && path.test(call.url.pathname),
  )
  if (rule === undefined) {
    refused.push(`${call.method} ${call.url.pathname}`)
    throw new TypeError('no answer')
  }
  const answer = await Promise.race([rule.answer(call), left(request)])
  request.signal.throwIfAborted()
  return answer
}

/** Rejects when the caller waits no longer. */
const left = ({ signal }: Request): Promise<never> =>
  new Promise((_, leave) => signal.addEventListener('abort', () => leave(signal.reason as Error)))

async function read(request: Request): Promise<Call> {
  const { method, url, headers } = request
  const text = await request.clone().text()
  const isJson = headers.get('content-type')?.includes('json') === true
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text === '' ? undefined : text
  return { method, url: new URL(url), headers, body }
}

/** Answers every request to a path; `{…}` in it stands for one segment of any text. */
export function answer(method: string, path: string, give: Answer): void {
  const pattern = path.replaceAll('.', '[.]').replaceAll(/\{\w+\}/g, '[^/]+')
  rules.push({ method: method.toUpperCase(), path: new RegExp(`^${pattern}$`), answer: give })
}

/** What was asked for so far, by method and path as in {@link answer}. */
export function callsOf(method: string, path: string): readonly Call[] {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  return calls.filter(
    (call) => call.method === method.toUpperCase() && pattern.test(call.url.pathname),
  )
}

export const unexpected = (): readonly string[] => refused

export function forgetAnswers(): void {
  rules = []
  calls = []
  refused = []
}

export const json = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers },
  })

/** The network is down. */
export const noAnswer = (): never => {
  throw new TypeError('fetch failed')
}
