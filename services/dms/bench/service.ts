import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { createTestIssuer } from '@countersign/test-kit/tokens'
import { send as sendHttp } from './http.ts'

export interface Service {
  readonly pid: number
  readonly url: string
  /** Calls as one user; a body that is no stream and no bytes is sent as JSON. */
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>
  readonly tenantId: string
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly bytes: number
  json(): Record<string, unknown>
}

type Issuer = Awaited<ReturnType<typeof createTestIssuer>>

/** The service as a process of its own, as it runs in production. */
export async function startService(
  issuer: Issuer,
  databaseUrl: string,
  storage: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
): Promise<Service> {
  const main = new URL('../src/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=source', ...nodeOptions, main], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      SHUTDOWN_DRAIN_SECONDS: '0',
      ...environment(issuer, databaseUrl),
      ...storage,
    },
  })
  let url: string | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg: string; address?: string }
    if (entry.msg !== 'ready') continue
    url = entry.address
    break
  }
  child.stdout.resume()
  if (url === undefined) throw new Error('the service did not start')
  const user = { sub: randomUUID(), tenantId: randomUUID() }
  const permissions = ['dms:document:read', 'dms:document:write']
  const token = issuer.userToken({ ...user, permissions })
  return {
    pid: child.pid ?? 0,
    url,
    tenantId: user.tenantId,
    call: (method, path, body) => send(`${url}/api/dms/${path}`, token, method, body),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function environment(issuer: Issuer, databaseUrl: string): Record<string, string> {
  return {
    PORT: '0',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    ISSUER_URL: issuer.issuer,
    JWKS_URL: issuer.jwksUrl,
    IAM_URL: issuer.issuer,
    BPM_URL: issuer.issuer,
    DMS_CLIENT_ID: 'document',
    DMS_CLIENT_SECRET: 'secret',
    WORKFLOW_CLIENT_ID: 'workflow',
    DMS_CALLBACK_ORIGIN: 'http://127.0.0.1',
    ADDRESS_SIGNING_KEY: randomBytes(32).toString('base64url'),
  }
}

export interface Bytes {
  readonly sizeBytes: number
  readonly chunks: () => AsyncIterable<Uint8Array>
  /** Of few bytes, all of them. */
  readonly whole?: Uint8Array
}

const toJson = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))

async function send(
  url: string,
  token: string,
  method: 'GET' | 'POST',
  body?: unknown,
): Promise<Answer> {
  const isContent = typeof body === 'object' && body !== null && 'chunks' in body
  const content = isContent ? (body as Bytes) : undefined
  const answer = await sendHttp(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined
        ? {}
        : { 'content-type': content ? 'application/octet-stream' : 'application/json' }),
      ...(content ? { 'content-length': String(content.sizeBytes) } : {}),
    },
    body: content ? (content.whole ?? content.chunks()) : toJson(body),
  })
  let [bytes, text] = [0, '']
  const isJson = String(answer.headers['content-type']).includes('json')
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (isJson) text += chunk.toString()
  }
  const status = answer.statusCode ?? 0
  if (status >= 400) throw new Error(`${status} ${text}`)
  return { status, bytes, json: () => JSON.parse(text) as Record<string, unknown> }
}
