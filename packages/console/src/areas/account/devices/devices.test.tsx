import { fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { meQuery } from '../../../me/me.ts'
import { fakeBrowser } from '../../../push/fake-browser.testing.ts'
import { ownHash } from '../../../push/device.ts'
import { callsOf } from '../../../testing/network.ts'
import { makeCache, show, speak } from '../../../testing/page.tsx'
import { press, says } from '../../../testing/person.ts'
import { aPerson } from '../../../testing/samples.ts'
import { give, refuse } from '../../../testing/services.ts'
import { signInFirst } from '../../../testing/signed-in.ts'
import type { Device } from '../queries.ts'
import { Devices } from './devices.tsx'

signInFirst()
beforeAll(() => speak('en', 'account'))
beforeEach(() => localStorage.clear())

const path = '/api/bpm/v1/me/push-subscriptions'
const key = 'B'.repeat(87)
const device = (id: string, more: Partial<Device> = {}): Device => ({
  id,
  endpointHash: id,
  device: 'Firefox on Linux',
  createdAt: '2026-11-18T08:12:00.000Z',
  lastSentAt: null,
  ...more,
})

const theSwitch = () =>
  screen.getByRole<HTMLInputElement>('switch', { name: /Notices on this device/ })

async function openWith(items: readonly Device[], applicationServerKey: string | null = key) {
  give('get', path, { applicationServerKey, items: [...items] })
  const cache = makeCache()
  cache.setQueryData(meQuery.queryKey, aPerson())
  await show(<Devices />, cache)
  await screen.findByRole('switch')
}

describe('notices on this device', () => {
  it('cannot be had where the browser shows none, and it is said what helps on a phone', async () => {
    await openWith([])
    expect(theSwitch().disabled).toBe(true)
    expect(says('This browser cannot show notices.')).toBe(true)
    expect(says('add this page to the home screen')).toBe(true)
  })

  it('cannot be had where the platform sends none', async () => {
    fakeBrowser()
    await openWith([], null)
    expect(theSwitch().disabled).toBe(true)
    expect(says('This platform tells no devices.')).toBe(true)
  })

  it('cannot be had where the person has forbidden them, and it is said where to change that', async () => {
    fakeBrowser({ permission: 'denied' })
    await openWith([])
    expect([theSwitch().disabled, theSwitch().checked]).toEqual([true, false])
    expect(says('Your browser blocks notices of this page.')).toBe(true)
    expect(says('Allow them in the settings of the browser')).toBe(true)
  })

  it('are turned on and off again', async () => {
    const browser = fakeBrowser()
    await openWith([])
    expect([theSwitch().disabled, theSwitch().checked]).toEqual([false, false])
    expect(says('This device is not told.')).toBe(true)
    give('post', path, async () => {
      const made = device('d-1', { endpointHash: (await ownHash()) ?? '' })
      give('get', path, { applicationServerKey: key, items: [made] })
      return made
    })
    fireEvent.click(theSwitch())
    await screen.findByText('This device is told.')
    expect(theSwitch().checked).toBe(true)
    expect(says('Firefox on Linux (this device)')).toBe(true)

    give('delete', `${path}/{id}`, () => {
      give('get', path, { applicationServerKey: key, items: [] })
      return undefined as never
    })
    fireEvent.click(theSwitch())
    await screen.findByText('This device is not told.')
    expect(browser.endpoint).toBeUndefined()
    expect(callsOf('delete', `${path}/{id}`)).toHaveLength(1)
  })

  it('stay off and become blocked when the person says no to the browser', async () => {
    fakeBrowser({ says: 'denied' })
    await openWith([])
    fireEvent.click(theSwitch())
    await screen.findByText('Your browser blocks notices of this page.')
    expect(callsOf('post', path)).toEqual([])
  })

  it('stay off with the reason when no push service answers, or the platform refuses', async () => {
    const browser = fakeBrowser({ isCutOff: true })
    await openWith([])
    fireEvent.click(theSwitch())
    await screen.findByText('The browser cannot reach its push service')
    browser.isCutOff = false
    refuse('post', path, { code: 'bpm.too_many_devices', status: 409 })
    fireEvent.click(theSwitch())
    await expect.poll(() => says('bpm.too_many_devices')).toBe(true)
    expect(theSwitch().checked).toBe(false)
  })
})

describe('the devices that are told', () => {
  it('are listed with what is known of them, and removed one by one', async () => {
    const told = { lastSentAt: '2026-11-19T08:12:00.000Z' }
    await openWith([device('d-1', told), device('d-2', { device: null })])
    expect(says('told last')).toBe(true)
    expect(says('An unknown browser')).toBe(true)
    give('delete', `${path}/{id}`, undefined)
    give('get', path, { applicationServerKey: key, items: [device('d-2', { device: null })] })
    await press('Tell Firefox on Linux no more')
    await expect.poll(() => says('Firefox on Linux')).toBe(false)
    const removed = callsOf('delete', `${path}/{id}`).map(({ url }) => url.pathname)
    expect(removed).toEqual([`${path}/d-1`])
  })
})
