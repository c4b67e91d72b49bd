import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { Window, type HTMLElement } from 'happy-dom'
import { expect, it, onTestFinished } from 'vitest'

const read = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../template/public/${name}`, import.meta.url)), 'utf8')

class ErrorResponse extends Error {
  readonly error: string
  readonly state = '/trips/fair'

  constructor(error: string) {
    super(`refused: ${error}`)
    this.error = error
  }
}

interface Over {
  /** What the library does otherwise than for somebody who has signed in. */
  readonly library?: object
  readonly now?: () => number
}

/** The page of somebody who has signed in, before an application that answers as it is told. */
function openPage(
  answerTo: (asked: string) => unknown,
  { library = {}, now = Date.now }: Over = {},
) {
  const window = new Window({ url: 'http://localhost:8085/callback' })
  onTestFinished(() => window.happyDOM.close())
  const { document, location, history, FormData } = window
  document.write(read('index.html'))
  const profile = { name: 'Ada' }
  const settings: object[] = []
  class UserManager {
    constructor(given: object) {
      settings.push(given)
      Object.assign(this, library)
    }
    signinCallback = () => Promise.resolve({ profile })
    getUser = () => Promise.resolve({ expires_in: 600, access_token: 'of Ada' })
  }
  const oidc = {
    ErrorResponse,
    UserManager,
    InMemoryWebStorage: Object,
    WebStorageStateStore: Object,
  }
  const asked: string[] = []
  const sent: { readonly id?: string }[] = []
  const fetch = async (path: string, { method = 'GET', body = '{}' } = {}) => {
    asked.push(`${method} ${path}`)
    if (method === 'POST') sent.push(JSON.parse(body) as object)
    return { json: async () => answerTo(`${method} ${path}`) }
  }
  // A round follows the other at once, for as long as the test goes on.
  let isOver = false
  let rounds = 0
  onTestFinished(() => void (isOver = true))
  const setTimeout = (next: () => void) => {
    rounds += 1
    return isOver || setImmediate(next)
  }
  const globals = { document, location, history, FormData, oidc, fetch, setTimeout, crypto }
  runInNewContext(`(async () => {${read('page.js')}})()`, { ...globals, Date: { now } })
  const find = (selector: string) => document.querySelector(selector) as HTMLElement
  return {
    asked,
    sent,
    settings,
    find,
    rounds: () => rounds,
    path: () => location.pathname,
    said: () => find('#said').textContent,
    lines: () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent.trim()),
    button: () => document.querySelector('li button') as unknown as { click(): void } | null,
    send: () => find('form').dispatchEvent(new window.Event('submit')),
    use: (sign: string) => find('form').dispatchEvent(new window.Event(sign, { bubbles: true })),
  }
}

/** Those of the application alone; who the people are, they are not asked. */
const nobodysTrips = (what: string) => (what === 'GET /settings.json' ? {} : [])

it('has a trip whose start got no answer submitted again, and makes no second one', async () => {
  const fair = { id: 'fair', reason: 'Trade fair', amount: 900, status: 'DRAFT' }
  const visit = { id: 'visit', reason: 'Visit', amount: 80, status: 'SUBMITTED' }
  let isAway = false
  const { asked, said, lines, button } = openPage((what) => {
    if (what === 'GET /settings.json') return {}
    if (isAway) throw new Error('away')
    if (what.startsWith('POST')) fair.status = 'SUBMITTED'
    return what.startsWith('POST') ? { ...fair, approval: { title: 'Trade fair' } } : [fair, visit]
  })
  await expect.poll(lines).toEqual(['Trade fair, 900: DRAFT Submit again', 'Visit, 80: SUBMITTED'])
  const first = button()
  isAway = true
  first?.click()
  await expect.poll(said).toBe('away')
  isAway = false
  const before = asked.length
  await expect.poll(() => asked.length).toBeGreaterThan(before + 2)
  // What is about to be clicked is not taken away by the next round.
  expect(button()).toBe(first)
  first?.click()
  await expect.poll(lines).toEqual(['Trade fair, 900: SUBMITTED', 'Visit, 80: SUBMITTED'])
  expect(said()).toBe('Trade fair')
  const sent = asked.filter((what) => what.startsWith('POST'))
  expect(sent).toEqual(Array(2).fill('POST /api/trips/fair/approval'))
})

it('sends one trip for two clicks, the same again when its answer was lost, and then another', async () => {
  let isAway = false
  const { sent, said, send, use, find } = openPage((what) => {
    if (isAway) throw new Error('away')
    return what.startsWith('POST')
      ? { approval: { id: 'one', title: 'Started' } }
      : nobodysTrips(what)
  })
  await expect.poll(() => find('form').hidden).toBe(false)
  isAway = true
  send()
  expect(find('form button').matches(':disabled')).toBe(true)
  await expect.poll(said).toBe('away')
  expect(sent).toHaveLength(1)
  isAway = false
  await expect.poll(() => find('form button').matches(':disabled')).toBe(false)
  send()
  await expect.poll(said).toBe('Started')
  await expect.poll(() => find('form button').matches(':disabled')).toBe(false)
  send()
  use('input')
  await expect.poll(() => find('form button').matches(':disabled')).toBe(false)
  send()
  const [lost, again, next, changed] = sent.map(({ id }) => id)
  expect(again).toBe(lost)
  expect(new Set([again, next, changed]).size).toBe(3)
})

it('leaves the session alone while nobody uses it', async () => {
  let now = 0
  const { asked, settings, rounds, use, find } = openPage(nobodysTrips, { now: () => now })
  const goOn = async () => {
    const [before, since] = [asked.length, rounds()]
    await expect.poll(rounds).toBeGreaterThan(since + 5)
    return asked.length > before
  }
  expect(await goOn()).toBe(true)
  expect(settings).toMatchObject([{ automaticSilentRenew: false }])
  now += 15 * 60_000
  await expect.poll(goOn).toBe(false)
  use('pointermove')
  expect(await goOn()).toBe(true)
  Object.defineProperty(find('form').ownerDocument, 'hidden', { value: true })
  await expect.poll(goOn).toBe(false)
})

it('offers to sign in when the session has ended, and asks no more', async () => {
  let renewals = 0
  const library = {
    getUser: () => Promise.resolve({ expires_in: 10 }),
    signinSilent() {
      renewals += 1
      return Promise.reject(renewals === 1 ? new Error('away') : new ErrorResponse('invalid_grant'))
    },
  }
  const { find, said } = openPage(nobodysTrips, { library })
  await expect.poll(() => find('#sign-in').hidden).toBe(false)
  expect([said(), find('form').hidden, renewals]).toEqual(['refused: invalid_grant', true, 2])
})

it('offers to sign in when that was refused, and begins anew at a bookmark of the way back', async () => {
  const refusedBy = (error: Error) => ({
    async signinCallback() {
      throw error
    },
  })
  const refused = openPage(nobodysTrips, { library: refusedBy(new ErrorResponse('access_denied')) })
  await expect.poll(() => refused.find('#sign-in').hidden).toBe(false)
  expect([refused.said(), refused.path()]).toEqual(['refused: access_denied', '/trips/fair'])
  const begun: object[] = []
  const signinRedirect = async (how: object) => void begun.push(how)
  openPage(nobodysTrips, { library: { ...refusedBy(new Error('no state')), signinRedirect } })
  await expect.poll(() => begun).toEqual([{ state: '/' }])
})

it('shows the one trip at which whoever decides looks, or that there is none', async () => {
  const open = (trip: object) => {
    const signinCallback = () => Promise.resolve({ profile: { name: 'Bo' }, state: '/trips/fair' })
    return openPage((what) => (what === 'GET /api/trips/fair' ? trip : {}), {
      library: { signinCallback },
    })
  }
  const fair = open({ id: 'fair', reason: 'Trade fair', amount: 900, status: 'SUBMITTED' })
  await expect.poll(fair.lines).toEqual(['Trade fair, 900: SUBMITTED'])
  expect([fair.path(), fair.find('form').hidden]).toEqual(['/trips/fair', true])
  const none = open({ title: 'There is no such trip' })
  await expect.poll(() => none.find('#trips').textContent).toBe('There is no such trip')
})
