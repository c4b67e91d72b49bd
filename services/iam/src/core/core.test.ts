import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideClient, type ClientRequest } from './clients.ts'
import { closesCircle } from './departments.ts'
import { checkPassword } from './passwords.ts'
import { escalations, isPermission, normalizePermissions } from './permissions.ts'
import { isRedirectAddress } from './redirects.ts'
import { decideServiceScopes } from './service-scopes.ts'
import { isPublished, missingKeys, type KeyState } from './signing-keys.ts'
import { chooseTenant } from './tenant-choice.ts'
import { accountAtAddress, afterFailure } from './throttle.ts'

describe('permissions', () => {
  it.each([
    ['expense:start', true],
    ['oa:document:read', true],
    ['iam:*', false],
    ['plain', false],
    ['a: b', false],
    [':a', false],
    ['!a:b', false],
    ['a:b!', false],
    [`a:${'b'.repeat(98)}`, true],
    [`a:${'b'.repeat(99)}`, false],
    ['SCOPE_expense:read', false],
  ])('takes %s: %s', (text, expected) => expect(isPermission(text)).toBe(expected))

  it('are sorted and unique, and only reserved ones can escalate', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a:b', 'c:d', 'iam:tenant:write', 'iam:key:read')),
        (wanted) => {
          const stored = normalizePermissions(wanted)
          expect(stored).toEqual([...new Set(stored)].toSorted())
          expect(escalations(wanted, wanted)).toEqual([])
          expect(escalations(wanted, []).every((permission) => permission.startsWith('iam:'))).toBe(
            true,
          )
        },
      ),
    )
  })
})

describe('redirect addresses', () => {
  it.each([
    ['https://app.example/callback', true],
    ['https://app.example/callback?tenant=1', true],
    ['http://localhost:5173/', true],
    ['http://127.0.0.1/x', true],
    ['http://[::1]:8080/x', true],
    ['http://app.example/', false],
    ['http://localhost.evil.example/', false],
    ['https://user:pw@app.example/', false],
    ['https://user@app.example/', false],
    ['https://:pw@app.example/', false],
    ['ftp://localhost/', false],
    ['https://app.example/#x', false],
    ['https://app.example/#', false],
    ['https://*.example/', false],
    ['https://app.example\\@evil.example/', false],
    ['javascript:alert(1)', false],
    ['app://callback', false],
    ['/callback', false],
    ['', false],
  ])('[IAM-07] takes %s: %s', (text, expected) => expect(isRedirectAddress(text)).toBe(expected))
})

describe('the rules of clients', () => {
  const anyClient: fc.Arbitrary<ClientRequest> = fc.record({
    type: fc.constantFrom('SPA', 'SERVICE'),
    redirectUris: fc.array(fc.constantFrom('https://a.example/', 'http://b.example/'), {
      maxLength: 2,
    }),
    postLogoutRedirectUris: fc.array(fc.constant('https://a.example/'), { maxLength: 1 }),
    requireConsent: fc.boolean(),
    requiresMfa: fc.boolean(),
    scopes: fc.array(fc.constantFrom('openid', 'iam.internal', 'tenant:x'), { maxLength: 2 }),
    permissions: fc.option(fc.array(fc.constantFrom('*', 'expense:read', 'x'), { maxLength: 2 })),
    resources: fc.array(fc.constantFrom('https://a.example/', 'x'), { maxLength: 1 }),
    allTenants: fc.boolean(),
    tenants: fc.array(fc.constant('t'), { maxLength: 1 }),
    requirePushedAuthorizationRequests: fc.boolean(),
    agent: fc.boolean(),
  })

  it('[IAM-01] never allow one that mixes SPA and SERVICE', () => {
    fc.assert(
      fc.property(anyClient, (request) => {
        const decision = decideClient(request)
        if (!decision.allowed) return
        const { rules } = decision
        const secretMode = rules.auth_method === 'client_secret_basic'
        expect(rules.type).toBe(request.type)
        expect(rules.pkce_method === null).toBe(secretMode)
        expect(rules.grant_types.includes('client_credentials' as never)).toBe(secretMode)
        expect(request.redirectUris.length === 0).toBe(secretMode)
        expect(secretMode && request.requireConsent).toBe(false)
        expect(secretMode && request.permissions !== null).toBe(false)
        expect(secretMode && request.requirePushedAuthorizationRequests).toBe(false)
        expect(secretMode && request.agent).toBe(false)
        expect(request.agent && request.permissions === null).toBe(false)
        expect(request.scopes.includes('openid') && secretMode).toBe(false)
        expect(request.scopes.includes('iam.internal') && !secretMode).toBe(false)
      }),
    )
  })
})

describe('scopes of a SERVICE', () => {
  const [one, two] = [
    '0190aaaa-0000-7000-8000-000000000001',
    '0190aaaa-0000-7000-8000-000000000002',
  ]

  it('[IAM-20] are all of those asked for, or a refusal', () => {
    const scope = fc.constantFrom('a', 'b', 'c', `tenant:${one}`, `tenant:${two}`)
    fc.assert(
      fc.property(
        fc.array(scope),
        fc.subarray(['a', 'b', 'c']),
        fc.subarray([one, two]),
        (requested, granted, tenants) => {
          const decision = decideServiceScopes(requested, granted, (id) => tenants.includes(id))
          if (!decision.allowed) {
            expect(requested).toContain(decision.scope)
            return
          }
          expect(new Set(decision.scopes)).toEqual(new Set(requested))
          expect(
            decision.scopes.filter((name) => name.startsWith('tenant:')).length,
          ).toBeLessThanOrEqual(1)
          expect(decision.tenantId === undefined || tenants.includes(decision.tenantId)).toBe(true)
        },
      ),
    )
  })
})

describe('the tenant of a sign-in', () => {
  const id = fc.constantFrom('t1', 't2', 't3')
  const maybe = fc.option(id, { nil: undefined })

  it('[GEN-03] is always one the user and the client belong to, and the hint where there is one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(id),
        maybe,
        maybe,
        maybe,
        maybe,
        (memberOf, clientTenantId, hint, picked, remembered) => {
          const tenants = memberOf.map((tenantId) => ({ id: tenantId, name: tenantId }))
          const choice = chooseTenant({
            memberOf: tenants,
            clientTenantId,
            hint,
            picked,
            remembered,
          })
          if (choice.kind === 'ask') expect(choice.options.length).toBeGreaterThan(1)
          if (choice.kind !== 'tenant') return
          expect(memberOf).toContain(choice.tenantId)
          expect(clientTenantId ?? choice.tenantId).toBe(choice.tenantId)
          expect(hint ?? choice.tenantId).toBe(choice.tenantId)
        },
      ),
    )
  })
})

describe('failed sign-ins', () => {
  it('wait longer and longer, up to a bound, and are forgotten', () => {
    const now = new Date('2026-03-02T09:00:00Z')
    let state: { failures: number; lastFailureAt: Date } | undefined
    const waits = Array.from({ length: 30 }, () => {
      const { failures, blockedUntil } = afterFailure(accountAtAddress, state, now)
      state = { failures, lastFailureAt: now }
      return blockedUntil.getTime() - now.getTime()
    })
    expect(waits.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 1_000, 2_000, 4_000])
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    expect(waits.at(-1)).toBe(accountAtAddress.maxMs)
    const notYet = new Date(now.getTime() + accountAtAddress.forgetMs)
    expect(afterFailure(accountAtAddress, state, notYet).failures).toBe(31)
    const later = new Date(now.getTime() + accountAtAddress.forgetMs + 1)
    expect(afterFailure(accountAtAddress, state, later)).toEqual({
      failures: 1,
      blockedUntil: later,
    })
  })
})

describe('passwords', () => {
  it.each([
    ['correct horse battery', undefined],
    ['short', 'too_short'],
    ['x'.repeat(201), 'too_long'],
    ['my-Employee-pass', 'contains_username'],
    ['aaaaaaaaaaaa', 'too_simple'],
    ['abcdefghijkl', 'too_simple'],
    ['98765432109', undefined],
  ])('judges %s: %s', (password, expected) =>
    expect(checkPassword(password, 'employee')).toBe(expected),
  )
})

describe('signing keys', () => {
  const now = new Date('2026-03-02T09:00:00Z')
  const key = (status: KeyState['status'], publishedUntil?: Date): KeyState => ({
    kid: 'k',
    status,
    publishedUntil,
  })

  it('[IAM-17] show the next and current one, a previous one until its end, a withdrawn one never', () => {
    expect(isPublished(key('next'), now)).toBe(true)
    expect(isPublished(key('current'), now)).toBe(true)
    expect(isPublished(key('previous', new Date(now.getTime() + 1)), now)).toBe(true)
    expect(isPublished(key('previous', now), now)).toBe(false)
    expect(isPublished(key('withdrawn', new Date(now.getTime() + 1)), now)).toBe(false)
  })

  it('say what is missing', () => {
    expect(missingKeys([])).toBe('create_both')
    expect(missingKeys([key('withdrawn'), key('next')])).toBe('promote_next')
    expect(missingKeys([key('current')])).toBe('create_next')
    expect(missingKeys([key('current'), key('next')])).toBe('none')
  })
})

describe('departments', () => {
  it('close a circle exactly when the new parent is the department or below it', () => {
    const tree = [
      { id: 'root', parentId: null },
      { id: 'a', parentId: 'root' },
      { id: 'b', parentId: 'a' },
    ]
    expect(closesCircle(tree, 'a', 'b')).toBe(true)
    expect(closesCircle(tree, 'a', 'a')).toBe(true)
    expect(closesCircle(tree, 'b', 'root')).toBe(false)
    expect(closesCircle(tree, 'root', null)).toBe(false)
    // One that is there already does not keep it looking for ever.
    const circle = [
      { id: 'x', parentId: 'y' },
      { id: 'y', parentId: 'x' },
    ]
    expect(closesCircle(circle, 'a', 'x')).toBe(false)
  })
})
