import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PlatformCall {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body: Record<string, unknown>
}

type Reply = { readonly status: number; readonly body?: unknown } | 'hang up'

/** The platform at the network's edge: a token endpoint, event keys, and the calls of one approval. */
export interface FakePlatform {
  readonly url: string
  readonly calls: PlatformCall[]
  /** Answers the next calls whose path ends so; the usual answers come after that. */
  next(pathEnd: string, ...replies: Reply[]): void
  /** Headers that sign an event's body as the workflow service does. */
  signatureOf(eventId: string, body: string): Record<string, string>
  close(): Promise<void>
}

export async function startFakePlatform(): Promise<FakePlatform> {
  const calls: PlatformCall[] = []
  const planned = new Map<string, Reply[]>()
  /** What each approval was updated with, by its id. */
  const variables = new Map<string, unknown>()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  const eventKeys = {
    keys: [{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: 'k', x }],
  }

  const server = createServer((request, response) => {
    void receive(request).then((call) => {
      if (call.path === '/api/bpm/v1/event-keys')
        return answer(response, { status: 200, body: eventKeys })
      calls.push(call)
      const [, replies = []] = [...planned].find(([end]) => call.path.endsWith(end)) ?? []
      return answer(response, replies.shift() ?? usual(call, variables))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    next: (end, ...replies) => void planned.set(end, replies),
    signatureOf(eventId, body) {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signature = sign(null, Buffer.from(`${eventId}.${timestamp}.${body}`), privateKey)
      return {
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1a,${signature.toString('base64')}`,
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function usual({ method, path, body }: PlatformCall, variables: Map<string, unknown>): Reply {
  if (path === '/oauth2/token') {
    return { status: 200, body: { access_token: `service-${randomUUID()}`, expires_in: 600 } }
  }
  if (path === '/api/bpm/v1/process-instances') {
    return { status: 201, body: { id: randomUUID(), status: 'RUNNING' } }
  }
  const [, id = ''] = /\/process-instances\/([^/]+)/.exec(path) ?? []
  if (method === 'PATCH') variables.set(id, body)
  if (method === 'GET') {
    return { status: 200, body: { status: 'RETURNED', revision: 7, variables: variables.get(id) } }
  }
  return { status: 200, body: {} }
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang up') {
    response.destroy()
    return
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(reply.body ?? {}))
}

async function receive(request: IncomingMessage): Promise<PlatformCall> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const { method = '', url = '', headers } = request
  const isJson = headers['content-type'] === 'application/json'
  const body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
  return { method, path: url, authorization: headers.authorization ?? '', body }
}
