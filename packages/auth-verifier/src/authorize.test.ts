import { describe, expect, it } from 'vitest'
import { isAgent, requires, requiresScope, serviceOnly, userOnly } from './authorize.ts'
import { toCaller } from './caller.ts'

const callerOf = (claims: object = {}) =>
  toCaller({
    sub: 'u1',
    client_id: 'c1',
    grant_type: 'authorization_code',
    permissions: ['a:read', 'a:write'],
    scope: 'openid profile',
    ...claims,
  })
const user = callerOf()
const agent = callerOf({ act: { sub: 'assistant' } })
const service = callerOf({ grant_type: 'client_credentials' })
const other = callerOf({ grant_type: undefined })

const refused = (code: string, more: object = {}): unknown =>
  expect.objectContaining({ code: `auth.${code}`, ...more })

describe('who may call', () => {
  it('is a user in person', () => {
    expect(() => userOnly(user)).not.toThrow()
    for (const caller of [agent, service, other]) {
      expect(() => userOnly(caller)).toThrow(refused('user_required'))
    }
  })

  it('is a service', () => {
    expect(() => serviceOnly(service)).not.toThrow()
    for (const caller of [user, agent, other]) {
      expect(() => serviceOnly(caller)).toThrow(refused('service_required'))
    }
  })

  it('is an agent by whatever is said of who acts', () => {
    expect([agent, callerOf({ act: {} }), callerOf({ act: null })].map(isAgent)).toEqual([
      true,
      true,
      true,
    ])
    expect([user, service].map(isAgent)).toEqual([false, false])
  })
})

describe.each([
  ['permissions', requires, ['a:read', 'a:write'], 'a:delete', 'openid'],
  ['scopes', requiresScope, ['openid', 'profile'], 'email', 'a:read'],
] as const)('[AUTH-04] %s that are asked for', (_, ask, held, missing, ofOtherKind) => {
  it('are held, all of them', () => {
    expect(() => ask(...held)(user)).not.toThrow()
    expect(() => ask()(user)).not.toThrow()
  })

  it('are named when they are missing: the first of them', () => {
    const required = { required: missing }
    expect(() => ask(held[0], missing, 'x')(user)).toThrow(refused('insufficient_scope', required))
    expect(() => ask(missing, held[0])(user)).toThrow(refused('insufficient_scope', required))
  })

  it('are not those of the other kind', () => {
    expect(() => ask(ofOtherKind)(user)).toThrow(refused('insufficient_scope'))
  })

  it('are of no use to an agent, but where it is welcome', () => {
    expect(() => ask(...held)(agent)).toThrow(refused('agent_refused'))
    expect(() => ask()(agent)).toThrow(refused('agent_refused'))
    expect(() => ask(...held, { agents: true })(agent)).not.toThrow()
    expect(() => ask(missing, { agents: true })(agent)).toThrow(refused('insufficient_scope'))
    expect(() => ask(...held, { agents: false as true })(agent)).toThrow(refused('agent_refused'))
    expect(() => ask(...held, { agents: true })(user)).not.toThrow()
  })
})
