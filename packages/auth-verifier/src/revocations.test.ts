import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
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
    apply({ kind: 'subject', id: 'u1', notBefore: 3000 })
    expect(isRevoked({ ...claims, iat: 2999 })).toBe(true)
  })

  it('takes no text for the time of a token', () => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    apply({ kind: 'subject', id: 'u1', notBefore: 2000 })
    expect(isRevoked({ ...claims, iat: '3000' })).toBe(true)
  })

  it('forgets by the clock of the machine where it is given none', () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    const { apply, size } = createRevocations({ tokenLifetimeSeconds: 600 })
    apply({ kind: 'subject', id: 'u1', notBefore: 1000 })
    clock.mockReturnValue(2_000_000)
    apply()
    clock.mockRestore()
    expect(size()).toBe(0)
  })

  it('forgets a time when every token from before it has expired', () => {
    let now = 1_000_000
    const { apply, size } = createRevocations({ tokenLifetimeSeconds: 600, now: () => now })
    apply({ kind: 'subject', id: 'u1', notBefore: 1000 })
    now += 599_000
    apply()
    expect(size()).toBe(1)
    now += 122_000
    apply()
    expect(size()).toBe(0)
  })

  it('keeps a time for as long as clocks may differ, and by default for tokens of an hour', () => {
    let now = 1_000_000
    const { apply, size } = createRevocations({ now: () => now })
    apply({ kind: 'subject', id: 'u1', notBefore: 1000 })
    apply({ kind: 'grant', id: 'g1', notBefore: 1001 })
    now += (3600 + 60) * 1000
    apply()
    expect(size()).toBe(2)
    now += 1000 + 360_000
    apply()
    expect(size()).toBe(0)
  })

  it('forgets the older and keeps the newer', () => {
    let now = 1_000_000
    const { apply, isRevoked, size } = createRevocations({
      tokenLifetimeSeconds: 600,
      now: () => now,
    })
    apply({ kind: 'subject', id: 'u1', notBefore: 1000 })
    now += 660_000
    apply({ kind: 'session', id: 's2', notBefore: 1600 })
    expect(size()).toBe(2)
    now += 60_000
    apply()
    expect(size()).toBe(1)
    expect(isRevoked({ ...claims, sid: 's2', iat: 1599 })).toBe(true)
  })

  it('takes a token that does not say when it was issued, while nothing of it is revoked', () => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    const { iat: _, ...ageless } = claims
    expect(isRevoked(ageless)).toBe(false)
    apply({ kind: 'subject', id: 'u2', notBefore: 2000 })
    expect(isRevoked(ageless)).toBe(false)
  })

  it('says when an answer may have changed, and only then', () => {
    const { apply, check, revision } = createRevocations({ now: () => 1_000_000 })
    const first = revision()
    apply()
    expect([revision(), check(claims)]).toEqual([first, 'good'])
    apply({ kind: 'subject', id: 'u1', notBefore: 2000 })
    expect(revision()).not.toBe(first)
    expect(check(claims)).toBe('revoked')
  })

  it('makes an organisation coarser before everybody', () => {
    const { apply, isRevoked, size } = createRevocations({ maxEntries: 2, now: () => 1_000_000 })
    const of = (tenant_id: string) => ({ ...claims, iat: 1000, tenant_id })
    apply({ kind: 'token', id: 'j1', tenantId: 't1', notBefore: 1000 })
    apply({ kind: 'client', id: 'c9', tenantId: 't1', notBefore: 1000.5 })
    apply({ kind: 'session', id: 's9', tenantId: 't2', notBefore: 1 })
    expect(size()).toBe(2)
    expect([isRevoked(of('t1')), isRevoked({ ...of('t1'), iat: 1001 })]).toEqual([true, false])
    expect(isRevoked(of('t2'))).toBe(false)
    // One whose organisation nobody knows is everybody's.
    apply({ kind: 'session', id: 's8', notBefore: 1 })
    apply({ kind: 'session', id: 's7', notBefore: 1 })
    expect(size()).toBeLessThanOrEqual(2)
    expect([isRevoked(of('t2')), isRevoked({ ...of('t2'), iat: 1001 })]).toEqual([true, false])
  })

  it('refuses times that would let everything through', () => {
    const { apply } = createRevocations()
    expect(() => apply({ kind: 'subject', id: 'u1', notBefore: Number.NaN })).toThrow(TypeError)
  })

  it('refuses a token and a grant for good, and a member in the one tenant', () => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    const token = { ...claims, jti: 'j1', grant_id: 'g1', tenant_id: 't1', iat: 5000 }
    for (const kind of ['token', 'grant'] as const) {
      const id = kind === 'token' ? 'j1' : 'g1'
      expect(isRevoked({ ...token, jti: 'j2', grant_id: 'g2' })).toBe(false)
      apply({ kind, id, notBefore: 1000 })
      expect(isRevoked({ ...token, [kind === 'token' ? 'grant_id' : 'jti']: 'other' })).toBe(true)
    }
    const member = { ...claims, iat: 1000 }
    apply({ kind: 'subject', id: 'u1', tenantId: 't1', notBefore: 2000 })
    expect(isRevoked({ ...member, tenant_id: 't1' })).toBe(true)
    expect(isRevoked({ ...member, tenant_id: 't2' })).toBe(false)
    apply({ kind: 'tenant', id: 't2', tenantId: 't2', notBefore: 2000 })
    expect(isRevoked({ ...member, tenant_id: 't2' })).toBe(true)
  })

  it('refuses what was exchanged with the token that it came from, and with whoever acts', () => {
    const act = { sub: 'server', act: { sub: 'agent' } }
    const token = { ...claims, client_id: 'server', jti: 'j2', origin_jti: 'j1', iat: 1000, act }
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    expect(isRevoked(token)).toBe(false)
    apply({ kind: 'token', id: 'j1', notBefore: 1000 })
    expect(isRevoked(token)).toBe(true)
    const { origin_jti: _, ...other } = token
    expect(isRevoked(other)).toBe(false)
    apply({ kind: 'client', id: 'agent', notBefore: 2000 })
    expect(isRevoked(other)).toBe(true)
    expect(isRevoked({ ...other, iat: 2000 })).toBe(false)
    expect(isRevoked({ ...other, act: { sub: 'another' } })).toBe(false)
  })

  it('never takes a token that it refused before it was full, and stays within its bound', () => {
    const id = fc.integer({ min: 0, max: 40 }).map(String)
    const tenantId = fc.option(fc.constantFrom('t1', 't2', 't3'), { nil: undefined })
    const time = fc.integer({ min: 900, max: 1000 })
    const kind = fc.constantFrom(
      'token',
      'grant',
      'subject',
      'session',
      'client',
      'tenant' as const,
    )
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind, id, tenantId, notBefore: time }), { maxLength: 80 }),
        fc.array(fc.record({ jti: id, grant_id: id, sub: id, sid: id, client_id: id, iat: time })),
        (revoked, tokens) => {
          const small = createRevocations({ maxEntries: 8, now: () => 1_000_000 })
          const large = createRevocations({ now: () => 1_000_000 })
          for (const one of revoked) {
            // What is revoked for good was issued before; its tenant is the token's.
            small.apply(one)
            large.apply(one)
            expect(small.size()).toBeLessThanOrEqual(8)
          }
          for (const token of tokens) {
            for (const tenant of ['t1', 't2', 't3']) {
              const whole = { ...token, tenant_id: tenant }
              const isOlder = revoked.every(({ notBefore }) => token.iat <= notBefore)
              const isOfTenant = revoked.every(
                ({ tenantId: of }) => of === undefined || of === tenant,
              )
              if (isOlder && isOfTenant && large.isRevoked(whole)) {
                expect(small.isRevoked(whole)).toBe(true)
              }
            }
          }
        },
      ),
    )
  })

  it('refuses the tokens of everybody when nothing smaller has place, and no later ones', () => {
    const { apply, isRevoked, size } = createRevocations({ maxEntries: 2, now: () => 1_000_000 })
    apply(
      { kind: 'subject', id: 'u8', notBefore: 1000.5 },
      { kind: 'client', id: 'c8', notBefore: 7 },
    )
    expect(isRevoked({ sub: 'u1', iat: 1000 })).toBe(false)
    apply({ kind: 'client', id: 'c9', notBefore: 7 })
    expect(size()).toBe(1)
    expect(isRevoked({ sub: 'u1', iat: 1000 })).toBe(true)
    expect(isRevoked({ sub: 'u1' })).toBe(true)
    expect(isRevoked({ sub: 'u1', iat: 1001 })).toBe(false)
    // What comes after keeps its place, and the latest time counts.
    apply({ kind: 'client', id: 'c1', notBefore: 5 }, { kind: 'client', id: 'c2', notBefore: 5 })
    expect(isRevoked({ sub: 'u1', iat: 1000 })).toBe(true)
    expect(isRevoked({ sub: 'u1', iat: 1001 })).toBe(false)
  })

  it('refuses all organisations when there are too many, by the latest of them', () => {
    const { apply, isRevoked, size } = createRevocations({ maxEntries: 2, now: () => 1_000_000 })
    apply(
      { kind: 'tenant', id: 't1', tenantId: 't1', notBefore: 900 },
      { kind: 'tenant', id: 't2', tenantId: 't2', notBefore: 800 },
    )
    expect(isRevoked({ sub: 'u1', tenant_id: 't3', iat: 1 })).toBe(false)
    apply({ kind: 'tenant', id: 't3', tenantId: 't3', notBefore: 1 })
    expect(size()).toBe(1)
    expect(isRevoked({ sub: 'u1', tenant_id: 't2', iat: 899 })).toBe(true)
    expect(isRevoked({ sub: 'u1', tenant_id: 't2', iat: 900 })).toBe(false)
  })

  it('knows what is void by ids that are text, and by no others', () => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    apply({ kind: 'token', id: '7', notBefore: 2000 }, { kind: 'client', id: '8', notBefore: 2000 })
    expect(isRevoked({ ...claims, jti: '7' })).toBe(true)
    for (const odd of [{ jti: 7 }, { act: { sub: 8 } }, { act: '8' }, { act: ['8'] }]) {
      expect(isRevoked({ ...claims, ...odd })).toBe(false)
    }
  })

  it('tells a member from a person whose name is put together alike', () => {
    const { apply, isRevoked } = createRevocations({ now: () => 1_000_000 })
    apply({ kind: 'session', id: 'u1', tenantId: 't1', notBefore: 2000 })
    expect(isRevoked({ ...claims, tenant_id: 't1' })).toBe(false)
    apply({ kind: 'subject', id: 'u1', tenantId: 't1', notBefore: 2000 })
    expect(isRevoked({ ...claims, tenant_id: 't1' })).toBe(true)
    expect(isRevoked({ ...claims, sub: 'u', tenant_id: 't11' })).toBe(false)
  })

  it('says which time is none', () => {
    const { apply } = createRevocations()
    for (const notBefore of [Number.NaN, Infinity, -Infinity]) {
      expect(() => apply({ kind: 'token', id: 'j', notBefore })).toThrow(
        'notBefore must be a finite number',
      )
    }
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
