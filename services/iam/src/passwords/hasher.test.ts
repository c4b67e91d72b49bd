import { describe, expect, it } from 'vitest'
import { createPasswordHasher } from './hasher.ts'

describe('password hashes', () => {
  it('are argon2id at the strength that is asked for, and match one password', async () => {
    const hasher = createPasswordHasher()
    const hash = await hasher.hash('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.matches(hash, 'correct horse')).toBe(true)
    expect(await hasher.matches(hash, 'correct horsf')).toBe(false)
  })

  it('[V6.2.8] match the same text however the keyboard composed it', async () => {
    const hasher = createPasswordHasher({ memoryCost: 8, timeCost: 1 })
    expect(await hasher.matches(await hasher.hash('Zoë'), 'Zoë')).toBe(true)
  })

  it('never match without a hash, in the time of a real comparison', async () => {
    const hasher = createPasswordHasher({ memoryCost: 19_456, timeCost: 2 })
    const hash = await hasher.hash('x')
    await hasher.matches(undefined, 'warm up')
    const time = async (target: string | undefined) => {
      // Of this process alone, all its threads: others on the machine do not count.
      const began = process.cpuUsage()
      expect(await hasher.matches(target, 'wrong')).toBe(false)
      const { user, system } = process.cpuUsage(began)
      return user + system
    }
    const known = Math.min(await time(hash), await time(hash), await time(hash))
    const unknown = Math.min(await time(undefined), await time(undefined), await time(undefined))
    expect(unknown).toBeGreaterThan(known / 3)
  })

  it('wait in line, so that a flood computes a bounded number at once', async () => {
    const hasher = createPasswordHasher({ memoryCost: 8, timeCost: 1, concurrency: 1 })
    const finished: number[] = []
    const work = async (i: number) => {
      await hasher.hash(String(i))
      finished.push(i)
    }
    await Promise.all([0, 1, 2, 3, 4, 5].map(work))
    expect(finished).toEqual([0, 1, 2, 3, 4, 5])
  })
})
