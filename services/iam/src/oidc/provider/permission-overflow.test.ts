import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import {
  authorize,
  discoverSpa,
  enterCredentials,
  openSignIn,
  redeem,
} from '../../testing/sign-in.ts'
import { Browser } from '../../testing/browser.ts'
import { passLeeway } from '../../testing/leeway.ts'
import { startFreshIam } from '../../testing/start.ts'
import { password, userIds, world } from '../../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
})
afterAll(() => iam.stop())

const named = (prefix: string, count: number, length: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}:${String(i).padStart(length, 'x')}:act`)

async function give(...roles: string[]): Promise<void> {
  const place = { roles: ['employee', ...roles] }
  expect((await admin('PUT', `/members/${userIds.employee}`, place)).status).toBe(200)
}

async function signIn() {
  const config = await discoverSpa(iam.url)
  const authorization = await authorize(config)
  const browser = new Browser()
  const page = await openSignIn(browser, authorization)
  return redeem(config, await enterCredentials(browser, page, 'employee', password), authorization)
}

describe('more permissions than a token carries', () => {
  it('[IAM-13] give no token, and say why; up to the limit the token passes every header', async () => {
    for (const code of ['a', 'b', 'c'])
      await admin('POST', '/roles', { code, name: code, permissions: named(code, 30, 90) })
    await give('a', 'b')
    const { access_token: token } = await signIn()
    const me = await fetch(`${iam.url}/api/iam/v1/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(me.status).toBe(200)
    await give('a', 'b', 'c')
    await expect(signIn()).rejects.toMatchObject({
      cause: {
        error: 'access_denied',
        error_description:
          'the user has too many permissions in this tenant for a token: more than 400, or 8192 bytes',
      },
    })
    const codes = iam.deps.db.selectFrom('oidc_artifacts').select('consumed_at as consumedAt')
    const unused = codes.where('kind', '=', 'AuthorizationCode').where('consumed_at', 'is', null)
    expect(await unused.execute(), 'the code was presented, and is worth nothing').toEqual([])
  })

  it('[IAM-12] cost no refresh token: it is good again once there are fewer', async () => {
    await give('a', 'b')
    const { refresh_token: token = '' } = await signIn()
    const config = await discoverSpa(iam.url)
    await give('a', 'b', 'c')
    await expect(openid.refreshTokenGrant(config, token)).rejects.toMatchObject({
      error: 'access_denied',
    })
    await give('a', 'b')
    await passLeeway(iam.deps.db)
    expect(await openid.refreshTokenGrant(config, token)).toHaveProperty('access_token')
    const replays = iam.deps.db.selectFrom('audit_events').where('action', '=', 'token.replayed')
    expect(await replays.select('id').execute()).toEqual([])
  })

  it('are refused in one role', async () => {
    const large = { code: 'large', name: 'Large', permissions: named('large', 100, 90) }
    expect(await admin('POST', '/roles', large)).toMatchObject({
      status: 422,
      body: {
        code: 'iam.permission_invalid',
        errors: [{ pointer: '/permissions', code: 'too_large' }],
      },
    })
  })
})
