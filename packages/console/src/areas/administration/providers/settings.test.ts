import { describe, expect, it } from 'vitest'
import type { Provider } from '../queries.ts'
import { addressOf, settingsOf, toChangeBody, toCreateBody, type Settings } from './settings.ts'

const common = {
  id: 'p-1',
  name: 'Partner',
  createAccounts: true,
  matchExternalId: false,
  status: 'active',
  hasSecret: true,
  redirectUri: null,
  revision: 2,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
} as const

const people = { mailDomains: ['partner.example'], roles: ['guest'] }
const oidc: Provider = {
  ...common,
  ...people,
  kind: 'oidc',
  settings: { issuer: 'https://login.partner.example', clientId: 'acme', scopes: [] },
}
const ldap: Provider = {
  ...common,
  ...people,
  kind: 'ldap',
  settings: {
    url: 'ldaps://directory.example',
    startTls: false,
    ca: null,
    bindDn: 'cn=reader',
    baseDn: 'dc=example',
    idAttribute: 'objectGUID',
    personFilter: '(objectClass=person)',
    usernameAttributes: ['uid'],
  },
}

const filled = (changes: Partial<Settings>): Settings => ({ ...settingsOf(), ...changes })

describe('the form of a provider', () => {
  it('holds what is set, and never a secret', () => {
    expect(settingsOf(oidc)).toMatchObject({
      name: 'Partner',
      issuer: 'https://login.partner.example',
      clientId: 'acme',
      clientSecret: '',
      mailDomains: ['partner.example'],
    })
    expect(settingsOf(ldap)).toMatchObject({
      url: 'ldaps://directory.example',
      ca: '',
      bindPassword: '',
    })
  })

  it('may be changed without changing the provider it was made of', () => {
    settingsOf(oidc).roles.push('admin')
    expect(settingsOf(oidc).roles).toEqual(['guest'])
  })

  it('says where the provider is', () => {
    expect(addressOf(oidc)).toBe('https://login.partner.example')
    expect(addressOf(ldap)).toBe('ldaps://directory.example')
  })
})

describe('what is sent', () => {
  it('to make a provider holds what its kind has, and nothing of the other', () => {
    const values = filled({
      name: 'P',
      issuer: 'https://p.example',
      clientId: 'c',
      url: 'ldap://x',
    })
    expect(toCreateBody('oidc', values)).toEqual({
      kind: 'oidc',
      name: 'P',
      issuer: 'https://p.example',
      clientId: 'c',
      createAccounts: false,
      matchExternalId: false,
      mailDomains: [],
      roles: [],
    })
    const body = toCreateBody('ldap', values)
    expect(body).not.toHaveProperty('issuer')
    expect(body).toMatchObject({ kind: 'ldap', url: 'ldap://x', idAttribute: 'entryUUID' })
    expect(body).not.toHaveProperty('ca')
  })

  it('to change one leaves a secret that was not typed as it is', () => {
    expect(toChangeBody('oidc', settingsOf(oidc))).not.toHaveProperty('clientSecret')
    expect(toChangeBody('oidc', { ...settingsOf(oidc), clientSecret: 's' })).toHaveProperty(
      'clientSecret',
      's',
    )
    expect(toChangeBody('ldap', settingsOf(ldap))).not.toHaveProperty('bindPassword')
    expect(toChangeBody('ldap', { ...settingsOf(ldap), bindPassword: 's' })).toHaveProperty(
      'bindPassword',
      's',
    )
  })

  it('takes a certificate away by an empty text', () => {
    expect(toChangeBody('ldap', settingsOf(ldap))).toHaveProperty('ca', null)
  })

  it('never moves an issuer or the attribute that identifies people', () => {
    expect(toChangeBody('oidc', settingsOf(oidc))).not.toHaveProperty('issuer')
    expect(toChangeBody('ldap', settingsOf(ldap))).not.toHaveProperty('idAttribute')
  })

  it.each([
    ['oidc', true, ['partner.example'], ['guest']],
    ['oidc', false, [], []],
    // A directory has no domains of mail: its people are its own.
    ['ldap', true, [], ['guest']],
    ['ldap', false, [], []],
  ] as const)('for %s that makes accounts: %s', (kind, createAccounts, mailDomains, roles) => {
    const values = { ...settingsOf(kind === 'oidc' ? oidc : ldap), createAccounts }
    expect(toCreateBody(kind, values)).toMatchObject({ mailDomains, roles })
    expect(toChangeBody(kind, values)).toMatchObject({ mailDomains, roles })
  })
})
