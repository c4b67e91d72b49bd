import assert from 'node:assert/strict'
import { readTrace } from './trace.ts'

export const reads = 'traceparent, tracestate'
export const mostBytes = 500
const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
export const seeds = [`${parent}\na=b\n`, `\n\n${parent}`, `01${parent.slice(2)}-more\n\n`]

/** Nothing is thrown, and an id that goes into a log is one. */
export function check(bytes: Buffer): void {
  const [traceparent, tracestate, event] = bytes.toString('latin1').split('\n')
  const { traceId } = readTrace({ traceparent, tracestate, 'ce-traceparent': event })
  if (traceId !== undefined) assert.match(traceId, /^(?!0{32})[0-9a-f]{32}$/)
}
