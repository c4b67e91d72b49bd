import { act } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessToken, tellSignedIn } from '../../auth/session.ts'
import { meQuery } from '../../me/me.ts'
import { forgetBrowser, knowBrowser, me } from '../../testing/identity.ts'
import { answer, callsOf, json } from '../../testing/network.ts'
import { makeCache, open, openHook, speak } from '../../testing/page.tsx'
import { buttons, press, says } from '../../testing/person.ts'
import { aPerson } from '../../testing/samples.ts'
import { give } from '../../testing/services.ts'
import { signInFirst } from '../../testing/signed-in.ts'
import { AccountMenu } from './account-menu.tsx'
import { TenantSwitch } from './tenant-switch.tsx'
import { useSessionEnd } from './use-session-end.ts'

signInFirst()
beforeAll(() => speak('en'))

const listKey = ['bpm', 'tasks']
const tenants = [
  { id: 't-1', name: 'Acme' },
  { id: 't-2', name: 'Globex' },
]

function cacheOf(person = aPerson()) {
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, person)
  return cache
}

beforeEach(() => knowBrowser({ sub: me.id }))

describe('the end of the session', () => {
  /** A page whose session ends, as a request of it learns. */
  async function openPage() {
    const cache = cacheOf()
    cache.setQueryData(listKey, 'what is shown')
    const { result } = await openHook('/', '/', useSessionEnd, cache)
    const end = async () => {
      answer('post', '/oauth2/token', () => json({ error: 'invalid_grant' }, 400))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      await act(async () => void (await accessToken().catch(() => undefined)))
      vi.useRealTimers()
    }
    const isStale = () => cache.getQueryState(listKey)?.isInvalidated
    return { result, end, isStale }
  }

  it('is said once, however often something asks in vain', async () => {
    const { result, end } = await openPage()
    expect(result.current.isTold).toBe(false)
    await end()
    expect(result.current.isTold).toBe(true)
    act(() => result.current.close())
    await end()
    expect(result.current.isTold).toBe(false)
  })

  it('is over when the same person has signed in beside: what is shown is read again', async () => {
    const { result, end, isStale } = await openPage()
    await end()
    knowBrowser({ sub: me.id })
    give('get', '/api/iam/v1/me', aPerson())
    // The channel tells other windows alone; this page stands for one of them.
    const other = new BroadcastChannel('countersign.signed-in')
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    other.postMessage('')
    await expect.poll(() => result.current.isTold).toBe(false)
    expect(isStale()).toBe(true)
    other.close()
  })

  it('stays while whoever was beside did not sign in after all', async () => {
    const { result, end, isStale } = await openPage()
    await end()
    forgetBrowser()
    const other = new BroadcastChannel('countersign.signed-in')
    const asked = callsOf('get', '/oauth2/authorize').length
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    other.postMessage('')
    await expect.poll(() => callsOf('get', '/oauth2/authorize').length).toBeGreaterThan(asked)
    await act(async () => undefined)
    expect(result.current.isTold).toBe(true)
    expect(isStale()).toBe(false)
    other.close()
  })
})

describe('who one is', () => {
  it('is said by name; the menu leads to the account and out', async () => {
    const { history } = await open('/', { '/': AccountMenu }, cacheOf())
    await press('Account menu of Ann Moss')
    expect(says('ann')).toBe(true)
    await press('My account')
    await expect.poll(() => history.location.pathname).toBe('/account')
  })

  it('is one organisation by name where there is no other', async () => {
    await open('/', { '/': TenantSwitch }, cacheOf(aPerson({ tenants: tenants.slice(0, 1) })))
    expect(says('Acme')).toBe(true)
    expect(buttons('Switch organisation: Acme')).toEqual([])
  })

  it('is changed for another organisation by a new token for it, from its inbox', async () => {
    const left = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    await open('/', { '/': TenantSwitch }, cacheOf(aPerson({ tenants })))
    await press('Switch organisation: Acme')
    await press('Globex')
    await expect.poll(() => left.mock.calls.length).toBe(1)
    const address = new URL(String(left.mock.calls[0]?.[0]))
    expect(address.searchParams.get('tenant_id')).toBe('t-2')
    const [journey = ''] = Object.values({ ...sessionStorage }) as string[]
    expect(journey).toContain('"/console/"')
    left.mockRestore()
  })
})

it('tells the other windows of this browser that somebody has signed in', async () => {
  const heard = vi.fn<() => void>()
  const other = new BroadcastChannel('countersign.signed-in')
  other.addEventListener('message', heard)
  tellSignedIn()
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  other.close()
})
