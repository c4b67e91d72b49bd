import { describe, expect, it } from 'vitest'
import { settingsFor, type SettledClient } from './client-settings.ts'

const issuer = 'https://id.example'
const pages: SettledClient = {
  clientId: 'expense-pages',
  type: 'SPA',
  agent: false,
  scopes: ['openid', 'profile'],
  tenants: [],
  redirectUris: ['https://expense.example/callback'],
  postLogoutRedirectUris: ['https://expense.example/'],
}
const backend: SettledClient = {
  ...pages,
  clientId: 'expense-backend',
  type: 'SERVICE',
  scopes: ['bpm.instance.read'],
  tenants: ['t-1', 't-2'],
}
const textOf = (client: SettledClient, id: string, secret?: string) =>
  settingsFor(client, issuer, secret).find((each) => each.id === id)?.text ?? ''

describe('settings of pages', () => {
  it('are what oidc-client-ts takes', () => {
    expect(textOf(pages, 'oidcClientTs')).toContain(
      [
        '  authority: "https://id.example",',
        '  client_id: "expense-pages",',
        '  redirect_uri: "https://expense.example/callback",',
        '  post_logout_redirect_uri: "https://expense.example/",',
        '  scope: "openid profile",',
      ].join('\n'),
    )
  })

  it('are what any library needs, and nothing of a secret', () => {
    for (const { text } of settingsFor(pages, issuer)) {
      expect(text).toContain('expense-pages')
      expect(text).toContain(issuer)
      expect(text).not.toMatch(/secret/i)
    }
    expect(textOf(pages, 'values')).toContain('code_challenge_method: S256')
  })
})

describe('settings of a backend', () => {
  it('ask for a token of one organisation', () => {
    for (const id of ['curl', 'spring', 'go', 'python']) {
      expect(textOf(backend, id), id).toContain('tenant:t-1')
      expect(textOf(backend, id), id).not.toContain('t-2')
    }
  })

  it('have the secret where it is kept and tried, and in no code', () => {
    const secret = 's3cr3t'
    expect(textOf(backend, 'env', secret)).toContain('CLIENT_SECRET=s3cr3t\n')
    expect(textOf(backend, 'curl', secret)).toContain("-u 'expense-backend:s3cr3t'")
    for (const id of ['spring', 'go', 'python']) {
      expect(textOf(backend, id, secret), id).not.toContain(secret)
      expect(textOf(backend, id, secret), id).toContain('CLIENT_SECRET')
    }
  })

  it('say where the secret goes while nobody knows it', () => {
    expect(textOf(backend, 'env')).toContain('CLIENT_SECRET=\n')
    expect(textOf(backend, 'curl')).toContain(`-u 'expense-backend:'"$CLIENT_SECRET"''`)
  })
})

it('settings of an agent are those of a library of its own', () => {
  const agent = { ...pages, agent: true, redirectUris: ['http://127.0.0.1/callback'] }
  expect(settingsFor(agent, issuer).map(({ id }) => id)).toEqual(['values'])
  expect(textOf(agent, 'values')).toContain('redirect_uri: http://127.0.0.1/callback')
})
