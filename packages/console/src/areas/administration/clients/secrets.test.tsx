import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { callsOf } from '../../../testing/network.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { aPerson } from '../../../testing/samples.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { formatTime } from '../../../text/format.ts'
import type { Client } from '../queries.ts'
import { Secrets } from './secrets.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const createdAt = '2026-11-18T08:12:00.000Z'
const client: Client = {
  id: 'c-1',
  clientId: 'shop',
  type: 'SERVICE',
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
  createdAt,
  updatedAt: createdAt,
}

it('a new secret stays until it is said that it was kept: it is shown this once', async () => {
  give('get', '/api/iam/v1/clients/{id}/secrets', { items: [] })
  give('post', '/api/iam/v1/clients/{id}/secrets', { clientSecret: 'the-secret' } as never)
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['iam:client:write'] }))
  await show(<Secrets client={client} />, cache)
  await press('New secret')
  await screen.findByText('the-secret')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(says('the-secret')).toBe(true)
  await press('I have kept it')
  await expect.poll(() => says('the-secret')).toBe(false)
})

it('a secret is removed once it is said which, and what comes of it', async () => {
  const one = '/api/iam/v1/clients/{id}/secrets/{secretId}'
  give('get', '/api/iam/v1/clients/{id}/secrets', {
    items: [{ id: 'x-1', createdAt, lastUsedAt: null }],
  })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['iam:client:write'] }))
  await show(<Secrets client={client} />, cache)
  const name = `Remove the secret of ${formatTime(createdAt)}`
  await screen.findByRole('button', { name })
  await press(name)
  await expect.poll(() => says(`${name}?`)).toBe(true)
  expect(callsOf('delete', one)).toHaveLength(0)
  give('delete', one, undefined as never)
  await press('Remove')
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  expect(callsOf('delete', one)[0]?.url.pathname).toMatch('/c-1/secrets/x-1')
})
