import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { apiAs, apiWith, type Api } from '../../testing/api.ts'
import { claimsOf, signInAs } from '../../testing/sign-in.ts'
import { startFreshIam } from '../../testing/start.ts'
import { afterLogout, callback, userIds, world } from '../../testing/world.ts'
import { giveUpLogoutNotices } from './give-up.ts'
import { sendLogoutNotices } from './send.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let application: Server
let uri: string
const client = createWebhookClient({ userAgent: 'test' })
let received: string[] = []
let answer = 200

beforeAll(async () => {
  iam = await startFreshIam()
  application = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(new URLSearchParams(body).get('logout_token') ?? '')
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  const address = application.address()
  uri = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/logout`
  await iam.seed({
    ...world,
    clients: (world.clients ?? []).map((entry) =>
      entry.clientId === 'expenses' ? { ...entry, backchannelLogoutUri: uri } : entry,
    ),
  })
  admin = await apiAs(iam.url, 'admin')
})
afterAll(async () => {
  await Promise.all([iam.stop(), client.close()])
  await new Promise((resolve) => application.close(resolve))
})
beforeEach(async () => {
  received = []
  answer = 200
  await iam.deps.db.deleteFrom('logout_notices').execute()
})

const send = () => sendLogoutNotices(iam.deps, client)
const signIn = () => signInAs(iam.url, 'employee', { clientId: 'expenses' })
const insertDue = (count: number) =>
  sql`
    insert into logout_notices (client_id, user_id)
    select 'expenses', ${userIds.employee}::uuid from generate_series(1, ${count}::int)`.execute(
    iam.deps.db,
  )
const makeDue = () =>
  iam.deps.db
    .updateTable('logout_notices')
    .set({ next_attempt_at: new Date(0) })
    .execute()
const verify = (token: string | undefined) =>
  jwtVerify(token ?? '', createRemoteJWKSet(new URL(`${iam.url}/oauth2/jwks`)), {
    issuer: iam.url,
    audience: 'expenses',
    typ: 'logout+jwt',
  })

describe('back-channel logout', () => {
  it('tells an application of the end of its session, by the sid of the ID token', async () => {
    const { tokens } = await signIn()
    const { sid } = claimsOf(tokens.id_token ?? '')
    expect(sid).toEqual(expect.any(String))
    const api = apiWith(iam.url, tokens.access_token)
    const { items = [] } = (await api('GET', '/me/sessions')).body
    expect((await api('DELETE', `/me/sessions/${String(items[0]?.['id'])}`)).status).toBe(204)
    expect(await send()).toBe(1)
    const { payload } = await verify(received[0])
    expect(payload).toMatchObject({
      sub: userIds.employee,
      sid,
      jti: expect.any(String),
      exp: Number(payload.iat) + 120,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    expect(payload['nonce']).toBeUndefined()
    expect(await send()).toBe(0)
  })

  it('is for those who registered an address alone', async () => {
    const { tokens } = await signInAs(iam.url, 'employee')
    expect(claimsOf(tokens.id_token ?? '')['sid']).toBeUndefined()
    await apiWith(iam.url, tokens.access_token)('DELETE', '/me/sessions')
    expect(await send()).toBe(0)
  })

  it('[V7.4.5] follows when an administrator signs somebody out everywhere', async () => {
    await Promise.all([signIn(), signIn()])
    await admin('DELETE', `/users/${userIds.employee}/sessions`)
    await send()
    const sids = await Promise.all(
      received.map(async (token) => (await verify(token)).payload['sid']),
    )
    expect(new Set(sids).size).toBe(2)
  })

  it('is tried again until the application took it, or refused it for good', async () => {
    const { tokens } = await signIn()
    await apiWith(iam.url, tokens.access_token)('DELETE', '/me/sessions')
    answer = 503
    expect(await send()).toBe(1)
    expect(await send()).toBe(0)
    await makeDue()
    answer = 400
    expect(await send()).toBe(1)
    await makeDue()
    expect(await send()).toBe(0)
    expect(received).toHaveLength(2)
    expect(received[0]).not.toBe(received[1])
  })

  it('is sent once by several workers at once, and given up after a day', async () => {
    const { tokens } = await signIn()
    await apiWith(iam.url, tokens.access_token)('DELETE', '/me/sessions')
    answer = 503
    await Promise.all([send(), send(), send()])
    expect(received).toHaveLength(1)
    await iam.deps.db
      .updateTable('logout_notices')
      .set({ next_attempt_at: new Date(0), created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute()
    expect(await giveUpLogoutNotices(iam.deps)).toBe(1)
    expect(await send()).toBe(0)
    expect(received).toHaveLength(1)
  })

  it('takes no more once five seconds of a round are over', async () => {
    await insertDue(3)
    let at = Date.now()
    const now = () => new Date(at)
    const sending = sendLogoutNotices(
      { ...iam.deps, now },
      {
        post: async (request) => {
          at += 5_000
          return client.post(request)
        },
      },
    )
    // Two slots may have begun before.
    expect(await sending).toBeLessThanOrEqual(2)
    expect(await send()).toBeGreaterThanOrEqual(1)
    expect(received).toHaveLength(3)
  })

  it('of an application that fails are put off together, each as if it had been tried', async () => {
    await insertDue(20)
    answer = 503
    const sent = await send()
    expect(sent).toBeLessThanOrEqual(2)
    expect(await send()).toBe(0)
    expect(received).toHaveLength(sent)
    const { rows } = await sql`select distinct attempts from logout_notices`.execute(iam.deps.db)
    expect(rows).toEqual([{ attempts: 1 }])
  })

  it('waits for no other application that hangs, whose notices take two slots', async () => {
    const { db } = iam.deps
    const userId = userIds.employee
    await sql`update clients set backchannel_logout_uri = ${`${uri}/console`} where client_id = 'console'`.execute(
      db,
    )
    onTestFinished(async () => {
      await sql`update clients set backchannel_logout_uri = null where client_id = 'console'`.execute(
        db,
      )
    })
    await sql`
      insert into logout_notices (client_id, user_id, next_attempt_at)
      select 'expenses', ${userId}::uuid, now() - interval '1 hour' from generate_series(1, 20)
      union all select 'console', ${userId}::uuid, now() from generate_series(1, 3)`.execute(db)
    const { promise: end, reject } = Promise.withResolvers<never>()
    let hanging = 0
    let told = 0
    const sending = sendLogoutNotices(iam.deps, {
      post: async (request) => {
        if (!request.url.endsWith('/console')) {
          hanging += 1
          return end
        }
        told += 1
        return client.post(request)
      },
    })
    await expect.poll(() => told).toBe(3)
    expect(hanging).toBe(2)
    reject(new Error('too long'))
    // Nor is the next one tried in the same round.
    expect(await sending).toBe(5)
    expect(hanging).toBe(2)
  })

  it('takes an https address of a SPA alone', async () => {
    const spa = { type: 'SPA', name: 'App', redirectUris: [callback] }
    const ends = { postLogoutRedirectUris: [afterLogout] }
    const refused = await admin('POST', '/clients', {
      ...spa,
      ...ends,
      backchannelLogoutUri: 'http://internal.example/logout',
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'iam.redirect_invalid', errors: [{ pointer: '/backchannelLogoutUri' }] },
    })
    const service = { type: 'SERVICE', name: 'S', backchannelLogoutUri: 'https://app.example/out' }
    expect((await admin('POST', '/clients', service)).body.code).toBe('iam.redirect_forbidden')
    const made = await admin('POST', '/clients', {
      ...spa,
      ...ends,
      backchannelLogoutUri: 'https://app.example/out',
    })
    expect(made).toMatchObject({
      status: 201,
      body: { backchannelLogoutUri: 'https://app.example/out' },
    })
  })
})
