import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { callsOf } from '../../testing/network.ts'
import { show, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { give, refuse } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { Consents } from './consents.tsx'
import type { Consent, Session } from './queries.ts'
import { Sessions } from './sessions.tsx'

signInFirst()
beforeAll(() => speak('en', 'account'))

const at = '2026-11-18T08:12:00.000Z'

describe('where one is signed in', () => {
  const path = '/api/iam/v1/me/sessions'
  const session = (id: string, device: string | null): Session => ({
    id,
    device,
    address: '192.0.2.1',
    clients: ['Console'],
    signedInAt: at,
    expiresAt: at,
  })

  it('is said by what the browser calls itself, or that nobody knows it', async () => {
    give('get', path, { items: [session('s-1', 'Firefox on Linux'), session('s-2', null)] })
    await show(<Sessions />)
    await screen.findByText('Firefox on Linux')
    expect(says('An unknown browser')).toBe(true)
    expect(says('192.0.2.1 · Console')).toBe(true)
  })

  it('is ended one by one, and the list is read again', async () => {
    give('get', path, { items: [session('s-1', 'Firefox on Linux'), session('s-2', null)] })
    await show(<Sessions />)
    await screen.findByText('Firefox on Linux')
    give('delete', '/api/iam/v1/me/sessions/{id}', undefined)
    give('get', path, { items: [session('s-2', null)] })
    await press('End the session in Firefox on Linux')
    await expect.poll(() => says('Firefox on Linux')).toBe(false)
    const ended = callsOf('delete', '/api/iam/v1/me/sessions/{id}').map(({ url }) => url.pathname)
    expect(ended).toEqual(['/api/iam/v1/me/sessions/s-1'])
  })

  it('is ended everywhere, and before that no device is told any more', async () => {
    give('get', path, { items: [session('s-1', 'Firefox on Linux')] })
    const devices = '/api/bpm/v1/me/push-subscriptions'
    give('delete', devices, undefined)
    // As far as it goes without leaving this page.
    refuse('delete', path, { code: 'iam.x', status: 500 })
    await show(<Sessions />)
    await screen.findByText('Firefox on Linux')
    await press('Sign out everywhere')
    await press('Sign out everywhere')
    await screen.findByText('Something failed on our side')
    expect([callsOf('delete', devices).length, callsOf('delete', path).length]).toEqual([1, 1])
  })

  it('stays as it is when that is refused', async () => {
    give('get', path, { items: [session('s-1', 'Firefox on Linux')] })
    refuse('delete', '/api/iam/v1/me/sessions/{id}', { code: 'iam.x', status: 500 })
    await show(<Sessions />)
    await screen.findByText('Firefox on Linux')
    await press('End the session in Firefox on Linux')
    await screen.findByText('Something failed on our side')
    expect(says('Firefox on Linux')).toBe(true)
  })
})

describe('applications that one agreed to', () => {
  const path = '/api/iam/v1/me/consents'
  const consent: Consent = {
    clientId: 'expense',
    clientName: 'Expense',
    scopes: ['openid', 'profile'],
    permissions: ['expense:start'],
    updatedAt: at,
  }

  it('are not spoken of while there are none', async () => {
    give('get', path, { items: [] })
    await show(<Consents />)
    await expect.poll(() => callsOf('get', path).length).toBe(1)
    expect(says('Applications you agreed to')).toBe(false)
  })

  it('lose their access when that is withdrawn, which is asked first', async () => {
    give('get', path, { items: [consent] })
    await show(<Consents />)
    await screen.findByText('Expense')
    expect(says('openid, profile')).toBe(true)
    await press('Withdraw the consent to Expense')
    expect(callsOf('delete', '/api/iam/v1/me/consents/{clientId}')).toHaveLength(0)
    give('delete', '/api/iam/v1/me/consents/{clientId}', undefined)
    give('get', path, { items: [] })
    await press('Withdraw')
    await expect.poll(() => says('Applications you agreed to')).toBe(false)
    expect(buttons('Withdraw the consent to Expense')).toEqual([])
  })
})
