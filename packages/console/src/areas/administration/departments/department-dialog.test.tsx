import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { field, fill, press } from '../../../testing/person.ts'
import { all, aPerson, bob } from '../../../testing/samples.ts'
import { askedOf, give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Department } from '../queries.ts'
import { DepartmentsPage } from './departments-page.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const sales: Department = {
  id: 'd-1',
  code: 'sales',
  name: 'Sales',
  parentId: null,
  leaderId: bob.id,
  revision: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const departments = '/api/iam/v1/departments'
const one = '/api/iam/v1/departments/{id}'

it('a department that somebody else has saved meanwhile is taken up, and saved over that', async () => {
  give('get', departments, all(sales))
  give('get', '/api/iam/v1/people', { items: [{ ...bob, kind: 'user', detail: 'bob' }] })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['iam:department:write'] }))
  await show(<DepartmentsPage />, cache)
  await screen.findByText('Sales')
  await press('Change Sales')
  fill('Name', 'Sales and service')
  refuse('patch', one, { code: 'iam.revision_mismatch', status: 412 })
  give('get', departments, all({ ...sales, name: 'Selling', leaderId: null, revision: 2 }))
  await press('Save')
  await screen.findByText('Somebody was faster')
  expect(field('Name').value).toBe('Sales and service')

  await press('Drop mine and load theirs')
  expect(field('Name').value).toBe('Selling')
  fill('Name', 'Selling and service')
  give('patch', one, sales)
  await press('Save')
  await expect
    .poll(() => askedOf('patch', one).at(-1)?.body)
    .toEqual({
      name: 'Selling and service',
      parentId: null,
      leaderId: null,
      revision: 2,
    })
})
