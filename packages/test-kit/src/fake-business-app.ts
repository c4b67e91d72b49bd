import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as it arrived. */
export interface FakeDelivery {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** Milliseconds of a clock that only goes forward. */
  readonly at: number
}

/**
 * What the application does with a delivery: an answer, no answer at all (`hang`), a connection
 * that is reset (`reset`), or an answer that comes a byte at a time (`drip`).
 */
export type Reaction =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  | 'hang'
  | 'reset'
  | 'drip'

export type React = (delivery: FakeDelivery) => Reaction | Promise<Reaction>

/** A business application at the network's edge, as a real HTTP server. */
export interface FakeBusinessApp {
  readonly origin: string
  readonly deliveries: readonly FakeDelivery[]
  /** Changes what it does from the next delivery on. Default: it answers 204. */
  react(react: React): void
  /** Drops all connections and stops listening. */
  close(): Promise<void>
}

const acknowledge: React = () => ({ status: 204 })

/** Starts a {@link FakeBusinessApp} on 127.0.0.1, on a free port unless one is given. */
export async function startFakeBusinessApp(
  options: { react?: React; port?: number } = {},
): Promise<FakeBusinessApp> {
  const deliveries: FakeDelivery[] = []
  let react = options.react ?? acknowledge

  const server = createServer((request, response) => {
    receive(request)
      .then(async (delivery) => {
        deliveries.push(delivery)
        carryOut(await react(delivery), response)
      })
      // The sender went away, or the test's own reaction failed: either way no answer.
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${port}`,
    deliveries,
    react(next) {
      react = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function receive(request: IncomingMessage): Promise<FakeDelivery> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  return { path: request.url ?? '/', headers: request.headers, body, at: performance.now() }
}

function carryOut(reaction: Reaction, response: ServerResponse): void {
  if (reaction === 'hang') return
  if (reaction === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (reaction === 'drip') {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 20)
    response.once('close', () => clearInterval(timer))
    return
  }
  response.writeHead(reaction.status, reaction.headers).end(reaction.body)
}
