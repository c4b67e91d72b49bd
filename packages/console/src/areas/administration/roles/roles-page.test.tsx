import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { field, fill, press } from '../../../testing/person.ts'
import { all, aPerson } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Role } from '../queries.ts'
import { RolesPage } from './roles-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const clerk: Role = {
  id: 'r-1',
  code: 'clerk',
  name: 'Clerk',
  permissions: ['iam:user:read', 'expense:start'],
  requiresMfa: false,
  revision: 6,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const roles = '/api/iam/v1/roles'
const one = '/api/iam/v1/roles/{id}'

it('a role that somebody else has saved meanwhile is taken up, and saved over that', async () => {
  give('get', roles, all(clerk))
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['iam:role:write'] }))
  await show(<RolesPage />, cache)
  fireEvent.click(await screen.findByText('Clerk'))
  fill('Name', 'Head clerk')
  refuse('patch', one, { code: 'iam.revision_mismatch', status: 412 })
  give('get', roles, all({ ...clerk, name: 'Accountant', revision: 7 }))
  await press('Save')
  await screen.findByText('Somebody was faster')
  expect(field('Name').value).toBe('Head clerk')

  await press('Drop mine and load theirs')
  expect(field('Name').value).toBe('Accountant')
  fill('Name', 'Head accountant')
  give('patch', one, clerk)
  await press('Save')
  await expect.poll(() => askedOf('patch', one).at(-1)?.body.revision).toBe(7)
})
