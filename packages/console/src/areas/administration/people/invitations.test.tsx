import { beforeAll, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { buttons, press, says } from '../../../testing/person.ts'
import { aPerson } from '../../../testing/samples.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import { OpenInvitations } from './invitations.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

it('open invitations that could not be read are said to be, and read again', async () => {
  const path = '/api/iam/v1/invitations'
  refuse('get', path, { code: 'iam.unavailable', status: 503 })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions: ['iam:member:read'] }))
  await show(<OpenInvitations />, cache)
  await expect.poll(() => says('iam.unavailable')).toBe(true)
  give('get', path, { items: [], nextCursor: null })
  await press('Try again')
  await expect.poll(() => buttons('Try again')).toHaveLength(0)
  expect(says('iam.unavailable')).toBe(false)
})
