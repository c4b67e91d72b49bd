import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Call {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly key: string | undefined
  readonly body: string
}

interface Reply {
  readonly status?: number
  /** `Retry-After`, in seconds. */
  readonly retryAfter?: number
  readonly json?: object
  /** In place of `json`: a signed record. */
  readonly record?: string
}

/** The platform at the network's edge, as a real HTTP server that answers as it is told, or not at all. */
export async function startFakePlatform(answer: (call: Call) => Reply | 'none') {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { authorization, 'idempotency-key': key } = request.headers
      const call = {
        method: request.method ?? '',
        path: request.url ?? '',
        authorization,
        key: typeof key === 'string' ? key : undefined,
        body: Buffer.concat(parts).toString(),
      }
      calls.push(call)
      const reply = answer(call)
      if (reply === 'none') return
      const { status = 200, json, record, retryAfter } = reply
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      const type = status < 400 ? 'application/json' : 'application/problem+json'
      if (record === undefined)
        response.writeHead(status, { 'content-type': type }).end(JSON.stringify(json))
      else response.writeHead(status, { 'content-type': 'application/jose' }).end(record)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    async close(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** An approval as bpm shows it, as far as this package reads it. */
export const approvalOf = (over: object = {}) => ({
  id: '01890000-0000-7000-8000-000000000001',
  bizType: 'refund',
  bizId: 'order-1',
  title: 'Refund',
  status: 'RUNNING',
  round: 1,
  revision: 1,
  initiator: { id: 'anna', name: 'Anna' },
  variables: {},
  currentNodes: [{ id: 'manager', name: 'Manager' }],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  result: null,
  ...over,
})
