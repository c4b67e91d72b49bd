import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiWith } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { callback, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

describe('a consent', () => {
  it('[V10.4.9] [V10.7.3] is shown to who gave it, and ends with what came of it when it is withdrawn', async () => {
    const browser = new Browser()
    const config = await discoverSpa(iam.url, 'careful')
    const authorization = await authorize(config)
    const asked = await enterCredentials(
      browser,
      await openSignIn(browser, authorization),
      'employee',
    )
    const back = await browser.follow(await browser.submit(asked, { decision: 'allow' }), callback)
    const tokens = await redeem(config, back, authorization)
    const api = apiWith(iam.url, tokens.access_token)

    expect((await api('GET', '/me/consents')).body.items).toMatchObject([
      { clientId: 'careful', scopes: ['openid', 'profile'] },
    ])
    expect((await api('DELETE', '/me/consents/console')).status).toBe(404)
    expect((await api('DELETE', '/me/consents/careful')).status).toBe(204)
    // The token was of what the consent gave.
    expect((await api('GET', '/me/consents')).status).toBe(401)
    const elsewhere = await apiAs(iam.url, 'employee')
    expect((await elsewhere('DELETE', '/me/consents/careful')).status).toBe(404)
    expect((await elsewhere('GET', '/me/consents')).body.items).toEqual([])

    const refresh = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'careful',
        refresh_token: tokens.refresh_token ?? '',
      }),
    })
    expect(await refresh.json()).toMatchObject({ error: 'invalid_grant' })
    const again = await openSignIn(browser, await authorize(config))
    expect(again.url).toContain('/signin/consent?flow=')
  })
})
