import { describe, expect, it } from 'vitest'
import { PartFlow } from './part-flow.ts'
import { openPartWindow } from './part-window.ts'
import type { PassingPart } from './put.ts'
import type { S3Part } from './write-state.ts'

// What is stored is up to each test.
const part: PassingPart = {
  flow: new PartFlow(1, 0),
  isDue: false,
  push: async () => undefined,
  store: () => Promise.reject(new Error('not asked for')),
  cut: async () => undefined,
}

function setUp() {
  const recorded: number[] = []
  const stores = new Map<number, PromiseWithResolvers<S3Part>>()
  const window = openPartWindow({
    store: ({ number }) => {
      const stored = Promise.withResolvers<S3Part>()
      stores.set(number, stored)
      return stored.promise
    },
    record: async ({ number }) => {
      recorded.push(number)
    },
  })
  const put = (number: number) => window.put({ number, part })
  const succeed = (number: number) =>
    stores.get(number)?.resolve({ number, etag: '', sizeBytes: 1 })
  const fail = (number: number) => stores.get(number)?.reject(new Error(`part ${number}`))
  return { window, recorded, stores, put, succeed, fail }
}

describe('parts under way', () => {
  it('are recorded in order, whichever is stored first', async () => {
    const { window, recorded, put, succeed } = setUp()
    await put(1)
    await put(2)

    succeed(2)
    await Promise.resolve()
    expect(recorded).toEqual([])
    succeed(1)
    await window.finish()

    expect(recorded).toEqual([1, 2])
  })

  it('are two at most', async () => {
    const { window, stores, put, succeed } = setUp()
    await put(1)
    await put(2)
    const third = put(3)

    expect([...stores.keys()]).toEqual([1, 2])
    succeed(1)
    await third
    expect([...stores.keys()]).toEqual([1, 2, 3])
    for (const number of [2, 3]) succeed(number)
    await window.finish()
  })

  it('record nothing after one that failed', async () => {
    const { window, recorded, put, succeed, fail } = setUp()
    await put(1)
    await put(2)
    const third = put(3)
    fail(1)
    succeed(2)

    await expect(third).rejects.toThrow('part 1')
    expect(await window.settle()).toBe(false)
    await expect(window.finish()).rejects.toThrow('part 1')
    expect(recorded).toEqual([])
  })
})
