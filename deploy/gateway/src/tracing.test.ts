import { startTraced, type Traced } from '@countersign/test-kit/traced'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildApp } from './app.ts'
import { gatewayOptions } from './testing/gateway.ts'

let traced: Traced
beforeAll(async () => {
  traced = await startTraced('gateway', false)
})
afterAll(() => traced.stop())

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const share = 'UOWrpVh4SwF4tKffW3NNXYN'

it('goes on with the trace of a client, keeps it although the client would not, and hands its own span on', async () => {
  const { upstream, options } = await gatewayOptions()
  const app = await buildApp(options)
  onTestFinished(() => app.close())
  const answer = await app.inject({
    url: `/api/dms/shares/${share}?part=1`,
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-00`, tracestate: 'stranger=1' },
  })
  expect(answer.statusCode).toBe(200)

  const find = (kind: number) =>
    traced.spans().find((span) => span.traceId === traceId && span.kind === kind)
  await expect.poll(() => find(2)).toBeDefined()
  await expect.poll(() => find(3)).toBeDefined()
  const [server, client] = [find(2), find(3)]
  expect(server).toMatchObject({
    service: 'countersign-gateway',
    name: 'GET /api/dms/*',
    parentSpanId: '00f067aa0ba902b7',
    attributes: { 'http.route': '/api/dms/*', 'http.response.status_code': 200 },
  })
  expect(client).toMatchObject({ name: 'GET', parentSpanId: server?.spanId })
  expect(upstream.seen.at(-1)?.headers['traceparent']).toBe(`00-${traceId}-${client?.spanId}-01`)
  expect(answer.headers['server-timing']).toBe(
    `traceparent;desc="00-${traceId}-${server?.spanId}-01"`,
  )
  expect(JSON.stringify(traced.spans())).not.toContain(share)
})
