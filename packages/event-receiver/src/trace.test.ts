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

it('tells nothing of vendors where they have said nothing', () => {
  expect(readTrace({ traceparent: hop })).toStrictEqual({ traceparent: hop, traceId })
})

it('knows a trace whose number begins with zeros', () => {
  const rare = `${'0'.repeat(31)}1`
  const traceparent = `00-${rare}-0000000000000001-01`
  expect(readTrace({ traceparent })).toMatchObject({ traceId: rare })
})

it.each([
  undefined,
  '',
  'x',
  `ff-${traceId}-00f067aa0ba902b7-01`,
  `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  `00-${traceId}-${'0'.repeat(16)}-01`,
  `${hop}x`,
  `x${hop}`,
])('tells none of what is no trace: %s', (traceparent) => {
  expect(readTrace({ traceparent })).toEqual({})
})

it('tells none of two at once', () => {
  expect(readTrace({ traceparent: [hop], 'ce-traceparent': [origin] })).toEqual({})
})
