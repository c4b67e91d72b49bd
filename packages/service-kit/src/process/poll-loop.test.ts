import { expect, it, vi } from 'vitest'
import { createLogger } from './log.ts'
import { pollLoop } from './poll-loop.ts'

it('goes on at once while there is work, survives a failure, and ends by the signal', async () => {
  const log = createLogger({ service: 'test', level: 'silent' })
  const stop = new AbortController()
  const answers = [2, 1, new Error('once'), 0, 0]
  const round = vi.fn(async () => {
    const next = answers.shift()
    if (answers.length === 0) stop.abort()
    if (next instanceof Error) throw next
    return next ?? 0
  })
  await pollLoop({ name: 'test', idleMs: 1, signal: stop.signal, log, round })
  expect(round).toHaveBeenCalledTimes(5)
})
