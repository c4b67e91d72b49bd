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

async function snapshot(): Promise<unknown> {
  const contents = await Promise.all(
    tables.map(async (table) => {
      const { rows } =
        await sql`select row_to_json(t) as row from ${sql.table(table)} t order by t::text`.execute(
          iam.deps.db,
        )
      return [table, rows]
    }),
  )
  return Object.fromEntries(contents) as unknown
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
      'a permission with a wildcard',
      { roles: [{ tenantId: acme, code: 'x', name: 'X', permissions: ['iam:*'] }] },
      'is no permission',
    ],
  ])('changes nothing when the seed has %s', async (_case, part, reason) => {
    const before = await snapshot()
    await expect(iam.seed({ tenants: [], ...part })).rejects.toThrow(reason)
    expect(await snapshot()).toEqual(before)
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
