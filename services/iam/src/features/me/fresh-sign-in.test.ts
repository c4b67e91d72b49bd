import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiWith, type Api } from '../../testing/api.ts'
import { listRoutes } from '../../testing/routes.ts'
import { ageSessions } from '../../testing/session-age.ts'
import { signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, userIds, world } from '../../testing/world.ts'
import { contexts } from '../../core/authentication.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

/** They ask for the current password, give nothing, or take from applications alone. */
const notAsked = [
  'POST /me/password',
  'DELETE /me/consents/:clientId',
  'POST /me/invitations/:id/accept',
  'POST /me/invitations/:id/decline',
]

const send = (api: Api, route: string) => {
  const [method = '', path = ''] = route.split(' ')
  return api(method, path.replaceAll(/:\w+/g, acme), method === 'DELETE' ? undefined : {})
}

describe('what guards my account', () => {
  it('[V7.5.1] [V7.5.2] is changed, and my sessions are ended, after a sign-in of the last ten minutes alone', async () => {
    const routes = (await listRoutes(iam.deps))
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/iam/v1/me/'))
      .map(({ method, path }) => `${method} ${path.replace('/api/iam/v1', '')}`)
    expect(routes.length).toBeGreaterThan(12)
    expect(notAsked.filter((route) => !routes.includes(route))).toEqual([])
    const api = await apiAs(iam.url, 'employee')
    await ageSessions(iam.deps.db, 660)
    for (const route of routes) {
      const { status, body } = await send(api, route)
      const asked = status === 401 && body.code === 'auth.insufficient_authentication'
      expect({ route, asked }).toEqual({ route, asked: !notAsked.includes(route) })
    }
    expect((await api('GET', '/me/sessions')).status).toBe(200)
  })

  it('[V7.5.2] asks for both factors of who has two, and goes on after them', async () => {
    const { browser, tokens } = await signInAs(iam.url, 'manager')
    const api = apiWith(iam.url, tokens.access_token)
    await ageSessions(iam.deps.db, 660)
    const { db } = iam.deps
    await db
      .insertInto('user_totp')
      .values({ user_id: userIds.manager, sealed_secret: 'sealed', confirmed_at: new Date() })
      .execute()
    expect((await api('DELETE', '/me/sessions')).body).toMatchObject({
      acrValues: contexts.multi,
      maxAge: 600,
    })
    await db.deleteFrom('user_totp').execute()
    expect((await api('DELETE', '/me/sessions')).body).toMatchObject({
      acrValues: contexts.single,
      maxAge: 600,
    })
    await signInAs(iam.url, 'manager', { browser, parameters: { max_age: '600' } })
    expect((await api('DELETE', '/me/sessions')).status).toBe(204)
  })

  it('[V7.5.2] is not changed with a refresh token whose session is over', async () => {
    const api = await apiAs(iam.url, 'both', { tenant_id: acme })
    const { db } = iam.deps
    await db.deleteFrom('oidc_artifacts').where('kind', '=', 'Session').execute()
    expect((await api('GET', '/me')).status).toBe(200)
    expect((await api('DELETE', '/me/sessions')).status).toBe(401)
  })
})
