import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore.ts'

const { signal } = new AbortController()

/** Whether a promise is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await new Promise(setImmediate)
  return settled
}

it('gives what is left, and lets others wait in their order', async () => {
  const semaphore = createSemaphore({ permits: 10 })
  const giveBack = await semaphore.acquire({ permits: 8, signal })
  const large = semaphore.acquire({ permits: 5, signal })
  const small = semaphore.acquire({ permits: 1, signal })

  expect(await isSettled(small)).toBe(false)
  expect(semaphore.hasQueue).toBe(true)
  giveBack()
  await Promise.all([large, small])
  expect(semaphore.hasQueue).toBe(false)
})

it('gives all to who wants more than there is, and takes back once', async () => {
  const semaphore = createSemaphore({ permits: 10 })
  const giveBack = await semaphore.acquire({ permits: 1_000, signal })
  const other = semaphore.acquire({ permits: 1, signal })
  expect(await isSettled(other)).toBe(false)

  giveBack()
  giveBack()
  await other
  expect(await isSettled(semaphore.acquire({ permits: 10, signal }))).toBe(false)
})

it('lets nobody wait for who has gone', async () => {
  const semaphore = createSemaphore({ permits: 10 })
  await semaphore.acquire({ permits: 8, signal })
  const gone = new AbortController()
  const large = semaphore.acquire({ permits: 5, signal: gone.signal })
  const small = semaphore.acquire({ permits: 1, signal })

  gone.abort(new Error('gone'))

  await expect(large).rejects.toThrow('gone')
  await small
  await expect(semaphore.acquire({ permits: 1, signal: gone.signal })).rejects.toThrow('gone')
})

it('does work so many at a time, and refuses who finds the queue full', async () => {
  const semaphore = createSemaphore({
    permits: 1,
    queue: { max: 1, refuse: () => new Error('too many') },
  })
  const gate = Promise.withResolvers<void>()
  const log: string[] = []
  const work = (name: string, done: Promise<void>) => async () => {
    log.push(name)
    await done
    return name
  }

  const first = semaphore.run(work('first', gate.promise))
  const second = semaphore.run(work('second', Promise.resolve()))
  await expect(semaphore.run(work('third', gate.promise))).rejects.toThrow('too many')
  expect(log).toEqual(['first'])

  gate.resolve()
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
})

it('gives the permit back when the work fails', async () => {
  const semaphore = createSemaphore({ permits: 1 })
  await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await semaphore.run(() => Promise.resolve('next'))).toBe('next')
})
