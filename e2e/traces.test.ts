import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCollector, type Collector, type SentSpan } from '@countersign/test-kit/otlp-collector'
import { startPlatform, type RunningPlatform } from '@countersign/test-kit/platform'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBody } from './support/approvals.ts'
import { call } from './support/api.ts'
import { clientFor, userNamed, type Platform } from './support/platform.ts'
import { signIn } from './support/sign-in.ts'

// A platform of its own: the others are tried as they are by default, which is without tracing.
let folder: string
let running: RunningPlatform
let collector: Collector
let platform: Platform
let token: string

beforeAll(async () => {
  collector = await openCollector()
  folder = await mkdtemp(join(tmpdir(), 'countersign-traces-'))
  // PostgreSQL started by root runs as another user, who must get through here.
  await chmod(folder, 0o711)
  const env = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  }
  running = await startPlatform({ dataDir: folder, env })
  // The launcher wrote it for programs to read; its shape is the contract's.
  platform = JSON.parse(await readFile(join(folder, 'platform.json'), 'utf8')) as Platform
  const client = clientFor('console', platform)
  const { username, password } = userNamed('employee', platform)
  token = (await signIn({ at: platform, client, username, password })).accessToken
})

afterAll(async () => {
  await running.stop()
  await collector.close()
  await rm(folder, { recursive: true, force: true })
})

/** What a browser would say that traces its own calls: a trace, and the span that calls. */
const spanOfBrowser = '00f067aa0ba902b7'
const newTrace = () => crypto.randomUUID().replaceAll('-', '')
const headersOf = (traceId: string) => ({ traceparent: `00-${traceId}-${spanOfBrowser}-01` })

const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId)

const describeSpan = ({ service, name }: SentSpan) =>
  `${service.replace('countersign-', '')}: ${name}`

/** From a span up to the root of the trace, which the browser has; undefined while one is missing. */
function wayUp(traceId: string, spanId: string | undefined): string[] | undefined {
  if (spanId === spanOfBrowser) return []
  const span = spansOf(traceId).find((one) => one.spanId === spanId)
  const above = span && wayUp(traceId, span.parentSpanId)
  return span && above && [describeSpan(span), ...above]
}

/** The span of that name, as soon as it has been sent. */
async function findSpan(traceId: string, described: string): Promise<string | undefined> {
  const find = () => spansOf(traceId).find((span) => describeSpan(span) === described)?.spanId
  await expect.poll(find).toBeDefined()
  return find()
}

/** What the receiver of the event logged of its caller. */
function seenByReceiver(traceId: string): string | undefined {
  const lines = readFileSync(join(folder, 'logs', 'expense.log'), 'utf8').split('\n')
  const line = lines.find((one) => one.includes(traceId))
  return line === undefined ? undefined : (JSON.parse(line) as { span_id: string }).span_id
}

it('one trace leads from the browser through gateway, bpm and its statement to the receiver of the event', async () => {
  const traceId = newTrace()
  const { sampleApp, baseUrl } = platform
  const started = await call('POST', '/api/bpm/v1/process-instances', {
    baseUrl,
    token,
    json: startBody(sampleApp.bizType, { amount: 20 }),
    headers: headersOf(traceId),
  })
  expect(started.status).toBe(201)
  expect(started.headers.get('server-timing')).toContain(traceId)

  const request = [
    'bpm: POST /api/bpm/v1/process-instances',
    'gateway: POST',
    'gateway: POST /api/bpm/*',
  ]
  await expect.poll(() => seenByReceiver(traceId)).toBeDefined()
  await expect
    // With the task's own: the sample asks for several in one request.
    .poll(() => wayUp(traceId, seenByReceiver(traceId)))
    .toEqual(['bpm: POST', 'bpm: deliver events', ...request])
  const statement = await findSpan(traceId, 'bpm: INSERT start_keys')
  expect(wayUp(traceId, statement)).toEqual(['bpm: INSERT start_keys', ...request])
})

it('the trace of an upload shows the storage and the database, and no name of what is stored', async () => {
  const traceId = newTrace()
  const { baseUrl } = platform
  const headers = headersOf(traceId)
  const name = `${crypto.randomUUID()}.txt`
  const json = { fileName: name, sizeBytes: 9, contentType: 'text/plain' }
  const begun = await call('POST', '/api/dms/uploads/initiate', { baseUrl, token, json, headers })
  const upload = `/api/dms/uploads/${String(begun.body['id'])}`
  const sent = await fetch(`${baseUrl}${upload}/content`, {
    method: 'POST',
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
    },
    body: 'we pay 10',
  })
  expect(sent.status).toBe(200)
  const completed = await call('POST', `${upload}/complete`, { baseUrl, token, json: {}, headers })
  expect(completed.status).toBe(200)

  const way = (of: string) => [
    `dms: POST /api/dms/uploads/:id/${of}`,
    'gateway: POST',
    'gateway: POST /api/dms/*',
  ]
  for (const [span, of] of [
    ['dms: storage append', 'content'],
    ['dms: storage commit', 'complete'],
  ] as const) {
    const spanId = await findSpan(traceId, span)
    await expect.poll(() => wayUp(traceId, spanId)).toEqual([span, ...way(of)])
  }
  const told = JSON.stringify(spansOf(traceId))
  expect(told).toContain('INSERT')
  for (const hidden of [name, 'we pay 10', token]) expect(told).not.toContain(hidden)
})

it('a sign-in is traced through the gateway into iam, and no span holds a password', async () => {
  const { username, password } = userNamed('employee', platform)
  const isSignIn = (span: SentSpan) => describeSpan(span) === 'iam: POST /signin'
  await expect.poll(() => collector.spans().some(isSignIn)).toBe(true)
  const traceId = collector.spans().find(isSignIn)?.traceId ?? ''
  await expect.poll(() => spansOf(traceId).map(describeSpan)).toContain('gateway: POST /signin')
  const told = JSON.stringify(collector.spans())
  for (const hidden of [password, username, token]) expect(told).not.toContain(hidden)
})
