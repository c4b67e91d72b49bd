import { createLogger } from '@countersign/service-kit/log'
import { expect, it, onTestFinished, vi } from 'vitest'
import { keepLease } from './keep-lease.ts'

const log = createLogger({ service: 'dms', level: 'silent' })

it('renews while the work lasts, and no longer', async () => {
  const renewed: number[] = []
  const { promise, resolve } = Promise.withResolvers<string>()
  const renew = async (seconds: number) => {
    renewed.push(seconds)
    // One that fails is no reason to stop.
    if (renewed.length === 1) throw new Error('the database is away')
    if (renewed.length === 3) resolve('done')
  }
  expect(await keepLease(log, renew, () => promise, 0.03)).toBe('done')
  expect(renewed).toEqual([0.03, 0.03, 0.03])

  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const failing = keepLease(log, renew, () => Promise.reject(new Error('no')), 0.03)
  expect(vi.getTimerCount()).toBe(1)
  await expect(failing).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})
