import { describe, expect, it } from 'vitest'
import { createRevocations, createVerifier } from './index.ts'
import { createTestIssuer } from './testing.ts'

const claims = { sub: 'u1', sid: 's1', client_id: 'c1', iat: 1000 }

describe('createRevocations', () => {
  it.each([
    ['subject', 'u1'],
    ['session', 's1'],
    ['client', 'c1'],
  ] as const)('refuses tokens of a %s from before the time', (kind, id) => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    apply({ kind, id, notBefore: 1000.5 })
    expect(isRevoked(claims)).toBe(true)
    expect(isRevoked({ ...claims, iat: 1001 })).toBe(false)
    apply({ kind, id, notBefore: 1001 })
    expect(isRevoked({ ...claims, iat: 1001 })).toBe(false)
    expect(isRevoked({ ...claims, iat: 1000 })).toBe(true)
    expect(isRevoked({ ...claims, iat: undefined })).toBe(true)
    expect(isRevoked({ iat: 1 })).toBe(false)
  })

  it('keeps the kinds apart', () => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    apply({ kind: 'client', id: 'u1', notBefore: 2000 })
    expect(isRevoked(claims)).toBe(false)
  })

  it('keeps the latest time, in whatever order the feed brings them', () => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    apply(
      { kind: 'subject', id: 'u1', notBefore: 2000 },
      { kind: 'subject', id: 'u1', notBefore: 1 },
    )
    expect(isRevoked({ ...claims, iat: 1999 })).toBe(true)
  })

  it('forgets a time when every token from before it has expired', () => {
    let now = 1_000_000
    const { apply, size } = createRevocations({ tokenLifetimeSeconds: 600, now: () => now })
    apply({ kind: 'subject', id: 'u1', notBefore: 1000 })
    now += 599_000
    apply()
    expect(size()).toBe(1)
    now += 62_000
    apply()
    expect(size()).toBe(0)
  })

  it('refuses times that would let everything through', () => {
    const { apply } = createRevocations()
    expect(() => apply({ kind: 'subject', id: 'u1', notBefore: Number.NaN })).toThrow(TypeError)
  })

  it('stops a token that is cached', async () => {
    const issuer = await createTestIssuer()
    const { apply, isRevoked } = createRevocations()
    const { verify } = createVerifier({ ...issuer, isRevoked })
    const token = issuer.userToken({ sub: 'u1' })
    await verify(token)
    apply({ kind: 'subject', id: 'u1', notBefore: Date.now() / 1000 + 1 })
    await expect(verify(token)).rejects.toMatchObject({ reason: 'revoked' })
    await expect(verify(issuer.userToken({ sub: 'u2' }))).resolves.toMatchObject({ subject: 'u2' })
    await issuer.close()
  })
})
