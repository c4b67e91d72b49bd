import { expect, it } from 'vitest'
import { readTrace } from './trace.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const hop = `00-${traceId}-00f067aa0ba902b7-01`
const origin = `00-${traceId}-b7ad6b7169203331-01`

it('tells the trace of the delivery, with what vendors add', () => {
  const headers = { traceparent: hop, tracestate: 'vendor=1', 'ce-traceparent': origin }
  expect(readTrace(headers)).toEqual({ traceparent: hop, tracestate: 'vendor=1', traceId })
})

it('tells that of the event where a proxy has dropped the other', () => {
  expect(readTrace({ 'ce-traceparent': origin, tracestate: 'vendor=1' })).toEqual({
    traceparent: origin,
    traceId,
  })
})

it.each([
  undefined,
  '',
  'x',
  `ff-${traceId}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `${hop}x`,
])('tells none of what is no trace: %s', (traceparent) => {
  expect(readTrace({ traceparent })).toEqual({})
})
