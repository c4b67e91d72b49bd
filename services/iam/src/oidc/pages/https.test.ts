import { useDatabase } from '@countersign/test-kit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../migrations.ts'
import { Browser } from '../../testing/browser.ts'
import { startIam, type TestIam } from '../../testing/start.ts'
import { callback, password, world } from '../../testing/world.ts'

const issuer = 'https://platform.example'
let iam: TestIam

beforeAll(async () => {
  const { url } = await useDatabase({ migrations })
  iam = await startIam({ databaseUrl: url, issuer })
  await iam.seed(world)
})
afterAll(() => iam.stop())

// What ends TLS in front of the service: the same path, here.
const here = (address: string | undefined) => (address ?? '').replace(issuer, iam.url)

it('[IAM-18] on https cookies are bound to the host, and pages say so to the browser', async () => {
  const browser = new Browser()
  const query = new URLSearchParams({
    client_id: 'console',
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 's',
  })
  const began = await browser.get(`${iam.url}/oauth2/authorize?${query.toString()}`)
  // The library's answers go past our hooks.
  expect(began.status).toBe(302)
  expect(began.headers.get('strict-transport-security')).toBe('max-age=31536000')
  const page = await browser.get(here(began.location))
  expect(page.status).toBe(200)
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  const done = await browser.submit(page, { username: 'employee', password })
  expect(done.status).toBe(303)
  expect(done.headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(done.location).toContain(`${callback}?`)

  const set = [began, done].flatMap(({ headers }) => headers.getSetCookie())
  const names = set.map((cookie) => cookie.split('=', 1)[0] ?? '')
  expect(names).toContain('__Host-_session')
  expect(names).toContain('__Host-device')
  for (const cookie of set) {
    expect(cookie).toMatch(/^__(Host|Secure)-/)
    expect(cookie.toLowerCase()).toContain('; secure')
    if (cookie.startsWith('__Host-')) {
      expect(cookie.toLowerCase()).toMatch(/; path=\/(;|$)/)
      expect(cookie.toLowerCase()).not.toContain('domain=')
    }
  }
  const out = await browser.get(`${iam.url}/signout`)
  expect(out.text).toContain('The employee')
})

it('[IAM-18] on https what the library says itself has the headers of any other answer', async () => {
  const strict = (answer: Response) => answer.headers.get('strict-transport-security')
  const page = await fetch(`${iam.url}/oauth2/authorize?client_id=nobody`, {
    headers: { accept: 'text/html' },
  })
  expect(page.status).toBe(400)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
  const token = await fetch(`${iam.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'nobody' }),
  })
  expect(token.status).toBeGreaterThanOrEqual(400)
  // Refused before our hooks, and by them.
  const missing = await fetch(`${iam.url}/nothing`)
  const closed = await fetch(`${iam.url}/api/iam/v1/users`)
  expect([page, token, missing, closed].map(strict)).toEqual(Array(4).fill('max-age=31536000'))
})
