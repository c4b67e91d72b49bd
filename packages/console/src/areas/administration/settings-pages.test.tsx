import type { RouteComponent } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { nextTask } from '../../shared/next-task.ts'
import { makeCache, open, speak } from '../../testing/page.tsx'
import { buttons, field, fill, press, says } from '../../testing/person.ts'
import { aPerson, bob } from '../../testing/samples.ts'
import { askedOf, give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { BrandingPage } from './branding/branding-page.tsx'
import { ClientPage } from './clients/client-page.tsx'
import { PersonPage } from './people/person-page.tsx'
import { ProviderPage } from './providers/provider-page.tsx'
import type { Branding, Client, Provider, User } from './queries.ts'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const at = '2026-11-18T08:12:00.000Z'
const dates = { createdAt: at, updatedAt: at }
const user: User = {
  id: bob.id,
  username: 'bob',
  displayName: bob.name,
  email: null,
  emailVerified: false,
  hasPassword: true,
  passwordExpiresAt: null,
  status: 'active',
  mustChangePassword: false,
  revision: 1,
  ...dates,
}
const client: Client = {
  id: 'c-1',
  clientId: 'shop',
  type: 'SPA',
  name: 'Shop',
  status: 'active',
  redirectUris: [],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  requireConsent: false,
  requiresMfa: false,
  scopes: [],
  permissions: null,
  resources: [],
  accessTokenType: null,
  dpopBoundAccessTokens: false,
  requirePushedAuthorizationRequests: false,
  agent: false,
  tenants: [],
  revision: 1,
  ...dates,
}
const provider: Provider = {
  id: 'p-1',
  kind: 'oidc',
  name: 'Works',
  status: 'active',
  hasSecret: true,
  redirectUri: null,
  settings: { issuer: 'https://id.example', clientId: 'c', scopes: [] },
  matchExternalId: false,
  createAccounts: false,
  mailDomains: [],
  roles: [],
  revision: 1,
  ...dates,
}
const branding: Branding = { name: null, colour: null, logo: null, revision: 1, updatedAt: at }

const paths = {
  person: '/api/iam/v1/users/{id}',
  client: '/api/iam/v1/clients/{id}',
  provider: '/api/iam/v1/identity-providers/{id}',
  branding: '/api/iam/v1/tenants/{id}/branding',
} as const

const permissions = ['user', 'client', 'federation', 'branding'].map((it) => `iam:${it}:write`)

beforeEach(() => {
  give('get', '/api/iam/v1/me', aPerson({ permissions }))
  give('get', paths.person, user)
  give('get', paths.client, client)
  give('get', paths.provider, provider)
  give('get', paths.branding, branding)
  give('get', '/api/iam/v1/users/{id}/sessions', { items: [] })
  refuse('get', '/api/iam/v1/members/{userId}', { code: 'iam.not_found', status: 404 })
  give('get', '/api/iam/v1/identity-providers/{id}/links', { items: [], nextCursor: null })
})

const pages = {
  person: [`/people/${bob.id}`, '/people/$userId', PersonPage],
  client: ['/clients/c-1', '/clients/$id', ClientPage],
  provider: ['/identity-providers/p-1', '/identity-providers/$id', ProviderPage],
  branding: ['/branding', '/branding', BrandingPage],
} as const satisfies Record<string, readonly [string, string, RouteComponent]>
type PageName = keyof typeof pages

const isThere = (label: string) =>
  [...document.querySelectorAll('label')].some(({ textContent }) => textContent.startsWith(label))

/** A page with a form, as far as its first field is there. */
async function openPage(name: PageName, may: readonly string[] = permissions) {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [...may] }))
  const [address, path, page] = pages[name]
  const opened = await open(address, { [path]: page }, cache)
  await expect.poll(() => isThere('Name')).toBe(true)
  // The place of a person, whom this tenant does not know, is another panel of the page.
  if (name === 'person') await screen.findByRole('alert')
  const readAgain = () =>
    act(async () => {
      await cache.invalidateQueries({ queryKey: ['iam'] })
      // What came of it is drawn by then.
      await nextTask()
    })
  return { ...opened, readAgain }
}

const names = Object.keys(pages) as PageName[]

describe('what is typed into a form', () => {
  it.each(names)('of a %s stays when reading it again fails', async (name) => {
    const { readAgain } = await openPage(name)
    fill('Name', 'Typed')
    const before = document.querySelectorAll('[role=alert]').length
    refuse('get', paths[name], { code: 'iam.unavailable', status: 503 })
    await readAgain()
    expect(field('Name').value).toBe('Typed')
    expect(screen.queryAllByRole('alert')).toHaveLength(before)
  })

  it('of a sign-in page stays when its logo was saved beside it, and is saved over that', async () => {
    const { readAgain } = await openPage('branding')
    fill('Name', 'Typed')
    const logo = { type: 'image/png', url: '/signin/brand/t-1/logo' }
    give('get', paths.branding, { ...branding, logo, revision: 2 })
    await readAgain()
    expect(field('Name').value).toBe('Typed')
    give('put', paths.branding, { ...branding, name: 'Typed', logo, revision: 3 })
    await press('Save')
    await expect.poll(() => askedOf('put', paths.branding)[0]?.body.revision).toBe(2)
  })

  it('of an account stands against what somebody else has saved until that is taken', async () => {
    const { readAgain } = await openPage('person')
    fill('Name', 'Typed')
    give('get', paths.person, { ...user, displayName: 'Theirs', revision: 2 })
    await readAgain()
    expect(field('Name').value).toBe('Typed')
    await press('Drop mine and load theirs')
    expect(field('Name').value).toBe('Theirs')
    expect(says('Somebody else has saved this meanwhile')).toBe(false)
  })
})

it.each([['provider'], ['client']] as const)(
  'a %s is only shown to who may not change it',
  async (name) => {
    await openPage(name, [])
    const inputs = [...document.querySelectorAll<HTMLInputElement>('form :is(input, textarea)')]
    const open = inputs.filter(({ type, disabled }) => type !== 'hidden' && !disabled)
    expect(open.map(({ name: called, outerHTML }) => called || outerHTML)).toEqual([])
  },
)

it('a provider that does not work says why', async () => {
  await openPage('provider')
  const reason = 'The issuer gives another one'
  give('post', '/api/iam/v1/identity-providers/{id}/check', { reachable: false, problem: reason })
  await press('Try it')
  await screen.findByText(reason)
  expect(says('It does not work')).toBe(true)
})

it('an application is removed with what was changed of it, which is not sent', async () => {
  const { history } = await openPage('client')
  fill('Name', 'Typed')
  give('delete', paths.client, undefined as never)
  await press('Remove')
  await expect.poll(() => buttons('Cancel')).toHaveLength(1)
  await press('Remove')
  await expect.poll(() => history.location.pathname).toBe('/clients')
  expect(askedOf('patch', paths.client)).toEqual([])
})
