import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from '../../testing/api.ts'
import { deliver, mailsTo, startMailingIam, type MailingIam } from '../../testing/mailbox.ts'
import { acme, password, userIds, world } from '../../testing/world.ts'

let iam: MailingIam
/** Of acme. */
let admin: Api
/** Administrates globex. */
let outsider: Api
let both: Api

beforeAll(async () => {
  iam = await startMailingIam()
  await iam.seed(world)
  admin = await apiAs(iam.url, 'admin')
  outsider = await apiAs(iam.url, 'outsider')
  both = await apiAs(iam.url, 'both', { tenant_id: acme })
})
afterAll(() => iam.stop())

const last = async (api: Api, outcome: string) => (await recordedBy(api, outcome)).at(-1)

/** What an audit has of the account, oldest first. */
async function recordedBy(api: Api, outcome = 'success') {
  const path = `/audit?targetId=${userIds.both}&outcome=${outcome}&limit=200`
  const { items = [] } = (await api('GET', path)).body
  return items.toReversed()
}
const actionsIn = async (api: Api) => (await recordedBy(api)).map(({ action }) => action)

it('[IAM-21] what somebody changes of their account is in the audit of each of their tenants', async () => {
  const totp = await both('POST', '/me/mfa/totp', { currentPassword: password })
  const code = new TOTP({ secret: String(totp.body['secret']) }).generate()
  expect((await both('POST', '/me/mfa/totp/confirm', { code })).status).toBe(200)
  const removed = await both('POST', '/me/mfa/totp/remove', { currentPassword: password })
  expect(removed.status).toBe(204)
  for (const api of [admin, outsider])
    expect((await actionsIn(api)).slice(-2)).toEqual(['user.totp_added', 'user.totp_removed'])
})

it('[IAM-18] a wrong password or code of somebody signed in is in it too, with the address', async () => {
  const body = { currentPassword: 'wrong', newPassword: 'quite a new one' }
  expect((await both('POST', '/me/password', body)).status).toBe(403)
  const refused = { action: 'user.proof_refused', address: '127.0.0.1' }
  for (const api of [admin, outsider])
    expect(await last(api, 'failure')).toMatchObject({ ...refused, details: { proof: 'password' } })
  await both('POST', '/me/mfa/totp', { currentPassword: password })
  expect((await both('POST', '/me/mfa/totp/confirm', { code: '000000' })).status).toBe(422)
  expect(await last(outsider, 'failure')).toMatchObject({ ...refused, details: { proof: 'otp' } })
  expect((await both('POST', '/me/email/confirmation', { code: 'AAAA-AAAA' })).status).toBe(422)
  const code = { ...refused, details: { proof: 'email_code' } }
  expect(await last(outsider, 'failure')).toMatchObject(code)
})

it('[IAM-21] whose password was changed is told by mail, where the address is proven', async () => {
  const address = 'both@acme.example'
  const change = async (currentPassword: string, newPassword: string) => {
    const api = await apiAs(iam.url, 'both', { tenant_id: acme })
    return (await api('POST', '/me/password', { currentPassword, newPassword })).status
  }
  await sql`update users set email_verified_at = now() where id = ${userIds.both}`.execute(
    iam.deps.db,
  )
  expect(await change(password, 'quite a new one')).toBe(204)
  await deliver(iam)
  expect(mailsTo(iam, address).map(({ text }) => text)).toMatchObject([
    expect.stringContaining('password'),
  ])
})
