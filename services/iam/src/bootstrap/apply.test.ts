import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { discoverService } from '../testing/sign-in.ts'
import * as openid from 'openid-client'
import { startFreshIam } from '../testing/start.ts'
import { acme, secretOf, world } from '../testing/world.ts'
import { readSeed, SeedFault } from './read.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
})
afterAll(() => iam.stop())

const tables = [
  'tenants',
  'users',
  'roles',
  'departments',
  'memberships',
  'member_roles',
  'clients',
  'client_secrets',
  'client_tenants',
]

async function snapshot(): Promise<Record<string, unknown>> {
  const contents = await Promise.all(
    tables.map(async (table) => {
      const { rows } =
        await sql`select row_to_json(t) as row from ${sql.table(table)} t order by t::text`.execute(
          iam.deps.db,
        )
      return [table, rows]
    }),
  )
  return Object.fromEntries(contents) as Record<string, unknown>
}

describe('bootstrap', () => {
  it('[IAM-21] applies a seed once however often it runs, also at once', async () => {
    await iam.seed(world)
    const first = await snapshot()

    await iam.seed(world)
    await Promise.all([iam.seed(world), iam.seed(world)])

    expect(await snapshot()).toEqual(first)
  })

  it('[IAM-21] links departments, leaders and managers by their names', async () => {
    const { db } = iam.deps
    const sales = await db
      .selectFrom('departments as d')
      .innerJoin('departments as p', 'p.id', 'd.parent_id')
      .innerJoin('users as u', 'u.id', 'd.leader_id')
      .select(['p.code as parent', 'u.username as leader'])
      .where('d.code', '=', 'sales')
      .executeTakeFirst()
    expect(sales).toEqual({ parent: 'root', leader: 'manager' })
  })

  it('keeps a password that its owner changed since', async () => {
    const { db } = iam.deps
    await db
      .updateTable('users')
      .set({ password_hash: 'changed' })
      .where('username', '=', 'employee')
      .execute()
    await iam.seed(world)
    const row = await db
      .selectFrom('users')
      .select('password_hash')
      .where('username', '=', 'employee')
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toBe('changed')
  })

  it('[IAM-21] keeps what people made of it when it is told to, and gives nothing back', async () => {
    const { db } = iam.deps
    await iam.seed(world)
    const [role] = world.roles ?? []
    if (role === undefined) throw new Error('a small world')
    await db.updateTable('tenants').set({ name: 'Renamed' }).where('id', '=', acme).execute()
    await db
      .updateTable('roles')
      .set({ name: 'Own', permissions: ['own:permission'] })
      .where('code', '=', role.code)
      .where('tenant_id', '=', role.tenantId)
      .execute()
    await db.updateTable('departments').set({ name: 'Own', parent_id: null }).execute()
    await db.updateTable('users').set({ display_name: 'Own' }).execute()
    await db
      .updateTable('memberships')
      .set({ post: 'Own', manager_id: null, department_id: null })
      .execute()
    await db.deleteFrom('departments').where('code', '=', 'sales').execute()
    await sql`delete from member_roles mr using users u
      where u.id = mr.user_id and u.username = 'manager'`.execute(db)
    await sql`delete from memberships m using users u
      where u.id = m.user_id and u.username = 'employee'`.execute(db)
    // As an erasure leaves it: the name is free.
    await db
      .updateTable('users')
      .set({ username: 'erased-1' })
      .where('username', '=', 'employee')
      .execute()
    const before = await snapshot()

    await iam.seed({ ...world, existing: 'keep' })
    await Promise.all([
      iam.seed({ ...world, existing: 'keep' }),
      iam.seed({ ...world, existing: 'keep' }),
    ])
    expect(await snapshot()).toEqual(before)

    await db
      .updateTable('users')
      .set({ username: 'employee' })
      .where('username', '=', 'erased-1')
      .execute()
    await iam.seed(world)
    expect(await db.selectFrom('tenants').where('id', '=', acme).select('name').execute()).toEqual([
      { name: world.tenants.find(({ id }) => id === acme)?.name },
    ])
  })

  it('[IAM-21] brings a tenant that is new with all of it beside those that are kept', async () => {
    const { db } = iam.deps
    const tenantId = '019a0000-0000-7000-8000-00000000000e'
    const member = { tenantId, roles: ['clerk'], department: 'root' }
    const account = { displayName: 'New', password: 'a password of theirs' }
    const boss = { ...account, username: 'new-boss', memberships: [member] }
    const clerk = {
      ...account,
      username: 'new-clerk',
      memberships: [
        { ...member, manager: 'new-boss' },
        { tenantId: acme, roles: [] },
      ],
    }
    const seed = {
      existing: 'keep' as const,
      tenants: [...world.tenants, { id: tenantId.toUpperCase(), name: 'New' }],
      roles: [{ tenantId, code: 'clerk', name: 'Clerk', permissions: ['expense:read'] }],
      departments: [{ tenantId, code: 'root', name: 'Root', leader: 'new-boss' }],
      users: [boss, clerk],
    }
    await iam.seed(seed)
    const { rows } = await sql`
      select u.username, m.tenant_id, r.code, b.username as manager
      from users u join memberships m on m.user_id = u.id
        left join member_roles mr on mr.tenant_id = m.tenant_id and mr.user_id = u.id
        left join roles r on r.id = mr.role_id left join users b on b.id = m.manager_id
      where u.username like 'new-%' order by 1`.execute(db)
    expect(rows).toEqual([
      { username: 'new-boss', tenant_id: tenantId, code: 'clerk', manager: null },
      { username: 'new-clerk', tenant_id: tenantId, code: 'clerk', manager: 'new-boss' },
    ])
  })

  it('[IAM-03] takes a changed secret beside the earlier one, two live at most', async () => {
    const client = {
      clientId: 'expense-app',
      type: 'SERVICE' as const,
      name: 'Expense',
      tenantId: acme,
      scopes: ['bpm.biztype.register'],
    }
    const [second, third] = ['2'.repeat(32), '3'.repeat(32)]
    const works = async (secret: string) => {
      const config = await discoverService(iam.url, 'expense-app', openid.ClientSecretBasic(secret))
      return openid.clientCredentialsGrant(config, {}).then(
        () => true,
        () => false,
      )
    }
    await iam.seed({ tenants: [], clients: [{ ...client, secret: second }] })
    expect([await works(secretOf('expense-app')), await works(second)]).toEqual([true, true])
    await iam.seed({ tenants: [], clients: [{ ...client, secret: third }] })
    expect([await works(secretOf('expense-app')), await works(second), await works(third)]).toEqual(
      [false, true, true],
    )
  })

  it.each([
    [
      'a role that is not there',
      {
        users: [
          {
            username: 'x1',
            displayName: 'X',
            password: 'p',
            memberships: [{ tenantId: acme, roles: ['nope'] }],
          },
        ],
      },
      'no role "nope"',
    ],
    [
      'a manager who is not there',
      {
        users: [
          {
            username: 'x2',
            displayName: 'X',
            password: 'p',
            memberships: [{ tenantId: acme, roles: [], manager: 'nobody' }],
          },
        ],
      },
      'no user "nobody"',
    ],
    [
      'a SPA with a secret',
      {
        clients: [
          {
            clientId: 'x',
            type: 'SPA' as const,
            name: 'X',
            scopes: [],
            redirectUris: ['https://a.example/'],
            postLogoutRedirectUris: ['https://a.example/'],
            secret: 's'.repeat(32),
          },
        ],
      },
      'a SPA has no secret',
    ],
    [
      'a SERVICE with an address',
      {
        clients: [
          {
            clientId: 'x',
            type: 'SERVICE' as const,
            name: 'X',
            scopes: [],
            redirectUris: ['https://a.example/'],
          },
        ],
      },
      'redirect_forbidden',
    ],
    [
      'an agent that says not what it is for',
      {
        clients: [
          {
            clientId: 'x',
            type: 'SPA' as const,
            name: 'X',
            scopes: [],
            agent: true,
            redirectUris: ['https://a.example/'],
          },
        ],
      },
      'agent_unlimited at /permissions',
    ],
    [
      'a permission with a wildcard',
      { roles: [{ tenantId: acme, code: 'x', name: 'X', permissions: ['iam:*'] }] },
      'is no permission',
    ],
  ])('changes nothing when the seed has %s', async (_case, part, reason) => {
    const before = await snapshot()
    await expect(iam.seed({ tenants: [], ...part })).rejects.toThrow(reason)
    expect(await snapshot()).toEqual(before)
  })

  it.each([true, false])('refuses to change what an agent is: %s at first', async (agent) => {
    const clientId = `agent-${agent}`
    const client = (isAgent: boolean) => ({
      clientId,
      type: 'SPA' as const,
      name: 'Assistant',
      scopes: ['openid'],
      agent: isAgent,
      redirectUris: ['https://a.example/'],
      postLogoutRedirectUris: ['https://a.example/'],
      permissions: ['expense:start'],
    })
    const seed = (isAgent: boolean) => iam.seed({ tenants: [], clients: [client(isAgent)] })
    await seed(agent)
    await seed(agent)
    await expect(seed(!agent)).rejects.toThrow('/clients/0: "agent" is for good')
    const { db } = iam.deps
    const stored = db.selectFrom('clients').where('client_id', '=', clientId).select('agent')
    expect(await stored.execute()).toEqual([{ agent }])
  })

  it('takes no client that lists an address of the platform', () => {
    const platform = { issuer: 'https://platform.example', audience: 'urn:all' }
    for (const own of ['urn:all', 'https://platform.example/api/dms']) {
      const resources = ['https://agents.example/mcp', own]
      const client = { clientId: 'x', type: 'SERVICE', name: 'X', scopes: [], resources }
      const text = JSON.stringify({ tenants: [], clients: [client] })
      expect(() => readSeed(text, platform)).toThrow('/clients/0/resources/1: is of the platform')
      expect(readSeed(text).clients).toHaveLength(1)
    }
  })

  it('names the place of every fault of a file, and no value', () => {
    const text = JSON.stringify({
      tenants: [{ id: 'x', name: '' }],
      users: [{ username: 'a', password: 'hunter2', extra: 1 }],
    })
    expect(() => readSeed(text)).toThrow(SeedFault)
    try {
      readSeed(text)
    } catch (error) {
      expect(String(error)).toContain('/tenants/0/id')
      expect(String(error)).toContain('/users/0')
      expect(String(error)).not.toContain('hunter2')
    }
  })
})
