import { constants, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createForge, encode, type Forge } from '../bench/forge.ts'
import { type Caller, createVerifier, InvalidToken, KeysUnavailable } from './index.ts'
import type { VerifierOptions } from './options.ts'
import { createTestClock, createTestIssuer, type TestIssuer } from './testing.ts'

let issuer: TestIssuer
let forge: Forge
beforeAll(async () => {
  issuer = await createTestIssuer({ clock: createTestClock(Date.now()) })
  forge = createForge(issuer)
})
afterAll(() => issuer.close())

const setup = (options: Partial<VerifierOptions> = {}) =>
  createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl, now: issuer.now, ...options })

const nowSeconds = () => Math.floor(issuer.now() / 1000)

describe('the caller', () => {
  it('[AUTH-02] [AUTH-04] [AUTH-05] is what the token says', async () => {
    const token = issuer.userToken({
      sub: 'u1',
      tenantId: 't1',
      permissions: ['expense:start'],
      scopes: ['openid', 'profile'],
    })
    expect(await setup().verify(token)).toEqual({
      subject: 'u1',
      tenantId: 't1',
      clientId: 'test-spa',
      grantType: 'authorization_code',
      scopes: ['openid', 'profile'],
      permissions: ['expense:start'],
      authorities: ['expense:start', 'SCOPE_openid', 'SCOPE_profile'],
      claims: expect.objectContaining({ sub: 'u1', iss: issuer.issuer }) as unknown,
    })
  })

  it('of a service has no tenant unless the token names one', async () => {
    const { verify } = setup()
    const caller = await verify(issuer.serviceToken({ scopes: ['iam.internal'] }))
    expect(caller).toMatchObject({ subject: 'test-service', permissions: [], tenantId: undefined })
    const scoped = await verify(issuer.serviceToken({ tenantId: 't1' }))
    expect(scoped).toMatchObject({ tenantId: 't1', grantType: 'client_credentials', scopes: [] })
  })

  it('cannot be changed by who has it first', async () => {
    const { verify } = setup()
    const token = issuer.userToken({ claims: { nested: { list: [{}] } } })
    const caller = await verify(token)
    const seen: object[] = []
    const walk = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      seen.push(value)
      Object.values(value).forEach(walk)
    }
    walk(caller)
    expect(seen.length).toBeGreaterThan(6)
    expect(seen.every((value) => Object.isFrozen(value))).toBe(true)
  })
})

describe('fetching', () => {
  it('[AUTH-01] does nothing before the first token and fetches once for many', async () => {
    const before = issuer.fetchCount()
    const { verify } = setup()
    expect(issuer.fetchCount()).toBe(before)
    await Promise.all(Array.from({ length: 50 }, () => verify(issuer.userToken())))
    for (let times = 0; times < 50; times++) await verify(issuer.userToken())
    expect(issuer.fetchCount()).toBe(before + 1)
  })

  it('[AUTH-03] finds a new key at once, and refuses what is still unknown after one fetch', async () => {
    const own = await createTestIssuer()
    const { verify } = createVerifier(own)
    await verify(own.userToken())
    await own.rotate()
    await expect(verify(own.userToken())).resolves.toBeDefined()
    expect(own.fetchCount()).toBe(2)
    const junk = own.userToken({ header: { kid: 'junk' } })
    await expect(verify(junk)).rejects.toMatchObject({ reason: 'unknown_key' })
    expect(own.fetchCount()).toBe(3)
    await own.close()
  })

  it('does nothing for what cannot be a token', async () => {
    const before = issuer.fetchCount()
    const { verify } = setup()
    const [header, payload] = issuer.userToken().split('.')
    const wrongAlgorithm = issuer.userToken({ header: { alg: 'HS256' } })
    for (const token of [
      '',
      'a.b.c',
      `${header}.${payload}.`,
      `${header}.${payload}.A`,
      wrongAlgorithm,
    ]) {
      await expect(verify(token)).rejects.toThrow(InvalidToken)
    }
    expect(issuer.fetchCount()).toBe(before)
  })

  it('tells the hook, and survives a hook that fails', async () => {
    const onKeySetEvent = vi.fn(() => {
      throw new Error('hook')
    })
    await setup({ onKeySetEvent }).verify(issuer.userToken())
    expect(onKeySetEvent).toHaveBeenCalledWith({
      type: 'read',
      kids: [issuer.kid, forge.kid],
      ignored: [],
    })
  })

  it('takes the keys from the process itself where there is no address', async () => {
    const keySet = async () => (await fetch(issuer.jwksUrl)).json()
    const { verify } = createVerifier({ issuer: issuer.issuer, keySet, now: issuer.now })
    await expect(verify(issuer.userToken())).resolves.toBeDefined()
    const broken = createVerifier({
      issuer: issuer.issuer,
      keySet: () => Promise.reject(new Error()),
    })
    await expect(broken.verify(issuer.userToken())).rejects.toThrow(KeysUnavailable)
  })

  it('survives a hook whose promise fails', async () => {
    // The types allow it: a function of a promise passes for one of nothing.
    const onKeySetEvent = () => Promise.reject(new Error('hook'))
    await expect(setup({ onKeySetEvent }).verify(issuer.userToken())).resolves.toBeDefined()
  })

  it('waits no longer for the process itself than for an address', async () => {
    const keySet = () => new Promise(() => undefined)
    const { verify } = createVerifier({ issuer: issuer.issuer, keySet, keySetTimeoutMs: 20 })
    await expect(verify(issuer.userToken())).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('asks who has no keys to give not again for each token', async () => {
    let reads = 0
    const keySet = () => {
      reads += 1
      throw new Error('down')
    }
    const { verify } = createVerifier({ issuer: issuer.issuer, keySet, now: issuer.now })
    const token = issuer.userToken()
    for (let times = 0; times < 100; times++) {
      await expect(verify(token)).rejects.toThrow(KeysUnavailable)
    }
    // Five at once, then one a second.
    expect(reads).toBeLessThan(50)
  })

  it('can be warmed up', async () => {
    const { verify, refreshKeys } = setup()
    await refreshKeys()
    const fetched = issuer.fetchCount()
    await verify(issuer.userToken())
    expect(issuer.fetchCount()).toBe(fetched)
  })
})

describe('time', () => {
  const clock = () => issuer.clock
  it.each([
    ['exp', -1, 'accepted'],
    ['exp', 0, 'expired'],
    ['exp', 60, 'expired'],
  ])('[V9.2.1] %s: %i s after it is %s', async (_, seconds, outcome) => {
    const token = issuer.userToken()
    const now = () => clock().now() - (clock().now() % 1000) + (600 + seconds) * 1000
    const result = setup({ now }).verify(token)
    await (outcome === 'accepted'
      ? expect(result).resolves.toBeDefined()
      : expect(result).rejects.toMatchObject({ reason: outcome }))
  })

  it.each(['nbf', 'iat'])('%s may be 30 s ahead, not more', async (claim) => {
    const { verify } = setup()
    const ahead = (seconds: number) =>
      issuer.userToken({ claims: { [claim]: nowSeconds() + seconds } })
    await expect(verify(ahead(30))).resolves.toBeDefined()
    await expect(verify(ahead(32))).rejects.toMatchObject({ reason: 'not_yet_valid' })
  })

  it('accepts nothing by a clock that does not know the time', async () => {
    const { verify } = setup({ now: () => Number.NaN })
    await expect(verify(issuer.userToken())).rejects.toThrow()
  })

  it('has tolerances that can be set', async () => {
    const options = { clockToleranceSeconds: 10, notBeforeToleranceSeconds: 0 }
    const { verify } = setup(options)
    await expect(verify(issuer.userToken({ expiresInSeconds: -9 }))).resolves.toBeDefined()
    await expect(verify(issuer.userToken({ expiresInSeconds: -11 }))).rejects.toThrow(InvalidToken)
    const early = issuer.userToken({ claims: { nbf: nowSeconds() + 2 } })
    await expect(verify(early)).rejects.toMatchObject({ reason: 'not_yet_valid' })
  })
})

describe('the cache', () => {
  it('gives the same caller without verifying again, until the token expires', async () => {
    const own = await createTestIssuer({ clock: createTestClock(Date.now()) })
    const { verify } = createVerifier(own)
    const token = own.userToken()
    const caller = await verify(token)
    expect(await verify(token)).toBe(caller)
    own.clock.advanceSeconds(600)
    await expect(verify(token)).rejects.toMatchObject({ reason: 'expired' })
    await own.close()
  })

  it('[V9.2.1] looks at the time on each hit, in both directions', async () => {
    const own = await createTestIssuer({ clock: createTestClock(Date.now()) })
    const { verify } = createVerifier(own)
    const token = own.userToken()
    await verify(token)
    own.clock.advanceSeconds(-3600)
    await expect(verify(token)).rejects.toMatchObject({ reason: 'not_yet_valid' })
    await own.close()
  })

  it('loses what was verified with a key that left the set', async () => {
    const own = await createTestIssuer()
    const { verify, refreshKeys } = createVerifier(own)
    const token = own.userToken()
    const { kid } = own
    await verify(token)
    await own.rotate()
    own.withdraw(kid)
    await expect(verify(token)).resolves.toBeDefined()
    await refreshKeys()
    await expect(verify(token)).rejects.toMatchObject({ reason: 'unknown_key' })
    await own.close()
  })

  it('stops when the keys are too old', async () => {
    const own = await createTestIssuer({ clock: createTestClock(Date.now()) })
    const { verify } = createVerifier(own)
    const token = own.userToken({ expiresInSeconds: 86_400 })
    await verify(token)
    own.setOutage(true)
    own.clock.advanceSeconds(600 + 3599)
    await expect(verify(token)).resolves.toBeDefined()
    own.clock.advanceSeconds(1)
    await expect(verify(token)).rejects.toMatchObject({ code: 'auth.keys_unavailable' })
    await own.close()
  })

  it('keeps the tokens used last and no more than it may', async () => {
    const { verify } = setup({ cacheSize: 2 })
    const [a, b, c] = [issuer.userToken(), issuer.userToken(), issuer.userToken()]
    const [first, second] = [await verify(a), await verify(b)]
    expect(await verify(a)).toBe(first)
    await verify(c)
    expect(await verify(a)).toBe(first)
    expect(await verify(b)).not.toBe(second)
  })

  it('can be turned off', async () => {
    const { verify } = setup({ cacheSize: 0 })
    const token = issuer.userToken()
    expect(await verify(token)).not.toBe(await verify(token))
  })

  it('remembers nothing of a token that was refused', async () => {
    const { verify } = setup()
    const token = issuer.userToken()
    const [header, payload] = token.split('.')
    const forged = `${header}.${payload}.${Buffer.alloc(256, 1).toString('base64url')}`
    await expect(verify(forged)).rejects.toMatchObject({ reason: 'signature' })
    await verify(token)
    await expect(verify(forged)).rejects.toMatchObject({ reason: 'signature' })
  })
})

describe('revocation', () => {
  it('is asked for every token, cached or not, and sees the claims', async () => {
    const isRevoked = vi.fn((claims: Caller['claims']) => claims['sub'] === 'gone')
    const { verify } = setup({ isRevoked })
    const token = issuer.userToken({ sub: 'u1' })
    await verify(token)
    await verify(token)
    expect(isRevoked).toHaveBeenCalledTimes(2)
    await expect(verify(issuer.userToken({ sub: 'gone' }))).rejects.toMatchObject({
      reason: 'revoked',
    })
  })

  it.each([
    ['throws', () => fail()],
    ['answers with a promise', () => Promise.resolve(false)],
    // Were it not taken care of, it would end the process, and this run with it.
    ['answers with a promise that fails', () => Promise.reject(new Error('hook'))],
    ['answers nothing', () => undefined],
  ])('refuses when the hook %s', async (_, hook) => {
    // What the types forbid happens in JavaScript.
    const isRevoked = hook as unknown as () => boolean
    await expect(setup({ isRevoked }).verify(issuer.userToken())).rejects.toThrow(InvalidToken)
  })

  const fail = () => {
    throw new Error('hook')
  }

  /** What is revoked, as a feed tells it. */
  function createNews(answer: 'good' | 'revoked' | 'unknown' = 'good') {
    const news = { answer, revision: 1, asked: 0 }
    const check = () => {
      news.asked += 1
      return news.answer
    }
    return { news, revocations: { revision: () => news.revision, check } }
  }

  it('is looked up once for a token, and again when there is news', async () => {
    const { news, revocations } = createNews()
    const { verify } = setup({ revocations })
    const token = issuer.userToken()
    for (let times = 0; times < 3; times++) await verify(token)
    expect(news.asked).toBe(1)
    Object.assign(news, { revision: 2, answer: 'revoked' })
    for (let times = 0; times < 2; times++) {
      await expect(verify(token)).rejects.toMatchObject({ reason: 'revoked' })
    }
    Object.assign(news, { revision: 3, answer: 'good' })
    await expect(verify(token)).resolves.toBeDefined()
  })

  it('is asked about again where news came in while it was', async () => {
    const news = { revision: 1, asked: 0 }
    const check = () => {
      news.revision += 1
      news.asked += 1
      return 'good' as const
    }
    const { verify } = setup({ revocations: { revision: () => news.revision, check } })
    const token = issuer.userToken()
    for (let times = 0; times < 3; times++) await verify(token)
    expect(news.asked).toBe(3)
  })

  it('is asked about each time where nobody can say whether there is news', async () => {
    const { news, revocations } = createNews()
    news.revision = Number.NaN
    const { verify } = setup({ revocations })
    const token = issuer.userToken()
    for (let times = 0; times < 3; times++) await verify(token)
    expect(news.asked).toBe(3)
  })

  it('that cannot be told at the moment puts the token off, and does not refuse it', async () => {
    const { news, revocations } = createNews('unknown')
    const { verify } = setup({ revocations })
    const token = issuer.userToken()
    const answer = verify(token)
    await expect(answer).rejects.toMatchObject({ status: 503, reason: 'revocations' })
    news.answer = 'good'
    await expect(verify(token)).resolves.toBeDefined()
  })

  it('refuses what is neither good nor put off', async () => {
    const { revocations } = createNews('fine' as 'good')
    const { verify } = setup({ revocations })
    await expect(verify(issuer.userToken())).rejects.toMatchObject({ reason: 'revoked' })
  })
})

describe('what is no token', () => {
  it.each([undefined, null, 7, {}])('is refused as such: %s', async (token) => {
    await expect(setup().verify(token as never)).rejects.toMatchObject({ reason: 'malformed' })
  })

  it('may be as long as is said, remembered or not', async () => {
    const token = issuer.userToken()
    const exact = setup({ maxTokenLength: token.length })
    for (let times = 0; times < 2; times++) await exact.verify(token)
    const { verify } = setup({ maxTokenLength: token.length - 1 })
    await expect(verify(token)).rejects.toMatchObject({ reason: 'too_large' })
  })
})

it('has seen no proofs where it takes none', () => {
  expect(setup().proofCounts()).toEqual({ remembered: 0, replayed: 0 })
})

describe('algorithms', () => {
  it('[V9.1.2] are RS256 alone unless more are allowed', async () => {
    const own = await createTestIssuer()
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    own.publish({ ...publicKey.export({ format: 'jwk' }), kid: 'pss' })
    const body = encode(JSON.stringify({ ...forge.claims(), iss: own.issuer }))
    const signed = `${encode('{"alg":"PS256","kid":"pss"}')}.${body}`
    const key = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const token = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`

    await expect(createVerifier(own).verify(token)).rejects.toMatchObject({ reason: 'algorithm' })
    const lenient = createVerifier({ ...own, audience: undefined, algorithms: ['RS256', 'PS256'] })
    await expect(lenient.verify(token)).resolves.toBeDefined()
    await own.close()
  })

  it.each([
    ['algorithm', 'RS256'],
    ['signature', undefined],
  ])('[V9.1.2] do not mix: %s when the key is for %s', async (reason, alg) => {
    const own = await createTestIssuer()
    const key = createForge(own, { jwk: { alg } })
    const algorithms = ['RS256', 'PS256', 'RS512'] as const
    const { verify } = createVerifier({ ...key.target, algorithms })
    for (const other of ['PS256', 'RS512']) {
      await expect(verify(key.token({ header: { alg: other } }))).rejects.toMatchObject({ reason })
    }
    await expect(verify(key.token())).resolves.toBeDefined()
    await own.close()
  })
})

describe('types', () => {
  it.each([
    [['at+jwt'], 'at+jwt', true],
    [['at+jwt'], 'AT+JWT', true],
    [['at+jwt'], 'JWT', false],
    [['at+jwt'], undefined, false],
    [['JWT', 'none'], undefined, true],
    [['JWT', 'none'], 'none', false],
    [['application/at+jwt'], 'at+jwt', true],
  ])('%j with %s: %s', async (types, typ, accepted) => {
    const result = setup({ types }).verify(issuer.userToken({ header: { typ } }))
    await (accepted
      ? expect(result).resolves.toBeDefined()
      : expect(result).rejects.toMatchObject({ reason: 'type' }))
  })
})

describe('audience', () => {
  it('[V9.2.3] is looked at when configured; one of several is enough', async () => {
    const token = issuer.userToken({ claims: { aud: ['a', 'b'] } })
    await expect(setup().verify(token)).resolves.toBeDefined()
    await expect(setup({ audience: ['x', 'b'] }).verify(token)).resolves.toBeDefined()
    await expect(setup({ audience: 'x' }).verify(token)).rejects.toMatchObject({
      reason: 'audience',
    })
  })
})

describe('options', () => {
  it.each([
    [{ issuer: '' }, 'issuer'],
    [{ jwksUrl: undefined }, 'jwksUrl'],
    [{ jwksUrl: 'file:///keys' }, 'jwksUrl'],
    [{ jwksUrl: 'nowhere' }, 'jwksUrl'],
    [{ keySet: () => ({}) }, 'keySet'],
    [{ audience: '' }, 'audience'],
    [{ audience: [] }, 'audience'],
    [{ algorithms: [] }, 'algorithms'],
    [{ algorithms: ['HS256'] }, 'algorithms'],
    [{ clockToleranceSeconds: -1 }, 'clockToleranceSeconds'],
    [{ cacheSize: Number.NaN }, 'cacheSize'],
    // As text, from the environment: added to `exp` it would make a token good for ever.
    [{ clockToleranceSeconds: '5' }, 'clockToleranceSeconds'],
    [{ notBeforeToleranceSeconds: ['5'] }, 'notBeforeToleranceSeconds'],
    // Timers take a longer time for one millisecond.
    [{ keySetTimeoutMs: 2 ** 31 }, 'keySetTimeoutMs'],
    [{ keySetTimeoutMs: 0 }, 'keySetTimeoutMs'],
    [{ keySetMaxBytes: 0 }, 'keySetMaxBytes'],
    [{ maxTokenLength: 0 }, 'maxTokenLength'],
    [{ jwksUrl: undefined, keySet: {} }, 'keySet'],
    [{ isRevoked: true }, 'isRevoked'],
  ])('%j are refused at once', (options, name) => {
    const given = { issuer: 'https://id.example', jwksUrl: 'https://id.example/jwks', ...options }
    expect(() => createVerifier(given as VerifierOptions)).toThrow(`createVerifier: ${name} `)
  })
})
