import { act } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetBrowser, formOf, grants, knowBrowser, tokensOf } from '../testing/identity.ts'
import { answer, callsOf, json, noAnswer } from '../testing/network.ts'
import type * as session from './session.ts'

type Session = typeof session

/** A page that was just loaded: it remembers nothing of the one before. */
async function loadPage(address = '/console/inbox?box=done'): Promise<Session> {
  vi.resetModules()
  history.replaceState(null, '', address)
  return import('./session.ts')
}

/** Where the browser was sent, instead of leaving. */
function watchLeaving() {
  const left: URL[] = []
  vi.spyOn(location, 'assign').mockImplementation((to) => void left.push(new URL(String(to))))
  return left
}

const token = '/oauth2/token'
const secondsLater = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

beforeEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('a page that is opened', () => {
  it('has a token at once where the identity service knows the browser', async () => {
    const { startSession, accessToken } = await loadPage()
    knowBrowser()
    await startSession()
    expect(await accessToken()).toMatch(/^access-/)
    expect(grants()).toEqual(['authorization_code'])
    expect(location.pathname + location.search).toBe('/console/inbox?box=done')
  })

  it('[V10.1.2] [V10.2.1] proves with the code that it is the page that asked for it', async () => {
    const { startSession, accessToken } = await loadPage()
    knowBrowser()
    await startSession()
    await accessToken()
    const [asked] = callsOf('get', '/oauth2/authorize')
    const [redeemed] = callsOf('post', token).map(formOf)
    expect(asked?.url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(redeemed?.get('code_verifier')).toMatch(/^[\w.~-]{43,}$/)
  })

  it('[V10.1.1] keeps tokens in its memory alone', async () => {
    const { startSession, accessToken } = await loadPage()
    knowBrowser()
    await startSession()
    const held = await accessToken()
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    expect(stored).not.toContain(held)
    expect(stored).not.toContain('refresh-')
  })

  it('has something done once, while the identity service is being asked', async () => {
    const { startSession, accessToken, renewToken } = await loadPage()
    knowBrowser()
    const asked: number[] = []
    await startSession(() => asked.push(callsOf('get', '/oauth2/authorize').length))
    await accessToken()
    await expect.poll(() => asked).toEqual([1])
    await renewToken()
    expect(asked).toHaveLength(1)
  })

  it('leaves for the sign-in page where nobody is signed in, to come back to where it was', async () => {
    const left = watchLeaving()
    const { startSession } = await loadPage()
    forgetBrowser()
    await startSession()
    await expect.poll(() => left.length).toBe(1)
    expect(left[0]?.pathname).toBe('/oauth2/authorize')
    expect(left[0]?.searchParams.get('prompt')).toBeNull()
    const [journey = ''] = Object.values({ ...sessionStorage }) as string[]
    expect(JSON.parse(journey)).toMatchObject({ data: { returnTo: '/console/inbox?box=done' } })
  })
})

describe('coming back from the sign-in page', () => {
  /** Leaves for the sign-in page from an address, and comes back with what it said. */
  async function comeBack(returnTo: string, said: string) {
    const left = watchLeaving()
    const before = await loadPage()
    void before.signIn({ returnTo })
    await expect.poll(() => left.length).toBe(1)
    const state = left[0]?.searchParams.get('state') ?? ''
    const after = await loadPage(`/console/callback?${said}&state=${state}`)
    return { left, after }
  }

  it.each([
    ['/console/approvals/i-1#top', '/console/approvals/i-1#top'],
    ['https://evil.example/console/', '/console/'],
    ['//evil.example', '/console/'],
    ['/api/iam/v1/me', '/console/'],
  ])('from %s it is at %s, and signed in', async (from, to) => {
    answer('post', token, () => json(tokensOf({ sub: 'ann' })))
    const { after } = await comeBack(from, 'code=c')
    await after.startSession()
    expect(location.pathname + location.hash).toBe(to)
    expect(await after.accessToken()).toMatch(/^access-/)
    // What one sign-in needed on its way is gone with it.
    expect(sessionStorage).toHaveLength(0)
  })

  it('says what the identity service refused', async () => {
    const { after } = await comeBack('/console/', 'error=access_denied')
    await expect(after.startSession()).rejects.toMatchObject({ error: 'access_denied' })
  })

  it('[V10.1.2] begins again when it knows nothing of the beginning', async () => {
    const { left, after } = await comeBack('/console/', 'code=c')
    sessionStorage.clear()
    void after.startSession()
    await expect.poll(() => left.length).toBe(2)
    expect(left[1]?.pathname).toBe('/oauth2/authorize')
  })
})

describe('a token that ends', () => {
  async function signedIn(lifeSeconds: number) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = await loadPage()
    knowBrowser({ sub: 'ann', lifeSeconds })
    await page.startSession()
    return { ...page, first: await page.accessToken() }
  }

  it('serves until shortly before its end', async () => {
    const { accessToken, first } = await signedIn(600)
    secondsLater(560)
    expect(await accessToken()).toBe(first)
  })

  it('is renewed before it ends on the way, once for all who ask', async () => {
    const { accessToken, first } = await signedIn(600)
    secondsLater(580)
    const tokens = await Promise.all([accessToken(), accessToken(), accessToken()])
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(first)
    expect(grants()).toEqual(['authorization_code', 'refresh_token'])
  })

  it('ends the session when it cannot be renewed, and says so once to each who listens', async () => {
    const { accessToken, onSession, SessionEnded } = await signedIn(600)
    const ended = vi.fn<() => void>()
    const stop = onSession({ ended, signedInBeside: () => undefined })
    answer('post', token, () => json({ error: 'invalid_grant' }, 400))
    secondsLater(590)
    await expect(accessToken()).rejects.toThrow(SessionEnded)
    expect(ended).toHaveBeenCalledTimes(1)
    stop()
    await expect(accessToken()).rejects.toThrow(SessionEnded)
    expect(ended).toHaveBeenCalledTimes(1)
  })

  it('ends no session while the network is down', async () => {
    const { accessToken, onSession } = await signedIn(600)
    const ended = vi.fn<() => void>()
    onSession({ ended, signedInBeside: () => undefined })
    answer('post', token, noAnswer)
    secondsLater(590)
    await expect(accessToken()).rejects.toThrow(TypeError)
    expect(ended).not.toHaveBeenCalled()
    knowBrowser({ sub: 'ann' })
    expect(await accessToken()).toMatch(/^access-/)
  })

  it('waits for no answer longer than its refresh token may be used once more', async () => {
    const { accessToken } = await signedIn(600)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    secondsLater(590)
    answer('post', token, () => new Promise(() => undefined))
    const lost = expect(accessToken()).rejects.toThrow(TypeError)
    await vi.waitFor(() => expect(callsOf('post', token)).toHaveLength(2))
    await vi.advanceTimersByTimeAsync(7000)
    await lost
  })

  it.each([
    ['the service cannot answer', () => json({ error: 'server_error' }, 503)],
    ['a proxy answers for it', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ])('ends no session while %s', async (_, busy) => {
    const { accessToken, onSession } = await signedIn(600)
    const ended = vi.fn<() => void>()
    onSession({ ended, signedInBeside: () => undefined })
    answer('post', token, busy)
    secondsLater(590)
    await expect(accessToken()).rejects.toThrow(TypeError)
    expect(ended).not.toHaveBeenCalled()
    knowBrowser({ sub: 'ann' })
    expect(await accessToken()).toMatch(/^access-/)
  })
})

describe('somebody signs in in another window', () => {
  async function signedIn() {
    const left = watchLeaving()
    const page = await loadPage()
    knowBrowser({ sub: 'ann' })
    await page.startSession()
    return { ...page, left, first: await page.accessToken() }
  }

  it('is heard of by the windows beside it', async () => {
    const { onSession } = await signedIn()
    const heard = vi.fn<() => void>()
    onSession({ ended: () => undefined, signedInBeside: heard })
    const beside = await loadPage()
    beside.tellSignedIn()
    await expect.poll(() => heard.mock.calls.length).toBeGreaterThan(0)
  })

  it('goes on with the same person in the same tenant', async () => {
    const { resumeSession, accessToken, first } = await signedIn()
    expect(await resumeSession('t-1')).toBe(true)
    expect(await accessToken()).not.toBe(first)
    expect(callsOf('get', '/oauth2/authorize').at(-1)?.url.searchParams.get('tenant_id')).toBe(
      't-1',
    )
  })

  it('does not go on while nobody has', async () => {
    const { resumeSession } = await signedIn()
    forgetBrowser()
    expect(await resumeSession('t-1')).toBe(false)
  })

  it('[V10.5.2] shows another person nothing of this page', async () => {
    const { resumeSession, left } = await signedIn()
    knowBrowser({ sub: 'bob' })
    const goesOn = vi.fn<() => void>()
    void resumeSession('t-1').then(goesOn)
    await expect.poll(() => left.map(({ pathname }) => pathname)).toEqual(['/console/'])
    await act(async () => undefined)
    expect(goesOn).not.toHaveBeenCalled()
  })
})
