import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideEntry, reachOf, suggestUsername, type Identity } from './federation.ts'

const anyIdentity: fc.Arbitrary<Identity> = fc.record({
  subject: fc.string({ minLength: 1 }),
  username: fc.option(fc.string(), { nil: undefined }),
  displayName: fc.option(fc.string(), { nil: undefined }),
  email: fc.option(fc.oneof(fc.emailAddress(), fc.string()), { nil: undefined }),
  emailVerified: fc.boolean(),
})
const anyPolicy = fc.record({
  matchExternalId: fc.boolean(),
  createAccounts: fc.boolean(),
  mailDomains: fc.array(fc.constantFrom('corp.example', 'other.example')),
})

describe('an identity', () => {
  it('leads to nobody but whom a link or the directory names', () => {
    const anyFound = fc.record({
      linked: fc.option(fc.constant('linked'), { nil: undefined }),
      byExternalId: fc.option(fc.constant('matched'), { nil: undefined }),
    })
    fc.assert(
      fc.property(anyPolicy, anyIdentity, anyFound, (policy, identity, found) => {
        const entry = decideEntry(policy, identity, found)
        if (found.linked !== undefined) expect(entry).toEqual({ kind: 'linked', userId: 'linked' })
        else if (policy.matchExternalId && found.byExternalId !== undefined)
          expect(entry).toEqual({ kind: 'match', userId: 'matched' })
        else expect(['create', 'ask']).toContain(entry.kind)
      }),
    )
  })

  it('makes an account only where that is allowed and, with domains, for a proven address', () => {
    const nobody = { linked: undefined, byExternalId: undefined }
    fc.assert(
      fc.property(anyPolicy, anyIdentity, (policy, identity) => {
        if (decideEntry(policy, identity, nobody).kind !== 'create') return
        expect(policy.createAccounts).toBe(true)
        if (policy.mailDomains.length === 0) return
        expect(identity.emailVerified).toBe(true)
        const ends = policy.mailDomains.some((domain) =>
          identity.email?.toLowerCase().endsWith(`@${domain}`),
        )
        expect(ends).toBe(true)
      }),
    )
  })

  it('gets a user name in the form of ours, whatever it is called', () => {
    fc.assert(
      fc.property(anyIdentity, (identity) => {
        expect(suggestUsername(identity)).toMatch(/^[a-z0-9][a-z0-9._@-]{0,79}$/)
      }),
    )
  })
})

describe('an address of a provider', () => {
  const listed = ['https://sso.corp.example', 'ldaps://DC1.corp.example', 'ldap://127.0.0.1:3890']

  it.each([
    ['https://idp.example/tenant', 'public'],
    ['ldaps://ldap.example', 'public'],
    ['https://sso.corp.example/realms/a', 'listed'],
    ['https://sso.corp.example:8443', 'public'],
    ['ldaps://dc1.corp.example:636', 'listed'],
    ['ldaps://dc1.corp.example:3269', 'public'],
    ['ldap://127.0.0.1:3890', 'listed'],
    ['ldap://127.0.0.1', undefined],
    ['ldap://ldap.example', undefined],
    ['http://idp.example', undefined],
    ['http://127.0.0.1:80', undefined],
    ['https://user@idp.example', undefined],
    ['ftp://idp.example', undefined],
    ['javascript:alert(1)', undefined],
    ['no address', undefined],
  ])('%s is reached as %s', (address, reach) => {
    expect(reachOf(address, listed)).toBe(reach)
  })

  it('takes StartTLS as TLS, and plain text to another machine never', () => {
    expect(reachOf('ldap://ldap.example', [], { startTls: true })).toBe('public')
    expect(reachOf('ldap://ldap.example', ['ldap://ldap.example'])).toBeUndefined()
    expect(reachOf('http://sso.corp.example', ['http://sso.corp.example'])).toBeUndefined()
  })
})
