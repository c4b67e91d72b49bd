import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { buttons, fill, press } from '../../testing/person.ts'
import { all, ann, aPerson } from '../../testing/samples.ts'
import { askedOf, give } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import type { Tenant } from './queries.ts'
import { TenantsPage } from './tenants-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const path = '/api/iam/v1/tenants'
const aTenant = (id: string, status: Tenant['status'] = 'active'): Tenant => ({
  id,
  name: id.toUpperCase(),
  status,
  requiresMfa: false,
  sessionIdleMinutes: null,
  revision: 7,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})
const suspended = aTenant('t-3', 'suspended')

/** One’s own are `t-1`, where one is now, and `t-2`; the platform has one more. */
async function open(tenants: Tenant[], permission = 'iam:tenant:write') {
  const cache = makeCache()
  const own = ['t-1', 't-2'].map((id) => ({ id, name: id.toUpperCase() }))
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: [permission], tenants: own }))
  give('get', path, all(...tenants))
  await show(<TenantsPage />, cache)
  await screen.findByText(tenants[0]?.name ?? '')
}

it.each([
  ['one’s own', aTenant('t-1'), []],
  ['another of one’s own', aTenant('t-2'), ['Go there', 'Suspend']],
  ['one of others', aTenant('t-3'), ['Suspend']],
  ['a suspended one', suspended, ['Resume']],
])('offers for %s what can be done with it', async (_, tenant, offered) => {
  await open([tenant])
  const actions = ['Go there', 'Suspend', 'Resume']
  expect(actions.filter((name) => buttons(name).length > 0)).toEqual(offered)
})

it('lets who only reads go where they belong, and change nothing', async () => {
  await open([aTenant('t-2'), suspended], 'iam:tenant:read')
  expect(buttons('Go there')).toHaveLength(1)
  for (const name of ['Suspend', 'Resume', 'New organisation']) expect(buttons(name)).toEqual([])
})

it.each<[string, Tenant, Tenant['status']]>([
  ['Suspend', aTenant('t-3'), 'suspended'],
  ['Resume', suspended, 'active'],
])('%s asks first, and changes what was seen and no later revision', async (name, tenant, next) => {
  await open([tenant])
  give('patch', `${path}/{id}`, { ...tenant, status: next })
  await press(name)
  expect(askedOf('patch', `${path}/{id}`)).toHaveLength(0)
  await press(name)
  await screen.findByText('Done')
  expect(askedOf('patch', `${path}/{id}`)[0]?.body).toEqual({ status: next, revision: 7 })
})

it.each([
  ['Second factor: As people like', false, 'Require a second factor'],
  ['Second factor: For everybody', true, 'Require none'],
])('%s can be changed, in one’s own, too, and asks first', async (name, requiresMfa, confirm) => {
  await open([{ ...aTenant('t-1'), requiresMfa }])
  give('patch', `${path}/{id}`, { ...aTenant('t-1'), requiresMfa: !requiresMfa })
  await press(name)
  await press(confirm)
  await screen.findByText('Done')
  expect(askedOf('patch', `${path}/{id}`)[0]?.body).toEqual({
    requiresMfa: !requiresMfa,
    revision: 7,
  })
})

it('makes an organisation of whoever makes it, who can go there at once', async () => {
  await open([aTenant('t-1')])
  give('post', path, aTenant('t-4'))
  give('get', '/api/iam/v1/me', aPerson({ tenants: [{ id: 't-4', name: 'T-4' }] }))
  give('get', path, all(aTenant('t-4')))
  await press('New organisation')
  fill('Name', 'T-4')
  await press('Make it')
  await screen.findByText('The organisation is there')
  expect(askedOf('post', path)[0]?.body).toEqual({ name: 'T-4', administratorId: ann.id })
  await expect.poll(() => buttons('Go there').length).toBe(1)
})
