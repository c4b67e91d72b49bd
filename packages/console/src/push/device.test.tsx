import { beforeEach, describe, expect, it } from 'vitest'
import { callsOf } from '../testing/network.ts'
import { give, refuse } from '../testing/services.ts'
import { signInFirst } from '../testing/signed-in.ts'
import { abilityOf, giveUpForeign, leaveDevice, NoPushService, ownHash, turnOn } from './device.ts'
import { fakeBrowser } from './fake-browser.testing.ts'
import { followNotices } from './follow-notices.ts'

signInFirst()
beforeEach(() => localStorage.clear())

const path = '/api/bpm/v1/me/push-subscriptions'
const key = 'B'.repeat(87)
const id = '0195e7c0-0000-7000-8000-000000000001'

/** The device as the platform lists it, whatever hash its address has. */
const listed = (endpointHash: string) => ({
  id,
  endpointHash,
  device: 'Firefox on Linux',
  createdAt: '2026-11-18T08:12:00.000Z',
  lastSentAt: null,
})

/** A browser whose person has turned notices on. */
async function toldBrowser(userId: string) {
  const browser = fakeBrowser()
  give('post', path, ({ body }) => ({ ...listed('x'), device: body.endpoint }))
  await turnOn(userId, key)
  return browser
}

describe('this browser', () => {
  it('can be told where it has all that is needed, and the person has not forbidden it', () => {
    expect(abilityOf()).toBe('unsupported')
    const browser = fakeBrowser()
    expect(abilityOf()).toBe('able')
    browser.permission = 'denied'
    expect(abilityOf()).toBe('blocked')
  })

  it('is turned on with the key of the platform, and the platform is given its address', async () => {
    await toldBrowser('ada')
    expect(callsOf('post', path).map(({ body }) => body)).toEqual([
      {
        endpoint: 'https://push.example.net/1',
        keys: { p256dh: 'p', auth: 'a' },
        applicationServerKey: key,
      },
    ])
    expect(await ownHash()).toMatch(/^[0-9a-f]{64}$/)
  })

  it('subscribes anew where the platform has another key', async () => {
    const browser = await toldBrowser('ada')
    await turnOn('ada', 'C'.repeat(87))
    expect(browser.done).toEqual(['subscribe', 'unsubscribe', 'subscribe'])
  })

  it('is not told when the person says no, or no push service answers', async () => {
    const browser = fakeBrowser({ says: 'denied' })
    expect(await turnOn('ada', key)).toBe(false)
    browser.says = 'granted'
    browser.isCutOff = true
    await expect(turnOn('ada', key)).rejects.toBeInstanceOf(NoPushService)
    expect(callsOf('post', path)).toEqual([])
  })

  it('is given up when somebody else is signed in, and stays with the one it is of', async () => {
    const browser = await toldBrowser('ada')
    browser.shown = 2
    await giveUpForeign('ada')
    expect(browser.endpoint).toBeDefined()
    await giveUpForeign('grace')
    expect([browser.endpoint, browser.shown]).toEqual([undefined, 0])
  })

  it('is given up where nobody knows whose it is', async () => {
    const browser = await toldBrowser('ada')
    localStorage.clear()
    await giveUpForeign('ada')
    expect(browser.endpoint).toBeUndefined()
  })

  it('is left when its person signs out: dead here, and forgotten there', async () => {
    const browser = await toldBrowser('ada')
    const hash = (await ownHash()) ?? ''
    give('get', path, { applicationServerKey: key, items: [listed(hash)] })
    give('delete', `${path}/{id}`, undefined)
    await leaveDevice()
    expect(browser.endpoint).toBeUndefined()
    expect(callsOf('delete', `${path}/{id}`).map(({ url }) => url.pathname)).toEqual([
      `${path}/${id}`,
    ])
  })

  it('is left as well when the platform does not answer', async () => {
    const browser = await toldBrowser('ada')
    refuse('get', path, { code: 'bpm.unavailable', status: 503 })
    await leaveDevice()
    expect(browser.endpoint).toBeUndefined()
  })

  it('asks nobody for anything when it was never told', async () => {
    fakeBrowser()
    await leaveDevice()
    expect(callsOf('get', path)).toEqual([])
  })
})

describe('a notice that is pressed', () => {
  const ask = (data: unknown) => {
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise((resolve) => {
      port1.addEventListener('message', ({ data: said }) => resolve(said))
      port1.start()
    })
    const event = new MessageEvent('message', { data, ports: [port2] as never })
    navigator.serviceWorker.dispatchEvent(event)
    return { answered, close: () => port1.close() }
  }

  it('leads the open window to its page, and to no page elsewhere', async () => {
    fakeBrowser()
    const went: string[] = []
    followNotices((address) => went.push(address))
    const { answered, close } = ask({ open: '/console/inbox?task=T-1' })
    expect(await answered).toBe('opened')
    close()
    for (const data of [{ open: 'https://elsewhere.example' }, { open: 1 }, 'open', null]) {
      ask(data).close()
    }
    expect(went).toEqual(['/console/inbox?task=T-1'])
  })
})
