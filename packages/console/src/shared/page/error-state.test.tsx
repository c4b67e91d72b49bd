import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ApiProblem, unreachable } from '../../api/problem.ts'
import { SessionEnded } from '../../auth/session.ts'
import { show, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { ErrorAlert } from './error-alert.tsx'
import { ErrorState } from './error-state.tsx'

beforeAll(() => speak('en'))

const refusal = (status: number, more = {}) =>
  new ApiProblem({ code: `x.${status}`, title: `Title of ${status}`, status, ...more })

/** What stands on a page that could not be read. */
async function showState(error: unknown, onRetry?: () => void) {
  await show(<ErrorState error={error} onRetry={onRetry} />)
  return {
    title: screen.getByRole('heading').textContent,
    retry: buttons('Try again').length > 0,
    home: screen.queryByText('Go to the inbox') !== null,
    signIn: buttons('Sign in').length > 0,
  }
}

const nothing = () => undefined

describe('a page that could not be read', () => {
  it.each([
    ['no answer', unreachable(new TypeError()), 'The platform does not answer', { retry: true }],
    ['404', refusal(404), 'There is nothing here', { home: true }],
    ['a wrong address', refusal(400), 'There is nothing here', { home: true }],
    ['403', refusal(403), 'You may not do this', { home: true }],
    ['409', refusal(409), 'Somebody was faster', { retry: true }],
    ['500', refusal(500), 'Something failed on our side', { retry: true }],
    [
      'a session that is over',
      new SessionEnded('over'),
      'Your session has ended',
      { signIn: true },
    ],
    [
      'bytes that a restore lost',
      refusal(410, { code: 'dms.content_lost' }),
      'This file was lost',
      {},
    ],
    ['a refusal of its own', refusal(422), 'Title of 422', {}],
    [
      'a fault of the page',
      new TypeError('x'),
      'The page came upon a fault',
      { retry: true, home: true },
    ],
  ])('because of %s says so, and offers the way on', async (_, error, title, offered) => {
    const ways = { retry: false, home: false, signIn: false, ...offered }
    expect(await showState(error, nothing)).toEqual({ title, ...ways })
  })

  it('is read again when somebody asks for it', async () => {
    const onRetry = vi.fn<() => void>()
    await showState(refusal(503), onRetry)
    await press('Try again')
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('cannot be where there is nothing to read again', async () => {
    expect(await showState(refusal(503))).toMatchObject({ retry: false })
  })

  it('has the code and the request for whoever is asked for help', async () => {
    await showState(refusal(500, { requestId: 'r-77' }))
    expect(says('Code x.500 · Request r-77')).toBe(true)
  })

  it('says what the service said of it, beside our own words', async () => {
    await showState(refusal(403, { detail: 'Only the owner may.' }))
    expect(says('Only the owner may. Ask an administrator')).toBe(true)
  })

  it('does not say more of what one may not even know of', async () => {
    await showState(refusal(404, { detail: 'Document of Bob' }))
    expect(says('Document of Bob')).toBe(false)
  })
})

describe('a refusal in a form', () => {
  it('names each fault with its place', async () => {
    const errors = [
      { pointer: '/a', code: 'x', detail: 'too long' },
      { pointer: '/b/0', code: 'x', detail: 'unknown' },
    ]
    await show(<ErrorAlert error={refusal(422, { errors })} />)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '/a too long',
      '/b/0 unknown',
    ])
  })

  it('because the session is over lets one sign in, and keeps the page', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    await show(<ErrorAlert error={refusal(401)} />)
    await press('Sign in')
    expect(opened.mock.calls[0]?.[0]).toBe('/console/signed-in')
    opened.mockRestore()
  })

  it.each([null, undefined])('is not there while there is %s', async (error) => {
    await show(<ErrorAlert error={error} />)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
