import { DefaultQueryExecutor, type CompiledQuery } from 'kysely'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiAs, apiWith } from '../../testing/api.ts'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
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

  it('[IAM-09] is needed from the next token on where an application comes to ask for it', async () => {
    const { config, tokens } = await signInAs(iam.url, 'employee', { clientId: 'expenses' })
    const admin = await apiAs(iam.url, 'admin')
    const { items = [] } = (await admin('GET', '/clients?limit=200')).body
    const id = String(items.find(({ clientId }) => clientId === 'expenses')?.['id'])
    const ask = (requireConsent: boolean) => admin('PATCH', `/clients/${id}`, { requireConsent })

    expect((await ask(true)).status).toBe(200)
    await expect(
      openid.refreshTokenGrant(config, tokens.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' })
    expect((await ask(false)).status).toBe(200)
  })

  it('[IAM-09] gives nothing when it is withdrawn in the moment in which it is given', async () => {
    type Execute = (this: object, query: CompiledQuery) => Promise<unknown>
    const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as {
      executeQuery: Execute
    }
    const own = await apiAs(iam.url, 'manager')
    const browser = new Browser()
    const config = await discoverSpa(iam.url, 'careful')
    const authorization = await authorize(config)
    const page = await openSignIn(browser, authorization)
    const asked = await enterCredentials(browser, page, 'manager')
    const { executeQuery } = executor
    const spied = vi.spyOn(executor, 'executeQuery').mockImplementation(async function (
      this: object,
      query,
    ) {
      const answer = await executeQuery.call(this, query)
      // The grant, which withdrawing ends, is not there yet.
      if (query.sql.includes('insert into consents'))
        expect((await own('DELETE', '/me/consents/careful')).status).toBe(204)
      return answer
    })
    const back = await browser.follow(await browser.submit(asked, { decision: 'allow' }), callback)
    spied.mockRestore()

    expect(back.location).toContain('code=')
    await expect(redeem(config, back, authorization)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})
