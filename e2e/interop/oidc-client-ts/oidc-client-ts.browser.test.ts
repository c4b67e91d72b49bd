// @module-tag chromium
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChromium } from '../../support/chromium.ts'
import { platform, userNamed } from '../../support/platform.ts'
import type { Applications } from '../applications.ts'
import { begin, stepsBut, type Journey } from '../journey.ts'
import { heldBy, signIn, startClient } from './client.ts'
import { silentPath, waitForSpa } from './spa.ts'

let browser: Browser
let applications: Applications
let journey: Journey
beforeAll(async () => {
  browser = await startChromium()
  const start = (registered: Applications) => {
    applications = registered
    return startClient(browser, registered)
  }
  journey = await begin(start, { host: 'localhost', callbacks: ['/callback', silentPath] })
})
afterAll(async () => {
  await journey?.end()
  await browser?.close()
})

const lacking = {
  'client credentials by Basic': 'it is for pages, which keep no secret',
  'client credentials by POST': 'the same',
  'access token validated': 'it is for pages; ID tokens come by TLS and are read as they are',
  'access token validated after the rotation': 'the same',
}

it.each(stepsBut(lacking))('[IAM-14] [IAM-15] [IAM-17] oidc-client-ts: %s', (step) =>
  journey.take(step),
)

const signInAs = (username: string): Promise<Page> =>
  signIn(browser, applications, userNamed(username))

it('[IAM-14] [IAM-15] a token of oidc-client-ts works from the page', async () => {
  const page = await signInAs('employee')
  // The services look up the origins of new applications every few seconds.
  const ask = `manager.getUser().then((user) =>
    fetch(${JSON.stringify(`${platform().baseUrl}/api/iam/v1/me`)}, {
      headers: { authorization: 'Bearer ' + user.access_token },
    }).then((answer) => answer.json(), () => undefined))`
  await expect
    .poll(() => page.evaluate(ask), { timeout: 60_000, interval: 500 })
    .toMatchObject({ username: 'employee' })
})

it('[IAM-12] oidc-client-ts renews by itself before its token expires', async () => {
  const page = await signInAs('employee')
  const before = await heldBy(page)
  const framed = framesOf(page)
  await page.clock.install()
  // The page's clock goes on to the last minute of the ten.
  await page.clock.fastForward('09:01')
  await expect.poll(async () => (await heldBy(page))?.access_token).not.toBe(before?.access_token)
  expect((await heldBy(page))?.refresh_token).not.toBe(before?.refresh_token)
  expect(framed).toEqual([])
})

it('[IAM-19] oidc-client-ts renews in a hidden frame by the session, until the user signs out', async () => {
  const page = await signInAs('manager')
  const framed = framesOf(page)
  await page.evaluate('manager.removeUser()')
  await page.evaluate('manager.signinSilent()')
  expect(framed).toContain(silentPath)
  expect((await heldBy(page))?.profile['sub']).toBe(userNamed('manager').id)

  await page.evaluate('void manager.signoutRedirect()')
  await page.waitForURL(`${applications.postLogoutRedirectUri}**`)
  await waitForSpa(page)
  const refused = await page.evaluate(
    'manager.signinSilent().then(() => undefined, (error) => error.error)',
  )
  expect(refused).toBe('login_required')
})

/** The paths that frames of the page go to from now on. */
function framesOf(page: Page): readonly string[] {
  const framed: string[] = []
  page.on('framenavigated', (frame) => {
    if (frame.parentFrame() !== null) framed.push(new URL(frame.url()).pathname)
  })
  return framed
}
