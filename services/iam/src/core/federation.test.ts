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

  it.each<[string | undefined, boolean, readonly string[], string]>([
    ['Ada@Corp.Example', true, ['corp.example'], 'create'],
    ['a@corp.example', true, ['other.example', 'corp.example'], 'create'],
    ['a@corp.example', false, ['corp.example'], 'ask'],
    ['a@corp.example', true, ['other.example'], 'ask'],
    [undefined, true, ['corp.example'], 'ask'],
    ['@corp.example', true, ['corp.example'], 'ask'],
    ['a@', true, ['corp.example'], 'ask'],
    ['a@corp.example@evil.example', true, ['corp.example'], 'ask'],
    ['a@evil.example@corp.example', true, ['corp.example'], 'ask'],
    [undefined, false, [], 'create'],
  ])('with the address %s, proven: %s, of %j: %s', (email, emailVerified, mailDomains, kind) => {
    const policy = { matchExternalId: false, createAccounts: true, mailDomains }
    const identity = { subject: 's', username: 'a', displayName: undefined, email, emailVerified }
    const nobody = { linked: undefined, byExternalId: 'matched' }
    expect(decideEntry(policy, identity, nobody)).toEqual({ kind })
    expect(decideEntry({ ...policy, createAccounts: false }, identity, nobody)).toEqual({
      kind: 'ask',
    })
  })

  it.each<[string | undefined, string | undefined, string]>([
    ['Ada.Lovelace', 'x@y', 'ada.lovelace'],
    [undefined, 'Ada@Corp.Example', 'ada@corp.example'],
    [undefined, undefined, 'user'],
    ['', 'x@y', 'user'],
    ['._-a-b', undefined, 'a-b'],
    ['José Núñez', undefined, 'josenunez'],
    ['李明', undefined, 'user'],
    ['a'.repeat(90), undefined, 'a'.repeat(80)],
  ])('called %s, at %s, is suggested the name %s', (username, email, name) => {
    const identity = { subject: 's', username, displayName: undefined, email, emailVerified: true }
    expect(suggestUsername(identity)).toBe(name)
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
    ['https://:secret@idp.example', undefined],
    ['https://user@sso.corp.example', undefined],
    ['LDAPS://DC1.corp.example', 'listed'],
    ['https://dc1.corp.example', 'public'],
    ['ftp://idp.example', undefined],
    ['javascript:alert(1)', undefined],
    ['no address', undefined],
  ])('%s is reached as %s', (address, reach) => {
    expect(reachOf(address, listed)).toBe(reach)
  })

  it('takes StartTLS as TLS, and plain text to another machine never', () => {
    expect(reachOf('ldap://ldap.example', [], { startTls: true })).toBe('public')
    expect(
      reachOf('ldap://dc1.corp.example', ['ldap://dc1.corp.example'], { startTls: true }),
    ).toBe('listed')
    expect(reachOf('http://idp.example', [], { startTls: true })).toBeUndefined()
    expect(reachOf('ldap://ldap.example', ['ldap://ldap.example'])).toBeUndefined()
    expect(reachOf('http://sso.corp.example', ['http://sso.corp.example'])).toBeUndefined()
  })

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'takes plain text to %s where it is listed',
    (host) => {
      expect(reachOf(`http://${host}:8080`, [`http://${host}:8080/x`])).toBe('listed')
      expect(reachOf(`ldap://${host}`, [`ldap://${host}:389`])).toBe('listed')
      expect(reachOf(`ws://${host}`, [`ws://${host}`])).toBeUndefined()
      expect(reachOf(`http://${host}:8080`, ['no address'])).toBeUndefined()
    },
  )
})
