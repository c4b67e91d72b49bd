import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { meQuery } from '../../me/me.ts'
import { callsOf } from '../../testing/network.ts'
import { makeCache, show, speak } from '../../testing/page.tsx'
import { buttons, fill, press, says } from '../../testing/person.ts'
import { aPerson } from '../../testing/samples.ts'
import { give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { PasswordForm } from './password-form.tsx'

signInFirst()
beforeAll(() => speak('en', 'account'))

const path = '/api/iam/v1/me/password'

async function openForm() {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson())
  await show(<PasswordForm />, cache)
}

function type(current: string, next: string, repeated = next) {
  fill('Current password', current)
  fill('New password', next)
  fill('New password again', repeated)
}

describe('another password', () => {
  it('is set, and whoever set it signs in again', async () => {
    give('post', path, undefined)
    await openForm()
    type('old', 'a new and long one')
    await press('Change the password')
    await screen.findByText('Your password is changed')
    expect(callsOf('post', path)[0]?.body).toEqual({
      currentPassword: 'old',
      newPassword: 'a new and long one',
    })
    expect(buttons('Sign in')).toHaveLength(1)
    expect(screen.queryByLabelText(/New password/)).toBeNull()
  })

  it('is not sent while the two are different', async () => {
    await openForm()
    type('old', 'a new and long one', 'a new and long two')
    expect(says('The two are different.')).toBe(true)
    await press('Change the password')
    expect(callsOf('post', path)).toHaveLength(0)
  })

  it('is not called different before it was typed again', async () => {
    await openForm()
    type('old', 'a new and long one', '')
    expect(says('The two are different.')).toBe(false)
  })

  it.each([
    ['too_short', 'It is too short.'],
    ['same', 'It is the one you have already.'],
    ['something_new', 'It does not meet the rules for passwords.'],
  ])('that is %s is refused in words', async (code, words) => {
    refuse('post', path, {
      code: 'iam.password_weak',
      status: 422,
      errors: [{ pointer: '/newPassword', code, detail: code }],
    })
    await openForm()
    type('old', 'short')
    await press('Change the password')
    await screen.findByText(words)
    expect(says(code)).toBe(false)
  })

  it('is refused to who does not know the present one, at its field', async () => {
    refuse('post', path, {
      code: 'iam.password_wrong',
      status: 422,
      errors: [{ pointer: '/currentPassword', code: 'wrong', detail: 'wrong' }],
    })
    await openForm()
    type('guess', 'a new and long one')
    await press('Change the password')
    await screen.findByText('This is not the current password.')
  })
})
