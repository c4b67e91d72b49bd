import { IAM_PERMISSIONS } from '@countersign/contracts'
import { describe, expect, it } from 'vitest'
import { claimsOfService, claimsOfUser } from './claims.ts'
import {
  findUnknownPermission,
  limitPermissions,
  limitToConsent,
  normalizeLimit,
  reachOf,
} from './client-permissions.ts'
import { generateSecret, hashSecret } from './client-secrets.ts'
import { decideClient, openScopes, type ClientRequest } from './clients.ts'
import { isAgentRedirectAddress, isLoopbackUrl } from './redirects.ts'
import { scopesOf } from './requested-scopes.ts'
import { audienceOfService, findPlatformAddress, resourcesOf } from './resources.ts'
import { isKnownPermission, isServiceScope, isUserScope } from './scopes.ts'

const page = 'https://app.example/'
const unused = {
  postLogoutRedirectUris: [],
  requireConsent: false,
  scopes: [],
  permissions: null,
  resources: [],
  requiresMfa: false,
  allTenants: false,
  tenants: [],
  requirePushedAuthorizationRequests: false,
  agent: false,
}
const spa: ClientRequest = {
  ...unused,
  type: 'SPA',
  redirectUris: [page],
  postLogoutRedirectUris: [page],
  scopes: ['openid'],
}
const service: ClientRequest = {
  ...unused,
  type: 'SERVICE',
  redirectUris: [],
  scopes: ['iam.internal'],
}
const agent = { agent: true, requireConsent: true, permissions: ['a:b'] }

describe('a client', () => {
  it('[IAM-01] signs people in with PKCE and no secret, or itself with one', () => {
    expect(decideClient(spa)).toEqual({
      allowed: true,
      rules: {
        type: 'SPA',
        auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        pkce_method: 'S256',
      },
    })
    expect(decideClient(service)).toEqual({
      allowed: true,
      rules: {
        type: 'SERVICE',
        auth_method: 'client_secret_basic',
        grant_types: ['client_credentials'],
        pkce_method: null,
      },
    })
  })

  it.each<readonly [string, Partial<ClientRequest>]>([
    ['asks for what every SPA may', { scopes: ['openid', 'profile', 'email', 'offline_access'] }],
    ['is told of sign-outs', { backchannelLogoutUri: `${page}out` }],
    ['is told of none', { backchannelLogoutUri: null }],
    ['may ask for a permission', { scopes: ['expense:read'] }],
    ['carries all permissions', { permissions: ['*'] }],
    ['lists addresses that its tokens are for', { resources: [page] }],
    ['is an agent', agent],
    ['is an agent without a page to come back to', { ...agent, postLogoutRedirectUris: [] }],
    ['is an agent of its own machine', { ...agent, redirectUris: ['http://127.0.0.1/back'] }],
  ])('of people %s', (_, more) => {
    expect(decideClient({ ...spa, ...more })).toMatchObject({ allowed: true })
  })

  it.each<readonly [Partial<ClientRequest>, object]>([
    [{ scopes: ['openid', 'a b'] }, { reason: 'scope_invalid', pointer: '/scopes/1' }],
    [{ scopes: ['x'.repeat(201)] }, { reason: 'scope_invalid', pointer: '/scopes/0' }],
    [{ scopes: ['openid', 'iam.internal'] }, { reason: 'scope_forbidden', pointer: '/scopes/1' }],
    [{ permissions: ['*', 'x'] }, { reason: 'permission_invalid', pointer: '/permissions/1' }],
    [{ resources: ['/x'] }, { reason: 'resource_invalid', pointer: '/resources/0' }],
    [{ resources: [page, '/x'] }, { reason: 'resource_invalid', pointer: '/resources/1' }],
    [
      { redirectUris: [], postLogoutRedirectUris: [] },
      { reason: 'redirect_required', missing: ['/redirectUris', '/postLogoutRedirectUris'] },
    ],
    [{ redirectUris: [] }, { reason: 'redirect_required', missing: ['/redirectUris'] }],
    [
      { ...agent, redirectUris: [], postLogoutRedirectUris: [] },
      { reason: 'redirect_required', missing: ['/redirectUris'] },
    ],
    [
      { redirectUris: [page, 'http://app.example/'] },
      { reason: 'redirect_invalid', pointer: '/redirectUris/1' },
    ],
    [
      { postLogoutRedirectUris: ['/x'] },
      { reason: 'redirect_invalid', pointer: '/postLogoutRedirectUris/0' },
    ],
    [
      { backchannelLogoutUri: 'http://app.example/' },
      { reason: 'redirect_invalid', pointer: '/backchannelLogoutUri' },
    ],
    [
      { ...agent, redirectUris: ['http://localhost/'] },
      { reason: 'redirect_invalid', pointer: '/redirectUris/0' },
    ],
    [{ ...agent, requireConsent: false }, { reason: 'agent_unasked' }],
    [
      { ...agent, permissions: null },
      { reason: 'agent_unlimited', pointer: '/permissions' },
    ],
    [{ allTenants: true }, { reason: 'tenants_forbidden' }],
    [{ tenants: ['t'] }, { reason: 'tenants_forbidden' }],
  ])('of people is not %j', (more, refusal) => {
    expect(decideClient({ ...spa, ...more })).toEqual({ allowed: false, refusal })
  })

  it.each<readonly [Partial<ClientRequest>, object]>([
    [{ scopes: ['openid'] }, { reason: 'scope_forbidden', pointer: '/scopes/0' }],
    [{ redirectUris: [page] }, { reason: 'redirect_forbidden' }],
    [{ postLogoutRedirectUris: [page] }, { reason: 'redirect_forbidden' }],
    [{ backchannelLogoutUri: page }, { reason: 'redirect_forbidden' }],
    [{ requireConsent: true }, { reason: 'consent_forbidden' }],
    [{ requiresMfa: true }, { reason: 'mfa_forbidden' }],
    [{ permissions: ['a:b'] }, { reason: 'permissions_forbidden' }],
    [{ requirePushedAuthorizationRequests: true }, { reason: 'pushing_forbidden' }],
    [{ agent: true }, { reason: 'agent_forbidden' }],
  ])('of its own is not %j', (more, refusal) => {
    expect(decideClient({ ...service, ...more })).toEqual({ allowed: false, refusal })
  })

  it('of its own may be for tenants, and for all', () => {
    for (const more of [{ tenants: ['t'] }, { allTenants: true }, { backchannelLogoutUri: null }])
      expect(decideClient({ ...service, ...more })).toMatchObject({ allowed: true })
  })

  it('has a secret of 32 letters and digits, of which a hash is kept', () => {
    const [one, two] = [generateSecret(), generateSecret()]
    expect(one).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(one).not.toBe(two)
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})

describe('the address of an agent', () => {
  it.each([
    ['https://agent.example/back', true],
    ['http://127.0.0.1:5000/back', true],
    ['http://[::1]/back', true],
    ['http://localhost/back', false],
    ['https://localhost/back', false],
    ['https://127.0.0.1/back', false],
    ['http://agent.example/', false],
    ['https://agent.example/#x', false],
    ['x', false],
  ])('is %s: %s', (text, expected) => expect(isAgentRedirectAddress(text)).toBe(expected))

  it.each([
    ['http://localhost:1/', true],
    ['http://127.0.0.1/', true],
    ['http://[::1]/', true],
    ['https://agent.example/', false],
    ['x', false],
  ])('%s is of this machine: %s', (text, own) => expect(isLoopbackUrl(text)).toBe(own))
})

describe('what the tokens of a client carry', () => {
  const held = ['a:b', 'iam:user:read', 'xiam:y']

  it('is all, all but the administration of identities, or what is named', () => {
    expect(limitPermissions(held, ['*', 'a:b'])).toEqual(held)
    expect(limitPermissions(held, null)).toEqual(['a:b', 'xiam:y'])
    expect(limitPermissions(held, ['iam:user:read', 'c:d'])).toEqual(['iam:user:read'])
    expect(limitPermissions(held, [])).toEqual([])
  })

  it('is stored sorted, once, and all as all', () => {
    expect(normalizeLimit(null)).toBeNull()
    expect(normalizeLimit(['c:d', 'a:b', 'c:d'])).toEqual(['a:b', 'c:d'])
    expect(normalizeLimit(['a:b', '*'])).toEqual(['*'])
  })

  it('is of names that are known', () => {
    expect(findUnknownPermission(null)).toBeUndefined()
    expect(findUnknownPermission(['*', 'a:b'])).toBeUndefined()
    expect(findUnknownPermission(['a:b', 'iam:nothing'])).toBe(1)
    expect(findUnknownPermission(['x'])).toBe(0)
  })

  it('reaches as far into the administration as its limit', () => {
    expect(reachOf(null)).toEqual([])
    expect(reachOf(['*'])).toEqual([...IAM_PERMISSIONS])
    expect(reachOf(['iam:user:read', 'a:b'])).toEqual(['iam:user:read'])
  })

  it('is what the person agreed to, where they were asked', () => {
    expect(limitToConsent(['a:b', 'c:d'], null)).toEqual(['a:b', 'c:d'])
    expect(limitToConsent(['a:b', 'c:d'], ['c:d', 'e:f'])).toEqual(['c:d'])
  })

  const granted = { grantId: 'g', tenantId: 't', permissions: ['a:b', 'iam:user:read'] }

  it('is said with how and when the person signed in', () => {
    expect(claimsOfUser(granted, null)).toEqual({
      grant_type: 'authorization_code',
      tenant_id: 't',
      permissions: ['a:b'],
      grant_id: 'g',
    })
    const signedIn = { acr: 'urn:x', amr: ['pwd'], authTime: 7 }
    expect(claimsOfUser(granted, ['*'], signedIn)).toEqual({
      grant_type: 'authorization_code',
      tenant_id: 't',
      permissions: ['a:b', 'iam:user:read'],
      grant_id: 'g',
      acr: 'urn:x',
      amr: ['pwd'],
      auth_time: 7,
    })
  })

  it('is not cut off: what fits into no token makes none', () => {
    const many = (count: number, length: number) =>
      Array.from({ length: count }, (_, at) => `a:${String(at).padStart(length - 2, '0')}`)
    const claims = (permissions: readonly string[]) =>
      claimsOfUser({ ...granted, permissions }, null)
    expect(claims(many(400, 10))).toMatchObject({ permissions: { length: 400 } })
    expect(claims(many(401, 10))).toBe('too_many_permissions')
    // 8192 bytes of JSON: two brackets, and each name with its quotes and comma but for the last.
    const [most, more] = [86, 87].map((length) => [...many(90, 87), `a:${'x'.repeat(length)}`])
    expect(claims(most ?? [])).toMatchObject({ permissions: { length: 91 } })
    expect(claims(more ?? [])).toBe('too_many_permissions')
  })

  it('of a service names the one tenant that it asked for', () => {
    const tenant = '0190aaaa-0000-7000-8000-000000000001'
    const claims = { grant_type: 'client_credentials', permissions: [] }
    expect(claimsOfService('iam.scim')).toEqual(claims)
    expect(claimsOfService(`iam.scim tenant:${tenant}`)).toEqual({ ...claims, tenant_id: tenant })
  })
})

describe('scopes', () => {
  it.each([
    ['expense:start', true],
    ['iam:user:read', true],
    ['iam:nothing', false],
    ['bpm:nothing', false],
    ['dms:nothing', false],
    ['xdms:nothing', true],
    ['tenant:x', false],
    ['plain', false],
  ])('name a permission in %s: %s', (name, known) => {
    expect(isKnownPermission(name)).toBe(known)
    expect(isUserScope(name)).toBe(known)
    expect(isServiceScope(name)).toBe(false)
  })

  it('that every application of people may ask for say who they are, and go on', () => {
    expect(openScopes).toEqual(['openid', 'offline_access'])
  })

  it('are of people or of services', () => {
    for (const scope of ['openid', 'profile', 'email', 'offline_access']) {
      expect([isUserScope(scope), isServiceScope(scope)]).toEqual([true, false])
    }
    for (const scope of ['iam.internal', 'bpm.events', 'iam.scim']) {
      expect([isUserScope(scope), isServiceScope(scope)]).toEqual([false, true])
    }
  })

  it('of a request stand between spaces', () => {
    expect(scopesOf({ scope: ' openid  email ' })).toEqual(['openid', 'email'])
    for (const params of [undefined, {}, { scope: ['openid'] }, { scope: 7 }])
      expect(scopesOf(params)).toEqual([])
  })
})

describe('what a token is for', () => {
  const platform = { issuer: 'https://id.example', audience: 'platform' }
  const own = ['platform', ...['iam', 'bpm', 'dms'].map((name) => `https://id.example/api/${name}`)]

  it('is the platform, one of its services, or what its client lists', () => {
    expect(resourcesOf(platform, [page])).toEqual([...own, page])
    expect(findPlatformAddress(platform, [page, 'https://id.example/api/dms'])).toBe(1)
    expect(findPlatformAddress(platform, [page])).toBe(-1)
  })

  it.each([
    [undefined, [], 'platform'],
    ['https://id.example/api/bpm', [], 'https://id.example/api/bpm'],
    [page, [], page],
    ['https://other.example', [], undefined],
    ['https://other.example', ['bpm.events'], ['platform', 'https://other.example']],
    ['http://other.example:81', ['bpm.events'], ['platform', 'http://other.example:81']],
    ['https://other.example/', ['bpm.events'], undefined],
    ['ftp://other.example', ['bpm.events'], undefined],
    ['x', ['bpm.events'], undefined],
  ])('of a service that asks for %s with %j is %j', (resource, scopes, audience) =>
    expect(audienceOfService(platform, { resource, scopes }, [page])).toEqual(audience),
  )
})
