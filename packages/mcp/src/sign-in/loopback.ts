import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback {
  readonly redirectUri: string
  /** The code that the browser brought back. @throws when the sign-in was refused, or nobody came */
  readonly code: Promise<string>
  close(): void
}

export interface Expected {
  readonly state: string
  /** RFC 9207: which server the answer is from. */
  readonly issuer: string
  readonly timeoutMs: number
}

const PATH = '/callback'

/** Waits for the browser on a port of this machine that nobody else had (RFC 8252 section 7.3). */
export async function openLoopback(expected: Expected): Promise<Loopback> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ending = new AbortController()
  const code = awaitCode(server, expected, ending.signal)
  // Nobody may be waiting any more when it fails; whoever is, still sees it.
  code.catch(() => undefined)
  const close = () => {
    ending.abort()
    server.close()
    server.closeIdleConnections()
  }
  const { port } = server.address() as AddressInfo
  return { redirectUri: `http://127.0.0.1:${port}${PATH}`, code, close }
}

const awaitCode = (server: Server, expected: Expected, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('nobody signed in in time')),
      expected.timeoutMs,
    )
    signal.addEventListener('abort', () => clearTimeout(timer))
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const outcome = readCallback(request, expected)
      sendPage(response, outcome)
      if (outcome.kind === 'code') resolve(outcome.code)
      if (outcome.kind === 'refused') reject(new Error(`the sign-in was refused: ${outcome.error}`))
    })
  })

type Outcome =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'stray' | 'unreadable' }

/** What does not carry the state of this sign-in, or is of another server, changes nothing. */
function readCallback(request: IncomingMessage, { state, issuer }: Expected): Outcome {
  // Whoever reaches the port chooses what is asked for: `//` is no address at all.
  const asked = request.url ?? '/'
  if (!URL.canParse(asked, 'http://127.0.0.1')) return { kind: 'unreadable' }
  const url = new URL(asked, 'http://127.0.0.1')
  const { searchParams: answer } = url
  if (request.method !== 'GET' || url.pathname !== PATH) return { kind: 'stray' }
  if (answer.get('state') !== state || answer.get('iss') !== issuer) return { kind: 'stray' }
  const code = answer.get('code')
  if (code !== null) return { kind: 'code', code }
  return { kind: 'refused', error: /^\w{1,100}$/.exec(answer.get('error') ?? '')?.[0] ?? 'unknown' }
}

const pages = {
  code: [200, 'You are signed in. Close this window and go back to your agent.'],
  refused: [200, 'You are not signed in. Close this window.'],
  unreadable: [400, 'This is no address.'],
  stray: [404, 'This address is for a sign-in that is under way.'],
} as const

function sendPage(response: ServerResponse, { kind }: Outcome): void {
  const [status, text] = pages[kind]
  response
    .writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    .end(`${text}\n`)
}
