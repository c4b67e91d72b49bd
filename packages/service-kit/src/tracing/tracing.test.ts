import { execFile } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { createMicroBatch } from '../concurrency/micro-batch.ts'
import { loadConfig } from '../process/config.ts'
import { createLogger } from '../process/log.ts'
import { TracingConfig } from './settings.ts'
import { endpointOf, startTracing, type StartedTracing } from './start.ts'
import { inSpan, inSpanOfCaller, tracing } from './tracing.ts'

const settingsOf = (env: Record<string, string>) => loadConfig(Type.Object(TracingConfig), env)
// Nobody listens there: what is sent is of no matter here.
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
const client = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-'
const silent = { warn: () => undefined }

let started: StartedTracing | undefined
async function start(env: Record<string, string> = {}, trustsCallers = true) {
  const program = { service: 'test', version: '0', trustsCallers }
  started = await startTracing(settingsOf({ ...collector, ...env }), program)
  const on = tracing()
  if (on === undefined) throw new Error('tracing is not on')
  return on
}
afterEach(async () => {
  await started?.stop(silent)
  started = undefined
})

describe('where nobody wants traces', () => {
  const run = promisify(execFile)
  const fixture = fileURLToPath(new URL('fixtures/loaded.ts', import.meta.url))
  const listLoaded = async (env: Record<string, string>) => {
    const options = { env: { PATH: process.env['PATH'] ?? '', ...env } }
    const { stdout } = await run(process.execPath, ['--conditions=source', fixture], options)
    return (JSON.parse(stdout) as { loaded: string[] }).loaded
  }

  // The client of Prometheus loads the API by itself.
  it('loads nothing of OpenTelemetry but its API, and the rest where a collector is named', async () => {
    expect(await listLoaded({})).toEqual(['api'])
    expect(await listLoaded(collector)).toEqual(
      expect.arrayContaining(['exporter-trace-otlp-proto', 'instrumentation-undici', 'sdk-trace']),
    )
  })

  it('runs the work alone', async () => {
    expect(tracing()).toBeUndefined()
    expect(await inSpan('work', {}, async (span) => span)).toBeUndefined()
  })
})

it('finds the collector as the specification says', () => {
  const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t:1/x' }
  expect(endpointOf(settingsOf({}))).toBeUndefined()
  expect(endpointOf(settingsOf(base))).toBe('http://c:4318/v1/traces')
  expect(endpointOf(settingsOf({ ...base, ...own }))).toBe('http://t:1/x')
  expect(endpointOf(settingsOf({ ...base, OTEL_SDK_DISABLED: 'true' }))).toBeUndefined()
})

describe('which traces are kept', () => {
  it('is said by callers of the platform', async () => {
    const on = await start()
    expect(on.startSpan('a', { parent: { traceparent: `${client}01` } }).isRecording).toBe(true)
    expect(on.startSpan('b', { parent: { traceparent: `${client}00` } }).isRecording).toBe(false)
  })

  it('is not said by strangers, whose trace goes on all the same', async () => {
    const all = await start({}, false)
    const span = all.startSpan('a', { parent: { traceparent: `${client}00` } })
    expect(span.isRecording).toBe(true)
    expect(span.ids.trace_id).toBe('0af7651916cd43dd8448eb211c80319c')
    await started?.stop(silent)

    const none = await start({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, false)
    expect(none.startSpan('a', { parent: { traceparent: `${client}01` } }).isRecording).toBe(false)
  })

  it('begins a trace where what a caller names is none', async () => {
    const on = await start()
    for (const traceparent of ['', 'x', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) {
      const { ids } = on.startSpan('a', { parent: { traceparent } })
      expect(ids.trace_id).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
    }
  })
})

it('tells parts of a span that is kept alone: nothing below one that is left out, or below none', async () => {
  const on = await start()
  const isTold = () => inSpanOfCaller('part', {}, async (span) => span !== undefined)
  const inside = (flag: string) =>
    inSpan('work', { parent: { traceparent: `${client}${flag}` } }, isTold)
  expect([await inside('01'), await inside('00'), await isTold()]).toEqual([true, false, false])
  expect(on.isRecording()).toBe(false)
})

it('names the span of each log line', async () => {
  const on = await start()
  const stream = new PassThrough()
  const log = createLogger({ service: 'test', level: 'info' }, stream)
  const span = on.startSpan('work')
  span.run(() => log.child({ part: 1 }).info('inside'))
  log.info('outside')
  const [inside = '', outside = ''] = String(stream.read()).split('\n')
  expect(JSON.parse(inside)).toMatchObject(span.ids)
  expect(JSON.parse(outside)).not.toHaveProperty('trace_id')
})

it('does what several share in the span of the first, and nothing of it in one that has ended', async () => {
  const on = await start()
  const seen: (string | undefined)[] = []
  const share = createMicroBatch(async (items: readonly string[]) => {
    seen.push(on.ids()?.trace_id)
    return items
  })
  const ask = (name: string) =>
    inSpan(name, { parent: {} }, async () => [on.ids()?.trace_id, await share(name)])
  const [[first], [second]] = await Promise.all([ask('a'), ask('b')])
  const [third] = await ask('c')
  const nobody = await share('d')
  expect(seen).toEqual([first, third, undefined])
  expect(second).not.toBe(first)
  expect(nobody).toBe('d')
})
