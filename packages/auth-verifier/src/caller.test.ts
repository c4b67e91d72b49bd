import { describe, expect, it } from 'vitest'
import { toCaller } from './caller.ts'

const least = { sub: 'u1', client_id: 'c1' }
const read = (claims: object = {}) => toCaller({ ...least, ...claims })

describe('a caller', () => {
  it('[AUTH-04] [AUTH-05] is what the claims say', () => {
    const claims = {
      ...least,
      tenant_id: 't1',
      grant_type: 'authorization_code',
      scope: 'openid  profile',
      permissions: ['a:read', 'a:write'],
    }
    expect(toCaller(claims)).toEqual({
      subject: 'u1',
      tenantId: 't1',
      clientId: 'c1',
      grantType: 'authorization_code',
      scopes: ['openid', 'profile'],
      permissions: ['a:read', 'a:write'],
      authorities: ['a:read', 'a:write', 'SCOPE_openid', 'SCOPE_profile'],
      claims,
    })
  })

  it('has no more than a subject and a client where no more is said', () => {
    const nothing = { scopes: [], permissions: [], authorities: [] }
    const caller = { subject: 'u1', clientId: 'c1', tenantId: undefined, grantType: undefined }
    expect(read()).toEqual({ ...caller, ...nothing, claims: least })
    expect(read({ scope: '' }).scopes).toEqual([])
    expect(read({ scope: ' ' }).scopes).toEqual([])
  })

  it('may have its scopes as a list', () => {
    expect(read({ scope: ['a', 'b'] }).scopes).toEqual(['a', 'b'])
  })

  it('cannot be changed, nor its claims to the last of them', () => {
    const caller = read({ permissions: ['p'], scope: 'a', act: { sub: 's', list: [{}, null] } })
    const seen: object[] = []
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      seen.push(value)
      for (const member of Object.values(value)) walk(member)
    }
    walk(caller)
    expect(seen).toHaveLength(9)
    for (const value of seen) expect(Object.isFrozen(value), JSON.stringify(value)).toBe(true)
    for (const list of [read().scopes, read({ scope: [] }).scopes]) {
      expect(Object.isFrozen(list)).toBe(true)
    }
  })

  it.each([
    { sub: undefined },
    { sub: '' },
    { sub: 7 },
    { client_id: undefined },
    { client_id: ['c1'] },
    { tenant_id: '' },
    { tenant_id: null },
    { grant_type: 1 },
    { permissions: 'a:read' },
    { permissions: null },
    { permissions: ['a:read', 7] },
    { permissions: [''] },
    { permissions: ['SCOPE_admin'] },
    { scope: 7 },
    { scope: null },
    { scope: { 0: 'a' } },
    { scope: ['a', 7] },
    { scope: ['a b'] },
    { scope: [''] },
  ])('is not taken from %j', (claims) => {
    expect(() => read(claims)).toThrow(expect.objectContaining({ reason: 'claims' }))
  })
})
