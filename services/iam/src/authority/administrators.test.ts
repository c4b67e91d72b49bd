import { SCOPES, tenantScope } from '@countersign/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applySeed } from '../bootstrap/apply.ts'
import { isAdministrator, isPlatformAdministrator } from '../core/administrators.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { apiAsService, apiAs, apiWith, type Api } from '../testing/api.ts'
import { signInAs } from '../testing/sign-in.ts'
import { startFreshIam, testHasher } from '../testing/start.ts'
import { acme, password, secretOf, userIds, world } from '../testing/world.ts'

const duel = '0190aaaa-0000-7000-8000-000000000009'
const [ann, bob] = ['0190cccc-0000-7000-8000-00000000000a', '0190cccc-0000-7000-8000-00000000000b']
const administrator = ['iam:member:write', 'iam:role:write', 'iam:user:write', 'iam:role:read']

const member = (id: string, username: string) => ({
  id,
  username,
  displayName: username,
  password,
  memberships: [{ tenantId: duel, roles: ['admin'] }],
})
const seed = {
  ...world,
  tenants: [...world.tenants, { id: duel, name: 'Duel' }],
  roles: [
    ...(world.roles ?? []),
    { tenantId: duel, code: 'admin', name: 'Administrators', permissions: administrator },
  ],
  users: [...(world.users ?? []), member(ann, 'ann'), member(bob, 'bob')],
  clients: [
    ...(world.clients ?? []),
    {
      clientId: 'directory',
      type: 'SERVICE' as const,
      name: 'Directory',
      tenantId: duel,
      scopes: [SCOPES.scim],
      tenants: [duel],
      secret: secretOf('directory'),
    },
  ],
}

let iam: Awaited<ReturnType<typeof startFreshIam>>
let tokens: Record<'ann' | 'bob', string>
let as: Record<'ann' | 'bob' | 'scim' | 'platform', Api>
let role: string

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(seed)
  const [a, b] = await Promise.all([signInAs(iam.url, 'ann'), signInAs(iam.url, 'bob')])
  tokens = { ann: a.tokens.access_token, bob: b.tokens.access_token }
  const scim = await apiAsService(iam.url, `${SCOPES.scim} ${tenantScope(duel)}`, 'directory')
  as = {
    ann: apiWith(iam.url, tokens.ann),
    bob: apiWith(iam.url, tokens.bob),
    scim: (method, path, body) => scim(method, `/scim/v2${path}`, body),
    platform: await apiAs(iam.url, 'platform'),
  }
  const { rows } = await sql<{ id: string }>`
    select id from roles where tenant_id = ${duel} and code = 'admin'`.execute(iam.deps.db)
  role = rows[0]?.id ?? ''
})
afterAll(() => iam.stop())

const give = (...userIds: string[]) =>
  sql`
  insert into member_roles (tenant_id, user_id, role_id)
  select ${duel}::uuid, unnest(${userIds}::uuid[]), ${role}::uuid
  on conflict do nothing`.execute(iam.deps.db)
const take = (userId: string) =>
  sql`
  delete from member_roles where tenant_id = ${duel} and user_id = ${userId}::uuid`.execute(
    iam.deps.db,
  )
const holders = async () => {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from member_roles where tenant_id = ${duel} and role_id = ${role}::uuid
    order by 1`.execute(iam.deps.db)
  return rows.map(({ id }) => id)
}

describe('the last administrator of a tenant', () => {
  beforeEach(async () => {
    await give(ann, bob)
    await take(bob)
  })

  const patch = (...Operations: object[]) => ({ Operations })
  const ways: Record<string, () => Promise<{ status: number; body: Record<string, unknown> }>> = {
    'demoted by oneself': () => as.ann('PUT', `/members/${ann}`, { roles: [] }),
    'removed by oneself': () => as.ann('DELETE', `/members/${ann}`),
    'disabled by oneself': () => as.ann('PUT', `/users/${ann}/status`, { status: 'disabled' }),
    'emptied with the role': () => as.ann('PATCH', `/roles/${role}`, { permissions: [] }),
    'short of one permission': () =>
      as.ann('PATCH', `/roles/${role}`, { permissions: administrator.slice(1) }),
    'disabled by a directory': () =>
      as.scim('PATCH', `/Users/${ann}`, patch({ op: 'replace', path: 'active', value: false })),
    'replaced as disabled by a directory': () =>
      as.scim('PUT', `/Users/${ann}`, { userName: 'ann', displayName: 'Ann', active: false }),
    'removed by a directory': () => as.scim('DELETE', `/Users/${ann}`),
    'taken out of the group by a directory': () =>
      as.scim('PUT', `/Groups/${role}`, { displayName: 'Administrators', members: [] }),
    'patched out of the group by a directory': () =>
      as.scim('PATCH', `/Groups/${role}`, patch({ op: 'remove', path: 'members' })),
    'left when a directory deletes the group': () => as.scim('DELETE', `/Groups/${role}`),
  }

  it.each(Object.keys(ways))('[IAM-21] cannot be %s', async (way) => {
    const { status, body } = (await ways[way]?.()) ?? {}
    expect({ status, body: JSON.stringify(body) }).toEqual({
      status: 409,
      body: expect.stringContaining('iam.last_administrator'),
    })
    expect(await holders()).toEqual([ann])
    expect((await as.ann('GET', '/roles')).status).toBe(200)
  })

  it('[IAM-21] cannot be taken away by a seed, nor by any statement', async () => {
    const emptied = { tenantId: duel, code: 'admin', name: 'Administrators', permissions: [] }
    await expect(
      applySeed(iam.deps.db, testHasher, { tenants: seed.tenants, roles: [emptied] }),
    ).rejects.toMatchObject({ code: '23514', constraint: 'last_administrator' })
    await expect(take(ann)).rejects.toMatchObject({ constraint: 'last_administrator' })
  })

  it('may go when there is another, and a role may change that leaves one', async () => {
    await give(bob)
    expect((await as.ann('PUT', `/members/${ann}`, { roles: [] })).status).toBe(200)
    expect(await holders()).toEqual([bob])
    const more = await as.bob('PATCH', `/roles/${role}`, {
      permissions: [...administrator, 'expense:read'],
    })
    expect(more.status).toBe(200)
    await as.bob('PATCH', `/roles/${role}`, { permissions: administrator })
  })

  it('[IAM-21] is left by two who go at the same moment', async () => {
    for (let trial = 0; trial < 40; trial++) {
      await give(ann, bob)
      const answers = await Promise.all([
        as.ann('PUT', `/members/${ann}`, { roles: [] }),
        as.bob('PUT', `/members/${bob}`, { roles: [] }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(await holders()).toHaveLength(1)
    }
  })

  it('[IAM-21] is left by two who take the role from each other at once', async () => {
    for (let trial = 0; trial < 40; trial++) {
      await give(ann, bob)
      const answers = await Promise.all([
        as.ann('PUT', `/members/${bob}`, { roles: [] }),
        as.bob('PUT', `/members/${ann}`, { roles: [] }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
      expect(await holders()).toHaveLength(1)
    }
  })

  it('[IAM-21] is left by two transactions that know nothing of the rule', async () => {
    await give(ann, bob)
    const outcomes = await Promise.allSettled([take(ann), take(bob)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await holders()).toHaveLength(1)
  })
})

describe('a role', () => {
  it('[IAM-21] that somebody holds is not deleted; once nobody does it is', async () => {
    const made = await as.platform('POST', '/roles', { code: 'held', name: 'Held' })
    const path = `/roles/${String(made.body['id'])}`
    await as.platform('PUT', `/members/${userIds.newcomer}`, { roles: ['held'] })
    expect(await as.platform('DELETE', path)).toMatchObject({
      status: 409,
      body: { code: 'iam.role_in_use' },
    })
    await as.platform('PUT', `/members/${userIds.newcomer}`, { roles: [] })
    expect((await as.platform('DELETE', path)).status).toBe(204)
  })

  it('[IAM-21] that is deleted while it is given is deleted or given, and nothing breaks', async () => {
    for (let trial = 0; trial < 20; trial++) {
      const made = await as.platform('POST', '/roles', { code: `r${trial}`, name: 'R' })
      const [put, gone] = await Promise.all([
        as.platform('PUT', `/members/${userIds.newcomer}`, { roles: [`r${trial}`] }),
        as.platform('DELETE', `/roles/${String(made.body['id'])}`),
      ])
      expect([
        [200, 409],
        [422, 204],
      ]).toContainEqual([put.status, gone.status])
    }
  })
})

describe('the last administrator of the platform', () => {
  it('[IAM-21] can neither go nor be shut out with the tenant', async () => {
    const { platform } = as
    const me = userIds.platform
    const ways = [
      await platform('PUT', `/members/${me}`, { roles: ['admin'] }),
      await platform('DELETE', `/members/${me}`),
      await platform('PUT', `/users/${me}/status`, { status: 'disabled' }),
      await platform('PATCH', `/tenants/${acme}`, { status: 'suspended' }),
    ]
    expect(ways.map(({ status, body }) => [status, body.code])).toEqual(
      ways.map(() => [409, 'iam.last_administrator']),
    )
    expect((await platform('GET', '/tenants')).status).toBe(200)
  })
})

/** What `look` finds after changes that are then undone, so that no guard asks at their end. */
async function rolledBack<T>(db: IamDatabase, look: (tx: Tx) => Promise<T>): Promise<T> {
  const undo = new Error('undo')
  let found: { value: T } | undefined
  const work = db.transaction().execute(async (tx) => {
    found = { value: await look(tx) }
    throw undo
  })
  await expect(work).rejects.toBe(undo)
  if (found === undefined) throw new Error('nothing was looked at')
  return found.value
}

describe('who is an administrator', () => {
  it('is told alike by the rule and by the database', async () => {
    const all = ['iam:member:write', 'iam:role:write', 'iam:user:write', 'iam:tenant:write', 'x:y']
    const { db } = iam.deps
    for (let set = 0; set < 2 ** all.length; set++) {
      const permissions = all.filter((_, bit) => (set >> bit) % 2 === 1)
      const told = await rolledBack(db, async (tx) => {
        await sql`update users set status = 'disabled'`.execute(tx)
        await sql`update users set status = 'active' where id = ${ann}`.execute(tx)
        await sql`delete from member_roles where tenant_id = ${duel} and user_id = ${ann}`.execute(
          tx,
        )
        // Half of them by another role: what counts is what somebody holds in all.
        for (const half of [0, 1]) {
          const part = permissions.filter((_, at) => at % 2 === half)
          await sql`
            with r as (
              insert into roles (id, tenant_id, code, name, permissions)
              values (gen_random_uuid(), ${duel}, ${`half${half}`}, 'Half', ${part}) returning id)
            insert into member_roles (tenant_id, user_id, role_id)
            select ${duel}, ${ann}, id from r`.execute(tx)
        }
        const { rows } = await sql<{ tenant: boolean; platform: boolean }>`
          select has_administrator(${duel}::uuid) as tenant, has_administrator(null) as platform`.execute(
          tx,
        )
        return rows[0]
      })
      expect({ permissions, ...told }).toEqual({
        permissions,
        tenant: isAdministrator(permissions),
        platform: isPlatformAdministrator(permissions),
      })
    }
  })
})
