import { startTraced, type Traced } from '@countersign/test-kit/traced'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { initiate, sendBytes, setUp, type Setup } from './testing/setup.ts'

let traced: Traced
let setup: Setup
beforeAll(async () => {
  traced = await startTraced('dms')
  setup = await setUp()
})
afterAll(async () => {
  await setup.close()
  await traced.stop()
})

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const route = 'POST /api/dms/uploads/:id/content'

it('the span of an upload has its statements and its storage below it, and nothing of what is stored', async () => {
  const user = setup.makeUser()
  const bytes = Buffer.from('we pay 10 to nobody')
  const id = await initiate(setup, user, bytes.length, { fileName: 'salaries.txt' })
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  expect((await sendBytes(setup, user, id, bytes, { traceparent })).statusCode).toBe(200)

  const inTrace = () => traced.spans().filter((span) => span.traceId === traceId)
  const find = (name: string) => inTrace().find((span) => span.name === name)
  await expect.poll(() => find(route)).toBeDefined()
  const request = find(route)
  expect(request).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7' })
  const append = find('storage append')
  expect(append).toMatchObject({
    parentSpanId: request?.spanId,
    attributes: { 'countersign.storage.kind': 'filesystem' },
  })
  const statements = inTrace().filter(({ attributes }) => 'db.query.text' in attributes)
  const parents = new Set(statements.map(({ parentSpanId }) => parentSpanId))
  expect(parents).toContain(request?.spanId)
  expect([request?.spanId, append?.spanId]).toEqual(expect.arrayContaining([...parents]))
  const told = JSON.stringify(traced.spans())
  for (const hidden of ['we pay 10', 'salaries', id]) expect(told).not.toContain(hidden)
})
