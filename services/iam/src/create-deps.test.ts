import { createLogger } from '@countersign/service-kit/log'
import { expect, it } from 'vitest'
import { createDeps } from './create-deps.ts'

const [old, next] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64url'))
const id = '0190aaaa-0000-7000-8000-000000000001'

/** What a process makes of the setting; nothing connects before it is used. */
const depsOf = (keys: string) =>
  createDeps(
    {
      DATABASE_URL: 'postgresql://nowhere.invalid/x',
      DATABASE_POOL_SIZE: 1,
      ISSUER_URL: 'https://id.example',
      KEY_ENCRYPTION_KEY: keys,
      COOKIE_KEYS: 'c'.repeat(32),
    },
    createLogger({ service: 'iam', level: 'silent' }),
  )

it('reads what is in mails of the round before while KEY_ENCRYPTION_KEY changes in rounds, and of the one after', () => {
  const rounds = [`${old}`, `${old},${next}`, `${next},${old}`].map((keys) => depsOf(keys).links)
  for (const [index, one] of rounds.entries()) {
    for (const other of rounds.slice(Math.max(0, index - 1), index + 2)) {
      expect(other.readToken('password', one.tokenOf('password', id))).toBe(id)
      expect(other.isCodeOf(id, one.codeOf(id))).toBe(true)
    }
  }
  const last = depsOf(`${next}`).links
  expect(last.readToken('password', rounds[2]?.tokenOf('password', id))).toBe(id)
  expect(last.readToken('password', rounds[1]?.tokenOf('password', id))).toBeUndefined()
  expect(last.isCodeOf(id, rounds[1]?.codeOf(id) ?? '')).toBe(false)
})

it('derives of the first entry what takes the place of refresh tokens and what nonces are made of', () => {
  const [alone, before, after] = [`${old}`, `${old},${next}`, `${next},${old}`].map((keys) =>
    depsOf(keys),
  )
  // As it was before the setting was a list: an upgrade is no rotation.
  expect(alone?.refreshKey.toString('hex')).toBe(
    'be6e208391cd361de6e319bdbf6d62bb4e55510dece0c7ff6d5d7f1356402427',
  )
  expect(before).toMatchObject({ refreshKey: alone?.refreshKey, nonceKey: alone?.nonceKey })
  expect(after).toMatchObject({
    refreshKey: depsOf(`${next}`).refreshKey,
    nonceKey: depsOf(`${next}`).nonceKey,
  })
})
