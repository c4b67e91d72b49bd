import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { press, says } from '../../testing/person.ts'
import { give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { EmailForm } from './email.tsx'

signInFirst()
beforeAll(() => speak('en', 'account'))

const path = '/api/iam/v1/me/email'

it('says that the mail address could not be read, and reads it again', async () => {
  refuse('get', path, { code: 'iam.unavailable', status: 503 })
  await show(<EmailForm />, makeCache())
  await screen.findByRole('alert')
  expect(says('Mail address')).toBe(true)
  const known = { email: 'ann@example.org', verified: true, pending: null, canVerify: true }
  give('get', path, known)
  await press('Try again')
  expect(await screen.findByText(/ann@example.org/)).toBeDefined()
})
