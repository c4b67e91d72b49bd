import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { aPerson, bob } from '../../../testing/samples.ts'
import { give } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Member } from '../queries.ts'
import { MembershipForm } from './membership-form.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

const at = '2026-11-18T08:12:00.000Z'
const member: Member = {
  userId: bob.id,
  username: 'bob',
  displayName: bob.name,
  active: true,
  roles: [
    { id: 'r-1', code: 'clerk', name: 'Clerk' },
    { id: 'r-2', code: 'buyer', name: 'Buyer' },
  ],
  departmentId: null,
  post: null,
  managerId: null,
  revision: 1,
  createdAt: at,
  updatedAt: at,
}

it('is only shown to who may not change it', async () => {
  give('get', '/api/iam/v1/people', { items: [] })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson())
  await show(<MembershipForm member={member} />, cache)
  const inputs = [...document.querySelectorAll<HTMLInputElement>('form input')]
  expect(inputs.filter(({ type, disabled }) => type !== 'hidden' && !disabled)).toEqual([])
})

it('is left without a question where a role that was taken away is chosen again', async () => {
  give('get', '/api/iam/v1/people', { items: [] })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['iam:member:write'] }))
  const { history } = await show(<MembershipForm member={member} />, cache)
  const user = userEvent.setup()
  const leave = () => act(async () => history.push('/away'))
  const toggle = async () => {
    await user.click(screen.getByRole('combobox', { name: 'Roles' }))
    await user.click(await screen.findByRole('option', { name: 'Clerk' }))
  }
  await toggle()
  await leave()
  expect(says('Leave without saving?')).toBe(true)
  await press('Stay')
  await toggle()
  await leave()
  await expect.poll(() => history.location.pathname).toBe('/away')
  expect(says('Leave without saving?')).toBe(false)
})
