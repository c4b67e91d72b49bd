import { describe, expect, it } from 'vitest'
import { isAdministrator, isPlatformAdministrator } from './administrators.ts'
import { contexts, stepUpSeconds, type SessionState } from './authentication.ts'
import { decideAuthority, type Demand, type InForce } from './authority.ts'

const session: SessionState = {
  signedIn: true,
  age: 10,
  amr: ['pwd'],
  hasSecondFactor: false,
  requiresMfa: false,
}
const carried = { permissions: ['iam:role:write', 'a:b'], scopes: ['iam.scim'] }
const inForce: InForce = { ...carried, session }

describe('what somebody may do', () => {
  it('is what their token carries and what is in force, both', () => {
    const decide = (demand: Demand, now: InForce | undefined) =>
      decideAuthority(demand, carried, now)
    expect(decide({}, { ...inForce, permissions: ['a:b', 'c:d'] })).toEqual({
      allowed: true,
      permissions: ['a:b'],
    })
    expect(decide({ permission: 'a:b' }, inForce)).toMatchObject({ allowed: true })
    expect(decide({ permission: 'c:d' }, { ...inForce, permissions: ['c:d'] })).toEqual({
      allowed: false,
      reason: 'missing',
      missing: 'c:d',
    })
    expect(decide({ permission: 'a:b' }, { ...inForce, permissions: [] })).toEqual({
      allowed: false,
      reason: 'missing',
      missing: 'a:b',
    })
    expect(decide({}, undefined)).toEqual({ allowed: false, reason: 'ended' })
  })

  it('as a service needs each scope in its token and in force', () => {
    const service = (scopes: readonly string[], now: readonly string[]) =>
      decideAuthority({ scopes }, carried, { permissions: [], scopes: now })
    expect(service(['iam.scim'], ['iam.scim'])).toEqual({ allowed: true, permissions: [] })
    expect(service(['iam.scim'], [])).toEqual({
      allowed: false,
      reason: 'missing',
      missing: 'iam.scim',
    })
    expect(service(['iam.internal'], ['iam.internal'])).toMatchObject({ missing: 'iam.internal' })
    expect(service(['iam.scim', 'x'], ['iam.scim'])).toMatchObject({ missing: 'x' })
  })

  it('as a service has no session that could end or be too old', () => {
    const demand = { permission: 'a:b', stepUp: true }
    expect(decideAuthority(demand, carried, carried)).toMatchObject({ allowed: true })
  })

  it('in administration ends with their session, elsewhere with their token', () => {
    const ended = { ...inForce, session: { ...session, signedIn: false } }
    expect(decideAuthority({ permission: 'a:b' }, carried, ended)).toEqual({
      allowed: false,
      reason: 'ended',
    })
    expect(decideAuthority({}, carried, ended)).toMatchObject({ allowed: true })
  })

  it('asks for as good a sign-in as the route does', () => {
    const demanded = { ...inForce, session: { ...session, requiresMfa: true } }
    const multi = { acrValues: contexts.multi }
    const refused = (challenge: object) => ({ allowed: false, reason: 'authenticate', challenge })
    expect(decideAuthority({ permission: 'a:b' }, carried, demanded)).toEqual(refused(multi))
    expect(decideAuthority({}, carried, demanded)).toMatchObject({ allowed: true })
    const old = { ...inForce, session: { ...session, age: 2 * stepUpSeconds } }
    const anew = { acrValues: contexts.single, maxAge: stepUpSeconds }
    expect(decideAuthority({ stepUp: true }, carried, old)).toEqual(refused(anew))
    expect(decideAuthority({ permission: 'a:b', stepUp: true }, carried, old)).toEqual(
      refused(anew),
    )
    expect(decideAuthority({ permission: 'a:b' }, carried, old)).toMatchObject({ allowed: true })
  })
})

describe('administrators', () => {
  const all = ['iam:member:write', 'iam:role:write', 'iam:user:write']

  it('hold all that is needed to give others back what they need', () => {
    expect(isAdministrator([...all, 'a:b'])).toBe(true)
    for (const left of all) {
      expect(isAdministrator(all.filter((name) => name !== left))).toBe(false)
    }
  })

  it('of the platform hold one more', () => {
    expect(isPlatformAdministrator([...all, 'iam:tenant:write'])).toBe(true)
    expect(isPlatformAdministrator(all)).toBe(false)
    expect(isPlatformAdministrator(['iam:tenant:write'])).toBe(false)
  })
})
