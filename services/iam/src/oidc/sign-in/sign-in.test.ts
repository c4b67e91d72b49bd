import { DefaultQueryExecutor, type CompiledQuery } from 'kysely'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Browser } from '../../testing/browser.ts'
import {
  authorize,
  claimsOf,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
  signInAs,
} from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, callback, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

describe('signing in', () => {
  it('[V7.6.2] [IAM-14] [IAM-15] redirects an anonymous browser to the sign-in page and back with a code', async () => {
    const config = await discoverSpa(iam.url)
    const authorization = await authorize(config)
    const browser = new Browser()

    const first = await browser.get(authorization.url.href)
    expect(first.status).toBe(302)
    expect(first.location).toMatch(new RegExp(`^${iam.url}/signin\\?flow=`))

    const page = await browser.get(first.location ?? '')
    expect(page.status).toBe(200)
    const posted = await browser.submit(page, {
      username: 'employee',
      password: 'correct horse battery',
    })
    expect(posted.status).toBe(303)
    expect(posted.location).toMatch(new RegExp(`^${callback}\\?code=`))

    const tokens = await redeem(config, posted, authorization)
    expect(tokens.refresh_token).toBeTypeOf('string')
    expect(tokens.expires_in).toBe(600)
  })

  it('goes on once where the form is sent twice at once', async () => {
    const config = await discoverSpa(iam.url)
    const authorization = await authorize(config)
    const browser = new Browser()
    const page = await openSignIn(browser, authorization)
    const forms = Array.from({ length: 4 }, () => enterCredentials(browser, page, 'employee'))
    const answers = await Promise.all(forms)
    const led = answers.filter(({ location }) => location?.startsWith(`${callback}?code=`))
    expect(led).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
  })

  it('takes no more statements than it needs, and a refresh two', async () => {
    // The language of an account is remembered once.
    await signInAs(iam.url, 'employee')
    const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as {
      executeQuery: (query: CompiledQuery) => Promise<unknown>
    }
    const sent = vi.spyOn(executor, 'executeQuery')
    const countOf = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
      sent.mockClear()
      const done = await work()
      // The keys are read again every two seconds, whatever is asked for.
      const own = sent.mock.calls.filter(([{ sql }]) => !sql.includes('signing_keys'))
      return [done, own.length]
    }
    const config = await discoverSpa(iam.url)
    const authorization = await authorize(config)
    const browser = new Browser()
    const [asked, authorizing] = await countOf(() => browser.get(authorization.url.href))
    const [page, showing] = await countOf(() => browser.get(asked.location ?? ''))
    const [back, answering] = await countOf(() => enterCredentials(browser, page, 'employee'))
    const [tokens, redeeming] = await countOf(() => redeem(config, back, authorization))
    const [, refreshing] = await countOf(() =>
      openid.refreshTokenGrant(config, tokens.refresh_token ?? ''),
    )
    sent.mockRestore()
    expect({ authorizing, showing, answering, redeeming, refreshing }).toEqual({
      authorizing: 2,
      showing: 2,
      answering: 9,
      redeeming: 2,
      refreshing: 2,
    })
  })

  it('[IAM-10] [IAM-11] [IAM-13] puts the claims of the contract into the access token', async () => {
    const { tokens, claims } = await signInAs(iam.url, 'employee')

    expect(claims).toMatchObject({
      iss: iam.url,
      sub: userIds.employee,
      aud: iam.url,
      client_id: 'console',
      grant_type: 'authorization_code',
      tenant_id: acme,
      permissions: ['expense:read', 'expense:start', 'oa:document:read'],
      scope: 'openid profile',
    })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(600)
    const header = JSON.parse(
      Buffer.from(tokens.access_token.split('.')[0] ?? '', 'base64url').toString(),
    ) as unknown
    expect(header).toMatchObject({
      alg: 'RS256',
      typ: 'at+jwt',
      kid: expect.any(String) as unknown,
    })
    expect(tokens.claims()).toMatchObject({
      sub: userIds.employee,
      aud: 'console',
      name: 'The employee',
    })
  })

  it('[IAM-19] signs in to a second application silently', async () => {
    const { browser } = await signInAs(iam.url, 'employee')
    const config = await discoverSpa(iam.url, 'expenses')
    const authorization = await authorize(config, {
      prompt: 'none',
      scope: 'openid oa:document:read',
    })

    const back = await browser.get(authorization.url.href)

    const tokens = await redeem(config, back, authorization)
    expect(claimsOf(tokens.access_token)).toMatchObject({
      client_id: 'expenses',
      scope: 'openid oa:document:read',
    })
  })

  it('[IAM-18] says the same for a wrong password, an unknown and a disabled account', async () => {
    await iam.deps.db
      .updateTable('users')
      .set({ status: 'disabled' })
      .where('username', '=', 'manager')
      .execute()
    const answers = []
    for (const [username, typed] of [
      ['employee', 'wrong'],
      ['nobody', 'wrong'],
      ['manager', undefined],
    ] as const) {
      const browser = new Browser()
      const page = await openSignIn(browser, await authorize(await discoverSpa(iam.url)))
      const answer = await enterCredentials(browser, page, username, typed)
      answers.push({
        status: answer.status,
        alert: /role="alert"[^>]*>([^<]*)</.exec(answer.text)?.[1],
      })
    }
    await iam.deps.db
      .updateTable('users')
      .set({ status: 'active' })
      .where('username', '=', 'manager')
      .execute()
    expect(answers).toEqual(
      Array(3).fill({ status: 422, alert: 'User name or password is not right.' }),
    )
  })
})
