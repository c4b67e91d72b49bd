import { decodeJwt } from 'jose'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { receiveFeed, type TestReceiver } from '../../testing/feed.ts'
import { startFreshIam } from '../../testing/start.ts'
import { acme, globex, password, userIds, world } from '../../testing/world.ts'

const caep = 'https://schemas.openid.net/secevent/caep/event-type/credential-change'
let iam: Awaited<ReturnType<typeof startFreshIam>>
let admin: Api
let feed: TestReceiver

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  feed = await receiveFeed(iam.url)
})
afterAll(() => iam.stop())

/** The changes of credentials that are told since the last look, as they are sent. */
async function told() {
  const { body } = await feed.api('POST', feed.path, { returnImmediately: true })
  const sets = Object.entries(body['sets'] as Record<string, string>)
  await feed.poll({ ack: sets.map(([jti]) => jti) })
  return sets.flatMap(([, set]) => {
    const { sub_id: subject, events } = decodeJwt(set)
    const event = (events as Record<string, Record<string, unknown>>)[caep]
    return event === undefined ? [] : [{ subject, event }]
  })
}

const of = (userId: string, tenantId = acme) => ({
  format: 'complex',
  user: { format: 'iss_sub', iss: iam.url, sub: userId },
  tenant: { format: 'opaque', id: tenantId },
})
const change = (userId: string, type: string, what: string, tenantId?: string) => ({
  subject: of(userId, tenantId),
  event: {
    event_timestamp: expect.any(Number) as number,
    initiating_entity: 'system',
    credential_type: type,
    change_type: what,
  },
})
const done = async (answer: ReturnType<Api>) => {
  const { status, body } = await answer
  expect({ status, body }).toMatchObject({ status: expect.toSatisfy((is) => is < 300) })
  return body
}

it('[IAM-21] tells of a password that its owner or an administrator changed, in each tenant', async () => {
  const { employee, both } = userIds
  await told()
  await done(admin('PUT', `/users/${employee}/password`, { password: 'a quite different one' }))
  expect(await told()).toEqual([change(employee, 'password', 'update')])
  const own = await apiAs(iam.url, 'both', { tenant_id: acme })
  const newPassword = 'chosen by oneself today'
  await done(own('POST', '/me/password', { currentPassword: password, newPassword }))
  const tellings = await told()
  expect(tellings).toHaveLength(2)
  expect(tellings).toEqual(
    expect.arrayContaining([acme, globex].map((at) => change(both, 'password', 'update', at))),
  )
})

it('[IAM-21] tells of second factors that are set up and removed, and of none that is only begun', async () => {
  const api = await apiAs(iam.url, 'manager')
  const proof = { currentPassword: password }
  await told()
  const { secret } = await done(api('POST', '/me/mfa/totp', proof))
  expect(await told()).toEqual([])
  const code = new TOTP({ secret: String(secret) }).generate()
  await done(api('POST', '/me/mfa/totp/confirm', { code }))
  expect(await told()).toEqual([change(userIds.manager, 'app', 'create')])
  await done(api('POST', '/me/mfa/totp/remove', proof))
  expect(await told()).toEqual([change(userIds.manager, 'app', 'delete')])

  const { options } = await done(api('POST', '/me/mfa/passkeys/options', proof))
  const { challenge, rp } = options as { challenge: string; rp: { id: string } }
  const response = createAuthenticator(iam.url).create({ challenge, rpId: rp.id })
  await done(api('POST', '/me/mfa/passkeys', { name: 'Phone', response }))
  expect(await told()).toEqual([change(userIds.manager, 'fido2-platform', 'create')])
  await done(admin('DELETE', `/users/${userIds.manager}/mfa`))
  expect(await told()).toEqual([change(userIds.manager, 'fido2-platform', 'delete')])
})
