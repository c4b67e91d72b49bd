import { metricsOf } from '@countersign/service-kit/metrics'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import type { SentSpan } from '@countersign/test-kit/otlp-collector'
import { startTraced, type Traced } from '@countersign/test-kit/traced'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliveryWorker } from './features/deliveries/dispatch/worker.ts'
import { countDeliveries } from './features/deliveries/metrics.ts'
import { instancesPath, startBody } from './testing/approvals.testing.ts'
import { expenseProcess } from './testing/processes.ts'
import { bizTypeBody, createTenant, publish, useService } from './testing/service.testing.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const browser = `00-${traceId}-00f067aa0ba902b7-01`

let traced: Traced
let application: FakeBusinessApp
beforeAll(async () => {
  application = await startFakeBusinessApp()
  traced = await startTraced('bpm')
})
// After the service has ended: hooks of a file run last first.
afterAll(async () => {
  await traced.stop()
  await application.close()
})
const service = useService()

it('is one trace from the request over its statements to the delivery, which the receiver can go on with', async () => {
  const { app, deps } = service()
  const { origin } = application
  const tenant = await createTenant(service())
  tenant.add('admin')
  const admin = tenant.as('admin', ['bpm:origin:write'])
  await admin.send('PUT', '/api/bpm/v1/callback-origins', { origins: [origin] })
  const callback = { origin, path: '/internal/bpm-events' }
  await tenant.application.post('/internal/v1/bpm/biz-types', { ...bizTypeBody, callback })
  await publish(service(), tenant.id, expenseProcess)
  const ended = new AbortController()
  const counts = countDeliveries(app)
  const work = deliveryWorker({ ...deps, ...counts, privateCallbacks: 'listed' })(ended.signal)

  const started = await tenant
    .as('employee')
    .post(instancesPath, startBody(), { traceparent: browser })
  expect(started.status).toBe(201)
  await expect.poll(() => application.deliveries.length).toBe(2)
  ended.abort()
  await work

  const inTrace = () => traced.spans().filter((span) => span.traceId === traceId)
  const find = (name: string): SentSpan | undefined => inTrace().find((span) => span.name === name)
  await expect.poll(() => find('deliver task.created')?.spanId).toBeDefined()
  const request = find(`POST ${instancesPath}`)
  expect(request).toMatchObject({
    service: 'countersign-bpm',
    parentSpanId: '00f067aa0ba902b7',
    kind: 2,
    attributes: { 'http.route': instancesPath, 'http.response.status_code': 201 },
  })
  // The one statement of a start, which stores its events too.
  expect(find('INSERT start_keys')).toMatchObject({
    kind: 3,
    parentSpanId: request?.spanId,
    attributes: { 'db.system.name': 'postgresql' },
  })
  expect(inTrace().filter(({ name }) => name === 'INSERT start_keys')).toHaveLength(1)
  for (const { attributes } of inTrace())
    expect(JSON.stringify(attributes)).not.toContain('Trip to Lisbon')

  const delivery = find('deliver instance.started')
  expect(delivery).toMatchObject({ kind: 4, parentSpanId: request?.spanId })
  // Beside it the token was fetched. Of an address the origin alone is told.
  const post = inTrace().find(
    ({ name, parentSpanId, attributes }) =>
      name === 'POST' &&
      parentSpanId === delivery?.spanId &&
      attributes['url.full'] === `${origin}/`,
  )
  const [received] = application.deliveries
  expect(received?.headers).toMatchObject({
    traceparent: `00-${traceId}-${post?.spanId}-01`,
    'ce-traceparent': `00-${traceId}-${request?.spanId}-01`,
  })

  const { contentType, text } = await metricsOf(app, 'application/openmetrics-text;version=1.0.0')
  expect(contentType).toContain('application/openmetrics-text')
  const line = text.split('\n').find((one) => one.includes(`trace_id="${traceId}"`))
  expect(line).toMatch(
    /^http_server_request_duration_seconds_bucket\{.*route="\/api\/bpm\/v1\/process-instances".*\} \d+ # \{/,
  )
  expect(text.endsWith('# EOF\n')).toBe(true)
  expect((await metricsOf(app)).text).toContain(
    'bpm_delivery_attempts_total{outcome="delivered"} 2',
  )
})
