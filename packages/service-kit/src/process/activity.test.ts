import { setImmediate, setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createActivity } from './activity.ts'
import { createLogger } from './log.ts'
import { pollLoop } from './poll-loop.ts'

const FOR_EVER_MS = 2 ** 30
const log = createLogger({ service: 'test', level: 'silent' })

function startLoop(
  activity = createActivity(0),
  mostMs = FOR_EVER_MS,
  dueInMs?: (lookedMsAgo: number) => Promise<number>,
) {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const round = vi.fn(async () => 0)
  const quiet = vi.spyOn(activity, 'quiet')
  const ended = pollLoop({
    name: 'test',
    idleMs: 1,
    quiet: { activity, mostMs, ...(dueInMs && { dueInMs }) },
    signal: stop.signal,
    log,
    round,
  })
  const reached = (count: () => number, atLeast: number) =>
    vi.waitUntil(() => count() >= atLeast, { timeout: 60_000, interval: 5 })
  return {
    activity,
    round,
    quiet,
    rounds: (atLeast: number) => reached(() => round.mock.calls.length, atLeast),
    rests: (atLeast: number) => reached(() => quiet.mock.calls.length, atLeast),
    /** How long each rest was to last at most. */
    askedMs: () => quiet.mock.calls.map(([most]) => most),
    /** It rests, and goes on resting when it has had every chance to look again. */
    async expectRest() {
      const before = round.mock.calls.length
      for (let turn = 0; turn < 20; turn++) await setImmediate()
      expect(quiet.mock.settledResults.at(-1)?.type).toBe('incomplete')
      expect(round).toHaveBeenCalledTimes(before)
    },
    stop: async () => {
      stop.abort()
      await ended
    },
  }
}

it('looks seldom while nothing happens, and at once when something does', async () => {
  const loop = startLoop()
  for (let happened = 1; happened <= 3; happened++) {
    await loop.rests(happened)
    await loop.expectRest()
    const before = loop.round.mock.calls.length
    loop.activity.note()
    await loop.rounds(before + 1)
  }
  await loop.stop()
  expect(new Set(loop.askedMs())).toEqual(new Set([FOR_EVER_MS]))
})

it('looks by itself when the longest rest is over', async () => {
  const loop = startLoop(createActivity(0), 1)
  await loop.rests(5)
  await loop.stop()
  expect(new Set(loop.askedMs())).toEqual(new Set([1]))
})

it('looks by itself when work becomes due by the clock, and may have been due for long', async () => {
  const due = [1, -1_000, 1, -1_000]
  const loop = startLoop(createActivity(0), FOR_EVER_MS, async () => due.shift() ?? Infinity)
  await loop.rests(5)
  await loop.expectRest()
  await loop.stop()
  expect(loop.askedMs()).toEqual([1, 0, 1, 0, FOR_EVER_MS])
})

it('asks for what becomes due since it began to look, its look included', async () => {
  const ages: number[] = []
  const loop = startLoop(createActivity(0), FOR_EVER_MS, async (lookedMsAgo) => {
    ages.push(lookedMsAgo)
    return 1
  })
  loop.round.mockImplementation(async () => {
    await setTimeout(20)
    return 0
  })
  await loop.rounds(3)
  await loop.stop()
  // The first round is under way before it is given something to wait for; a timer may be a millisecond early.
  expect(Math.min(...ages.slice(1))).toBeGreaterThan(18)
})

it('does not rest upon what happened while it looked', async () => {
  const activity = createActivity(0)
  const stop = new AbortController()
  let rounds = 0
  const round = async () => {
    rounds += 1
    if (rounds === 1) activity.note()
    else stop.abort()
    return 0
  }
  const quiet = { activity, mostMs: FOR_EVER_MS }
  await pollLoop({ name: 'test', idleMs: 1, quiet, signal: stop.signal, log, round })
  expect(rounds).toBe(2)
})

it('does not rest while something has happened lately', async () => {
  const activity = createActivity(FOR_EVER_MS)
  activity.note()
  const loop = startLoop(activity)
  await loop.rounds(5)
  await loop.stop()
  expect(loop.quiet).not.toHaveBeenCalled()
})

it('is busy again after a round that found something', async () => {
  const activity = createActivity(0)
  const note = vi.spyOn(activity, 'note')
  const stop = new AbortController()
  const found = [1, 0]
  const round = async () => {
    const done = found.shift() ?? 0
    if (found.length === 0) stop.abort()
    return done
  }
  const quiet = { activity, mostMs: FOR_EVER_MS }
  await pollLoop({ name: 'test', idleMs: 1, quiet, signal: stop.signal, log, round })
  expect(note).toHaveBeenCalledTimes(1)
})
