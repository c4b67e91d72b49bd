import { describe, expect, it } from 'vitest'
import { checkPassword, unshift } from './passwords.ts'
import { escalations, isPlatformPermission } from './permissions.ts'
import { generateRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { decideServiceScopes } from './service-scopes.ts'
import { retirementMs, signs } from './signing-keys.ts'
import { chooseTenant } from './tenant-choice.ts'
import { contextOf, limitOf } from './voucher.ts'

describe('a password', () => {
  it.each([
    ['countersign-2026!', 'contains_name'],
    ['Acme GmbH 1999', 'contains_name'],
    ['acme gmbh of my own making', undefined],
    ['Summer2026!!', 'too_simple'],
    ['Monday-Friday', 'too_simple'],
    ['ababababababab', 'too_simple'],
    ['abcabdabcabdab', 'too_simple'],
    ['abcdeabcdeabcf', undefined],
    ['x'.repeat(9), 'too_short'],
    ['correct-ho', undefined],
    [`${'correct horse battery '.repeat(9)}12`, undefined],
    [`${'correct horse battery '.repeat(9)}123`, 'too_long'],
    ['中文密码很长很长很长', undefined],
  ])('%s: %s', (password, fault) =>
    expect(checkPassword(password, 'employee', ['Acme GmbH'])).toBe(fault),
  )

  it('may not be made of a name, of which what is too short to count is left out', () => {
    const check = (password: string) => checkPassword(password, 'employee', ['Al Bo', '李', '李明'])
    expect(check('albo-albo-1999')).toBe('contains_name')
    expect(check('al-bo-al-bo-1999')).toBeUndefined()
    expect(check('李明李明李明李明李明2026')).toBe('contains_name')
    expect(check('李一李二李三李四李五李六')).toBeUndefined()
  })

  it('is the keys that were pressed', () => {
    expect(unshift('!@#$%^&*()a')).toBe('1234567890a')
  })
})

describe('recovery codes', () => {
  it('are ten of 24 letters and digits that are not mistaken for others, in groups of four', () => {
    const codes = generateRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes)
      expect(code).toMatch(/^([a-hj-km-np-z2-9]{4}-){5}[a-hj-km-np-z2-9]{4}$/)
  })

  it('are the same however they are typed', () => {
    const kept = hashRecoveryCode('abcd-efgh-2345')
    expect(hashRecoveryCode('ABCD efgh2345')).toEqual(kept)
    expect(hashRecoveryCode('abcd-efgh-2346')).not.toEqual(kept)
    expect(hashRecoveryCode('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})

describe('permissions that reach past a tenant', () => {
  it.each([
    ['iam:tenant:read', true],
    ['iam:key:rotate', true],
    ['iam:user:write', false],
    ['x:iam:tenant:read', false],
    ['x:iam:key:read', false],
  ])('are %s: %s', (name, expected) => expect(isPlatformPermission(name)).toBe(expected))

  it('are given by those alone who hold them', () => {
    const wanted = ['a:b', 'iam:tenant:read', 'iam:key:read']
    expect(escalations(wanted, ['iam:key:read'])).toEqual(['iam:tenant:read'])
  })
})

describe('scopes that a service is refused', () => {
  const tenants = ['1', '2'].map((last) => `0190aaaa-0000-7000-8000-00000000000${last}`)
  const [one, two] = tenants.map((id) => `tenant:${id}`)

  it.each([
    [['a', 'b'], 'b', 'the scope is not granted to this client'],
    [['a', `${one}`, `${two}`], `${two}`, 'a token names one tenant'],
    [[`${two}`], `${two}`, 'the tenant is not granted to this client'],
  ])('of %j: %s, for %s', (requested, scope, reason) => {
    const decision = decideServiceScopes(requested, ['a'], (id) => id === tenants[0])
    expect(decision).toEqual({ allowed: false, scope, reason })
  })

  it('are none that it may have, each once', () => {
    expect(decideServiceScopes(['a', `${one}`, 'a'], ['a'], () => true)).toEqual({
      allowed: true,
      scopes: ['a', one],
      tenantId: tenants[0],
    })
  })
})

describe('the tenant of somebody', () => {
  const memberOf = ['a', 'b', 'c'].map((id) => ({ id, name: id }))
  const nothing = {
    memberOf,
    clientTenantId: undefined,
    hint: undefined,
    picked: undefined,
    remembered: undefined,
  }
  const tenant = (tenantId: string) => ({ kind: 'tenant', tenantId })

  it.each([
    ['asked for', {}, { kind: 'ask', options: memberOf }],
    ['the hint', { hint: 'b', picked: 'a', remembered: 'c' }, tenant('b')],
    ['none, by a hint to another', { hint: 'x', picked: 'a', remembered: 'c' }, { kind: 'none' }],
    ['the one picked', { picked: 'a', remembered: 'c' }, tenant('a')],
    ['the one remembered', { picked: 'x', remembered: 'c' }, tenant('c')],
    [
      'asked for, when another is remembered',
      { remembered: 'x' },
      { kind: 'ask', options: memberOf },
    ],
    ['that of the client', { clientTenantId: 'b', remembered: 'c' }, tenant('b')],
    ['none, of a client of another', { clientTenantId: 'x' }, { kind: 'none' }],
    ['the only one', { memberOf: memberOf.slice(1, 2), remembered: 'c' }, tenant('b')],
    ['none', { memberOf: [] }, { kind: 'none' }],
  ])('is %s', (_, more, choice) => expect(chooseTenant({ ...nothing, ...more })).toEqual(choice))
})

describe('signing keys', () => {
  it('keep their private half while they sign, or will', () => {
    const states = ['next', 'current', 'previous', 'withdrawn'] as const
    expect(states.filter((status) => signs({ status }))).toEqual(['next', 'current'])
  })

  it('are published for the life of their last token and two minutes', () => {
    expect(retirementMs).toBe(720_000)
  })
})

describe('a session that a tenant’s provider vouched for', () => {
  it('reaches that tenant alone', () => {
    expect(limitOf({ acr: contextOf('t') })).toBe('t')
    for (const session of [
      undefined,
      {},
      { acr: 7 },
      { acr: 'phr' },
      { acr: `x${contextOf('t')}` },
    ])
      expect(limitOf(session)).toBeUndefined()
  })
})
