import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { answer, callsOf } from '../../../testing/network.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { buttons, field, fill, press } from '../../../testing/person.ts'
import { aPerson, bob } from '../../../testing/samples.ts'
import { refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { User } from '../queries.ts'
import { PersonActions } from './person-actions.tsx'

signInFirst()
beforeAll(() => speak('en', 'administration'))

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
  revision: 4,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const disabled: User = { ...user, status: 'disabled' }

async function open(shown: User, ...permissions: string[]) {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson({ permissions }))
  await show(<PersonActions user={shown} />, cache)
}

async function ask(shown: User, title: string) {
  await open(shown, 'iam:user:write')
  await press('Actions')
  fireEvent.click(await screen.findByText(title))
  await expect.poll(() => buttons('Cancel')).toHaveLength(1)
}

const isClosed = () => document.querySelector('[role=dialog]') === null

describe('what is done to an account', () => {
  it.each([
    ['Disable the account', user, 'Disable', 'put', 'status', { status: 'disabled', revision: 4 }],
    ['Enable the account', disabled, 'Enable', 'put', 'status', { status: 'active', revision: 4 }],
    ['Sign out everywhere', user, 'Sign out', 'delete', 'sessions', undefined],
    ['Remove the second factor', user, 'Remove it', 'delete', 'mfa', undefined],
  ])('“%s” is done once it is confirmed', async (title, shown, confirm, method, at, body) => {
    const path = `/api/iam/v1/users/${bob.id}/${at}`
    answer(method, path, () => new Response(null, { status: 204 }))
    await ask(shown, title)
    expect(callsOf(method, path)).toHaveLength(0)
    await press(confirm)
    await expect.poll(isClosed).toBe(true)
    expect(callsOf(method, path).map((call) => call.body)).toEqual([body])
  })

  it('is the way back for an account that is disabled', async () => {
    await open(disabled, 'iam:user:write')
    await press('Actions')
    await screen.findByText('Enable the account')
    expect(screen.queryByText('Disable the account')).toBeNull()
  })

  it('is offered to nobody who may only read', async () => {
    await open(user, 'iam:user:read')
    expect(buttons('Actions')).toEqual([])
  })
})

describe('a link to choose a password', () => {
  const path = `/api/iam/v1/users/${bob.id}/password-link`

  it('is made anew where the answer with it was lost', async () => {
    const rest = { delivered: 'hand_over', expiresAt: '2026-01-04T00:00:00Z' }
    const url = 'https://platform.example/signin/reset?token=t'
    answer('post', path, () =>
      Response.json(callsOf('post', path).length === 1 ? rest : { ...rest, url }, { status: 201 }),
    )
    await ask(user, 'Send a link to choose a password')
    await press('Make the link')
    expect((await screen.findByTestId('link')).textContent).toBe(url)
    expect(callsOf('post', path)).toHaveLength(2)
  })
})

describe('a new password', () => {
  const path = '/api/iam/v1/users/{id}/password'

  it('holds for one sign-in', async () => {
    answer('put', path, () => new Response(null, { status: 204 }))
    await ask(user, 'Set a new password')
    fill('First password', 'correct horse')
    await press('Set it')
    await expect.poll(isClosed).toBe(true)
    expect(callsOf('put', path)[0]?.body).toEqual({
      password: 'correct horse',
      mustChangePassword: true,
    })
  })

  it('that is too weak says so at its field, and keeps what was typed', async () => {
    const errors = [{ pointer: '/password', code: 'weak', detail: 'Among the best known' }]
    refuse('put', path, { code: 'iam.invalid', status: 422, errors })
    await ask(user, 'Set a new password')
    fill('First password', 'password')
    await press('Set it')
    await screen.findByText('Among the best known')
    expect(field('First password').value).toBe('password')
  })
})
