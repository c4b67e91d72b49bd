import { expect, it, vi } from 'vitest'
import { createLogger } from './log.ts'
import { DatabaseUnavailable } from '../database/unavailable.ts'
import { decideBackoffMs, pollLoop } from './poll-loop.ts'

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

it('waits later and later for what fails, and not for long when only the database is away', () => {
  const outage = new DatabaseUnavailable('connect', new Error('nobody listens'))
  const waits = (error: Error) => [1, 4, 20].map((failures) => decideBackoffMs(error, failures, 50))
  expect(waits(new Error('bug'))).toEqual([200, 1_600, 30_000])
  expect(waits(outage)).toEqual([200, 1_600, 2_000])
})
