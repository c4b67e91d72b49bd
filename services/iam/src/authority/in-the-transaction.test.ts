import { SCOPES, tenantScope } from '@countersign/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs, apiAsService, apiWith, type Api, type ApiAnswer } from '../testing/api.ts'
import { listRoutes } from '../testing/routes.ts'
import { signInAs } from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import {
  acme,
  afterLogout,
  callback,
  password,
  secretOf,
  userIds,
  world,
} from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>
let actor: Api
let directory: Api
let grantId: string
let token: string
let invitation: string

beforeAll(async () => {
  iam = await startFreshIam()
  const second = {
    id: '0190cccc-0000-7000-8000-000000000001',
    username: 'second',
    displayName: 'Another administrator',
    password,
    memberships: [{ tenantId: acme, roles: ['platform'] }],
  }
  const client = {
    clientId: 'directory',
    type: 'SERVICE' as const,
    name: 'Directory',
    tenantId: acme,
    scopes: [SCOPES.scim],
    tenants: [acme],
    secret: secretOf('directory'),
  }
  await iam.seed({
    ...world,
    users: [...(world.users ?? []), second],
    clients: [...(world.clients ?? []), client],
  })
  const session = await signInAs(iam.url, 'second')
  token = session.tokens.access_token
  grantId = String(session.claims['grant_id'])
  actor = apiWith(iam.url, token)
  const outsider = await apiAs(iam.url, 'outsider')
  await outsider('POST', '/invitations', { username: 'second' })
  const { body } = await actor('GET', '/me/invitations')
  invitation = String(body.items?.[0]?.['id'])
  const scim = await apiAsService(iam.url, `${SCOPES.scim} ${tenantScope(acme)}`, 'directory')
  directory = (method, path, body) => scim(method, `/scim/v2${path}`, body)
})
afterAll(() => iam.stop())

const some = '0190aaaa-0000-7000-8000-00000000ffff'
const spa = {
  type: 'SPA',
  name: 'App',
  redirectUris: [callback],
  postLogoutRedirectUris: [afterLogout],
}
const provider = { kind: 'oidc', name: 'P', issuer: 'https://idp.example', clientId: 'x' }
const proof = { currentPassword: password }

const raw = (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => async () => {
  const response = await fetch(`${iam.url}/api/iam/v1${path}`, {
    method: path.endsWith('import') ? 'POST' : 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  })
  return { status: response.status } as ApiAnswer
}
const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

type Write = readonly [route: string, body?: unknown, send?: () => Promise<ApiAnswer>]

/** Requests of an administrator that reach the transaction, whatever they would find there. */
const writes: readonly Write[] = [
  ['POST /tenants', { name: 'New' }],
  ['PATCH /tenants/:id', { name: 'Other' }],
  ['DELETE /tenants/:id'],
  ['PUT /tenants/:id/branding', { name: 'Mine', colour: null }],
  [
    'PUT /tenants/:id/branding/logo',
    undefined,
    raw(`/tenants/${acme}/branding/logo`, 'image/png', png),
  ],
  ['DELETE /tenants/:id/branding/logo'],
  ['POST /users', { username: 'fresh', displayName: 'Fresh' }],
  ['PATCH /users/:id', { displayName: 'Mine' }],
  ['PUT /users/:id/status', { status: 'disabled' }],
  ['POST /users/:id/status', { status: 'disabled' }],
  ['PUT /users/:id/password', { password: 'plum trees in bloom' }],
  ['POST /users/:id/password', { password: 'plum trees in bloom' }],
  ['POST /users/:id/password-link', { deliver: 'hand_over' }],
  ['DELETE /users/:id/sessions'],
  ['POST /users/:id/erasure'],
  ['DELETE /users/:id/erasure'],
  ['DELETE /users/:id/mfa'],
  [
    'POST /users/import',
    undefined,
    raw('/users/import', 'text/csv', 'username,displayName\nrow,Row\n'),
  ],
  ['PUT /members/:userId', { roles: [] }],
  ['DELETE /members/:userId'],
  ['POST /invitations', { username: 'outsider' }],
  ['POST /invitations/:id/link', { deliver: 'hand_over' }],
  ['DELETE /invitations/:id'],
  ['POST /departments', { code: 'x', name: 'X' }],
  ['PATCH /departments/:id', { name: 'X' }],
  ['DELETE /departments/:id'],
  ['POST /roles', { code: 'x', name: 'X' }],
  ['PATCH /roles/:id', { name: 'X' }],
  ['DELETE /roles/:id'],
  ['POST /clients', spa],
  ['PATCH /clients/:id', { name: 'X' }],
  ['DELETE /clients/:id'],
  ['POST /clients/:id/secrets'],
  ['DELETE /clients/:id/secrets/:secretId'],
  ['POST /identity-providers', provider],
  ['PATCH /identity-providers/:id', { name: 'X' }],
  ['DELETE /identity-providers/:id'],
  ['POST /identity-providers/:id/links', { userId: userIds.employee, subject: 's' }],
  ['DELETE /identity-providers/:id/links/:linkId'],
  ['POST /keys/rotate'],
  ['POST /keys/:kid/withdraw'],
]

const ownWrites: readonly Write[] = [
  ['POST /me/password', { ...proof, newPassword: 'plum trees in bloom' }],
  ['DELETE /me/sessions'],
  ['DELETE /me/sessions/:id'],
  [
    'POST /me/invitations/:id/accept',
    undefined,
    () => actor('POST', `/me/invitations/${invitation}/accept`),
  ],
  ['POST /me/invitations/:id/decline'],
  ['POST /me/identities/:id/remove', proof],
  ['DELETE /me/consents/:clientId'],
  ['POST /me/email/confirmation', { code: 'abcd-efgh' }],
  ['POST /me/mfa/totp', proof],
  ['POST /me/mfa/totp/remove', proof],
  ['POST /me/mfa/passkeys/:id/remove', proof],
]

/** Before their transaction these ask for more than a password: a second factor, a mail server. */
const behindMore = [
  'PUT /me/email',
  'POST /me/mfa/totp/confirm',
  'POST /me/mfa/recovery-codes',
  'POST /me/mfa/passkeys',
]
/** Change nothing of what the service keeps. */
const changeNothing = ['POST /identity-providers/:id/check', 'POST /me/mfa/passkeys/options']

const group = { displayName: 'Group', members: [] }
const scimUser = { userName: 'employee', displayName: 'Mine' }
const patch = { Operations: [{ op: 'replace', path: 'displayName', value: 'Mine' }] }
const scimWrites: readonly Write[] = [
  ['POST /Users', { userName: 'made', displayName: 'Made' }],
  ['PUT /Users/:id', scimUser],
  ['PATCH /Users/:id', patch],
  ['DELETE /Users/:id'],
  ['POST /Groups', group],
  ['PUT /Groups/:id', group],
  ['PATCH /Groups/:id', patch],
  ['DELETE /Groups/:id'],
]

const named = (list: readonly Write[]) => list.map((write) => [write[0], write] as const)

function send(api: Api, [route, body, own]: Write): Promise<ApiAnswer> {
  if (own !== undefined) return own()
  const [method = '', path = ''] = route.split(' ')
  const isUser = /^\/(users|members|Users)/.test(path)
  const id = path.startsWith('/tenants/:id/branding') ? acme : isUser ? userIds.employee : some
  return api(method, path.replace(/:\w+/, id).replace(/:\w+/, some), body)
}

const tables = [
  'audit_events',
  'users',
  'memberships',
  'member_roles',
  'roles',
  'clients',
  'tenants',
  'signing_keys',
  'departments',
  'invitations',
  'user_totp',
] as const

async function countRows(): Promise<Record<string, unknown>> {
  const entries = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`
        select count(*) as rows, md5(string_agg(t::text, ' ' order by t::text)) as hash
        from ${sql.table(table)} t`.execute(iam.deps.db)
      return [table, rows[0]] as const
    }),
  )
  return Object.fromEntries(entries)
}

/**
 * Takes something away from the caller while the request is between the door, which it has passed,
 * and its transaction, which waits for its turn.
 */
async function overtake(request: () => Promise<ApiAnswer>, loss: ReturnType<typeof sql>) {
  const { db } = iam.deps
  let answered = false
  const { answer } = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid, take_turn(${acme}::uuid, true)`.execute(tx)
    const pid = Number(rows[0]?.pid)
    const answer = request().then((found) => {
      answered = true
      return found
    })
    await expect
      .poll(async () => answered || (await countWaitingFor(pid)) > 0, { interval: 2 })
      .toBe(true)
    expect(answered).toBe(false)
    await loss.execute(tx)
    return { answer }
  })
  return answer
}

async function countWaitingFor(pid: number): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where ${pid}::int = any(pg_blocking_pids(pid))`.execute(
    iam.deps.db,
  )
  return rows.length
}

const demotion = sql`
  delete from member_roles mr using users u
  where mr.tenant_id = ${acme} and u.id = mr.user_id and u.username = 'second'`
const promotion = sql`
  insert into member_roles (tenant_id, user_id, role_id)
  select r.tenant_id, u.id, r.id from roles r, users u
  where r.tenant_id = ${acme} and r.code = 'platform' and u.username = 'second'`
const signOut = (at: Date | null) =>
  sql`update oidc_grants set ended_at = ${at} where id = ${grantId}`
const setClient = (status: string) =>
  sql`update clients set status = ${status} where client_id = 'directory'`

describe('a write that was let in', () => {
  it.each(named(writes))(
    '[IAM-21] is refused when a demotion was first: %s',
    async (_route, write) => {
      const before = await countRows()
      const answer = await overtake(() => send(actor, write), demotion)
      await promotion.execute(iam.deps.db)
      expect(answer.status).toBe(403)
      expect(await countRows()).toEqual(before)
    },
  )

  it.each(named([...ownWrites, ...writes]))(
    '[IAM-21] is refused when the sign-out was first: %s',
    async (_route, write) => {
      const before = await countRows()
      const answer = await overtake(() => send(actor, write), signOut(new Date()))
      await signOut(null).execute(iam.deps.db)
      expect(answer.status).toBe(401)
      expect(await countRows()).toEqual(before)
    },
  )

  it.each(named(scimWrites))(
    '[IAM-21] of a directory is refused when its client was disabled first: %s',
    async (_route, write) => {
      const before = await countRows()
      const answer = await overtake(() => send(directory, write), setClient('disabled'))
      await setClient('active').execute(iam.deps.db)
      expect(answer.status).toBe(401)
      expect(await countRows()).toEqual(before)
    },
  )

  it('[IAM-21] is no write that this test forgets', async () => {
    const named = new Set([
      ...[...writes, ...ownWrites].map(([route]) => route),
      ...scimWrites.map(([route]) => route.replace(' ', ' /scim/v2')),
      ...behindMore,
      ...changeNothing,
    ])
    const served = (await listRoutes(iam.deps))
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/iam/v1'))
      .map(({ method, path }) => `${method} ${path.replace('/api/iam/v1', '')}`)
    expect(served.length).toBeGreaterThan(50)
    expect(served.filter((route) => !named.has(route))).toEqual([])
    expect([...named].filter((route) => !served.includes(route))).toEqual([])
  })

  it('goes through when nothing was taken away', async () => {
    const other = await apiAs(iam.url, 'platform')
    const write: Write = ['POST /roles', { code: 'late', name: 'Late' }]
    expect((await overtake(() => send(other, write), sql`select 1`)).status).toBe(201)
  })
})
