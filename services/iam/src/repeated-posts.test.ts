import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs, type Api } from './testing/api.ts'
import { startFreshIam, type TestIam } from './testing/start.ts'
import { userIds, world } from './testing/world.ts'

let iam: TestIam
let platform: Api
const ids: Record<string, string> = {}

beforeAll(async () => {
  // Nothing is sent: mails wait in the outbox.
  iam = await startFreshIam({ smtpUrl: 'smtp://127.0.0.1:1' })
  await iam.seed(world)
  platform = await apiAs(iam.url, 'platform')
  const provider = { kind: 'oidc', name: 'Corp', issuer: 'https://idp.example', clientId: 'x' }
  ids['provider'] = String((await platform('POST', '/identity-providers', provider)).body['id'])
  const invited = await platform('POST', '/invitations', { email: 'guest@acme.example' })
  ids['invitation'] = String(invited.body['id'])
  await platform('PUT', `/users/${userIds.newcomer}/status`, { status: 'disabled' })
  const { body } = await platform('GET', '/keys')
  ids['kid'] = String(body.items?.find(({ status }) => status === 'next')?.['kid'])
})
afterAll(() => iam.stop())

const count = async (table: 'audit_events' | 'mails', column: 'action' | 'kind', value: string) =>
  (
    await iam.deps.db
      .selectFrom(table)
      .select('id')
      .where(column as never, '=', value as never)
      .execute()
  ).length

async function sendTwice(path: string, body: object | undefined) {
  const key = { 'idempotency-key': path }
  const send = () => platform('POST', path, body, key)
  const [first, second] = [await send(), await send()]
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second.status).toBe(first.status)
  return { first: first.body, second: second.body, status: first.status }
}

const mailed = { deliver: 'mail' }

it.each([
  ['user.password_link_made', () => `/users/${userIds.manager}/password-link`, mailed, 201],
  ['member.invitation_link_made', () => `/invitations/${ids['invitation']}/link`, mailed, 201],
  ['erasure.asked', () => `/users/${userIds.newcomer}/erasure`, undefined, 202],
  [
    'user.identity_linked',
    () => `/identity-providers/${ids['provider']}/links`,
    { userId: userIds.employee, subject: 'e1' },
    201,
  ],
  ['key.withdrawn', () => `/keys/${ids['kid']}/withdraw`, undefined, 200],
  ['key.rotated', () => '/keys/rotate', undefined, 200],
])('sent twice with one key it is %s once', async (action, path, body, status) => {
  // An address is mailed an own password where it has none that is its owner's, or is proven.
  await iam.deps.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', userIds.manager)
    .execute()
  const before = await count('audit_events', 'action', action)
  const sent = await sendTwice(path(), body)
  expect(sent.status).toBe(status)
  expect(sent.second).toEqual(sent.first)
  expect(await count('audit_events', 'action', action)).toBe(before + 1)
})

it('sent twice with one key a link is mailed once', async () => {
  expect(await count('mails', 'kind', 'set_password')).toBe(1)
  // The one of the invitation, and that of its link.
  expect(await count('mails', 'kind', 'invitation')).toBe(2)
})

it('a link that is handed over is shown once: the replay lacks it', async () => {
  for (const path of [
    `/users/${userIds.employee}/password-link`,
    `/invitations/${ids['invitation']}/link`,
  ]) {
    const key = { 'idempotency-key': `over ${path}` }
    const send = () => platform('POST', path, { deliver: 'hand_over' }, key)
    const [{ body: first }, { body: second }] = [await send(), await send()]
    const { url, ...rest } = first
    expect(String(url)).toContain('token=')
    expect(second).toEqual(rest)
  }
  const { rows } = await iam.deps.db
    .selectFrom('idempotency_keys' as never)
    .selectAll()
    .execute()
    .then((all) => ({ rows: JSON.stringify(all) }))
  expect(rows).not.toContain('token=')
})
