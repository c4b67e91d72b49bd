import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKeys } from '../keys/queries.ts'
import { signInAs } from '../testing/sign-in.ts'
import { startFreshIam } from '../testing/start.ts'
import { acme, afterLogout, callback, globex, userIds, world } from '../testing/world.ts'

const none = '0190aaaa-0000-7000-8000-00000000ffff'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

const cli = new URL('../cli.ts', import.meta.url).pathname

/** The command as an operator runs it. */
function run(
  args: readonly string[],
  options: { input?: string; key?: number; databaseUrl?: string } = {},
) {
  const { promise, resolve } = Promise.withResolvers<{
    code: number
    stdout: string
    stderr: string
  }>()
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: options.databaseUrl ?? iam.databaseUrl,
    ISSUER_URL: iam.url,
    PORT: '1',
    MANAGEMENT_PORT: '2',
    JWKS_URL: `${iam.url}/oauth2/jwks`,
    COOKIE_KEYS: 'a cookie key for tests that is long enough',
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, options.key ?? 7).toString('base64url'),
  }
  const child = execFile(
    process.execPath,
    ['--conditions=source', cli, ...args],
    { env },
    (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
  )
  child.stdin?.end(options.input ?? '')
  return promise
}

describe('client create', () => {
  const service = ['client', 'create', '--type', 'SERVICE', '--client-id', 'reports']

  it('[IAM-07] prints a secret that authenticates, once', async () => {
    const more = ['--name', 'Reports', '--tenant', acme, '--scope', 'dms.internal']
    const made = await run([...service, ...more])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const { clientSecret } = JSON.parse(made.stdout) as { clientSecret: string }
    expect(clientSecret).toMatch(/^[A-Za-z0-9]{32}$/)
    const response = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`reports:${clientSecret}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'dms.internal' }),
    })
    expect(response.status).toBe(200)
    const again = await run([...service, ...more])
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toContain('exists already')
  })

  it('holds SPA and SERVICE to their rules', async () => {
    const mixed = await run([...service, '--name', 'X', '--redirect-uri', callback])
    expect(mixed.code).toBe(1)
    const spa = ['client', 'create', '--type', 'SPA', '--client-id', 'app', '--name', 'App']
    expect((await run(spa)).stderr).toContain('redirect_required')
    const whole = [...spa, '--redirect-uri', callback, '--post-logout-redirect-uri', afterLogout]
    expect(JSON.parse((await run(whole)).stdout)).toEqual({ clientId: 'app' })
  })
})

describe('user create', () => {
  const ada = ['user', 'create', '--username', 'Ada', '--display-name', 'Ada', '--tenant', acme]

  it('makes a member who must change the password', async () => {
    const weak = await run(ada, { input: 'password123\n' })
    expect(weak.stderr).toContain('breached')
    const made = await run([...ada, '--role', 'employee'], { input: 'an elephant in the garden\n' })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const row = await iam.deps.db
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select(['users.id', 'must_change_password as mustChange', 'tenant_id as tenantId'])
      .where('username', '=', 'ada')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(made.stdout)).toEqual({ username: 'ada', id: row.id })
    expect(row).toMatchObject({ mustChange: true, tenantId: acme })
    expect((await run(ada, { input: 'an elephant in the garden' })).stderr).toContain(
      'exists already',
    )
  })
})

describe('admin recover', () => {
  const recover = (...more: string[]) => ['admin', 'recover', '--tenant', globex, ...more]

  /** As a tenant was left before the database kept its administrator. */
  async function loseAdministrators(): Promise<void> {
    await sql`delete from administered`.execute(iam.deps.db)
    await sql`delete from member_roles where tenant_id = ${globex}`.execute(iam.deps.db)
    await sql`update users set status = 'disabled' where username = 'outsider'`.execute(iam.deps.db)
  }
  const permissionsOf = async (username: string) =>
    (await signInAs(iam.url, username)).claims['permissions']

  it('[IAM-21] makes an account that exists an administrator again, records it, and may be run again', async () => {
    await loseAdministrators()
    const answer = await run(recover('--username', 'Outsider'))
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(answer.stdout)).toEqual({
      id: userIds.outsider,
      username: 'outsider',
      role: 'admin',
      done: ['account enabled', 'role given'],
    })
    expect(await permissionsOf('outsider')).toContain('iam:role:write')
    const events = await iam.deps.db
      .selectFrom('audit_events')
      .select(['actor_id as actorId', 'target_id as targetId', 'tenant_id as tenantId', 'details'])
      .where('action', '=', 'admin.recovered')
      .execute()
    expect(events).toMatchObject([
      {
        actorId: 'iam-cli',
        targetId: userIds.outsider,
        tenantId: globex,
        details: { role: 'admin', done: ['account enabled', 'role given'] },
      },
    ])
    expect(await run(recover('--username', 'outsider'))).toMatchObject({ code: 0 })
  })

  it('[IAM-21] makes the account and the role where there are none, of the platform when asked', async () => {
    await loseAdministrators()
    const eve = recover('--username', 'eve', '--display-name', 'Eve', '--role', 'operators')
    const made = await run([...eve, '--platform'], { input: 'an elephant in the garden\n' })
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(made.stdout)).toMatchObject({
      role: 'operators',
      done: ['account made', 'role made', 'role given'],
    })
    const { rows } = await sql<{ tenant: boolean; platform: boolean; mustChange: boolean }>`
      select has_administrator(${globex}::uuid) as tenant, has_administrator(null) as platform,
        must_change_password as "mustChange"
      from users where username = 'eve'`.execute(iam.deps.db)
    expect(rows).toEqual([{ tenant: true, platform: true, mustChange: true }])
  })

  it('says what is missing, and changes nothing', async () => {
    await loseAdministrators()
    const count = async () => {
      const { rows } = await sql`
        select (select count(*) from users) as users, (select count(*) from roles) as roles,
          (select count(*) from member_roles) as given, (select count(*) from audit_events) as events`.execute(
        iam.deps.db,
      )
      return rows
    }
    const before = await count()
    const faults: [string[], string][] = [
      [recover('--username', 'nobody'), '--display-name <name> makes one'],
      [recover('--username', 'nobody', '--display-name', 'N'), 'password is not good enough'],
      [recover('--username', 'outsider', '--role', 'employee'), 'does not make an administrator'],
      [recover('--username', 'outsider', '--platform'), 'does not make an administrator'],
      [['admin', 'recover', '--tenant', none, '--username', 'outsider'], `no tenant ${none}`],
      [['admin', 'recover', '--tenant', 'x', '--username', 'outsider'], '--tenant: must be'],
      [['admin', 'recover'], '--tenant is missing\n--username is missing'],
    ]
    for (const [args, text] of faults) {
      const answer = await run(args, { input: 'password123\n' })
      expect(answer).toMatchObject({ code: 1, stdout: '' })
      expect(answer.stderr).toContain(text)
      expect(answer.stderr).not.toContain('    at ')
    }
    expect(await count()).toEqual(before)
  })

  it('[IAM-21] is needed no more: a seed that would leave nobody is refused', async () => {
    expect((await run(recover('--username', 'outsider'))).code).toBe(0)
    const role = { tenantId: globex, code: 'admin', name: 'Administrators', permissions: [] }
    const seed = JSON.stringify({ tenants: [{ id: globex, name: 'Globex' }], roles: [role] })
    const answer = await run(['bootstrap', '--file', '-'], { input: seed })
    expect(answer.code).toBe(1)
    expect(answer.stderr).toContain('without an administrator')
    expect(answer.stderr).not.toContain('    at ')
  })
})

describe('the command line', () => {
  const mistakes: [string[], string][] = [
    [['keys', 'rotate', '--force'], "Unknown option '--force'"],
    [['migrate', '--chekc'], "Unknown option '--chekc'"],
    [['keys', 'replace-lost', 'now'], "Unexpected argument 'now'"],
    [['doctor', 'everything'], "Unexpected argument 'everything'"],
    [['bootstrap', '--file', '/nowhere/seed.json'], 'ENOENT'],
    [['bootstrap'], '--file is missing'],
    [['client', 'create', '--type', 'SERVICE'], '--client-id is missing\n--name is missing'],
    [['client', 'create', '--type', 'X', '--client-id', 'x', '--name', 'X'], '--type: must be'],
    [
      [
        'client',
        'create',
        '--type',
        'SERVICE',
        '--client-id',
        'x',
        '--name',
        'X',
        '--tenant',
        none,
      ],
      `no tenant ${none}`,
    ],
    [['user', 'create', '--username', 'x'], '--display-name is missing\n--tenant is missing'],
  ]
  it.each(mistakes)('answers %j in one clear text and changes nothing', async (args, text) => {
    const before = await listKeys(iam.deps.db)
    const answer = await run(args)
    expect(answer).toMatchObject({ code: 1, stdout: '' })
    expect(answer.stderr).toContain(text)
    expect(answer.stderr).not.toContain('    at ')
    expect(await listKeys(iam.deps.db)).toEqual(before)
  })

  it('explains itself when asked, wherever that is said', async () => {
    const before = await listKeys(iam.deps.db)
    for (const args of [['help'], ['--help'], ['keys', 'rotate', '--help']]) {
      const answer = await run(args)
      expect(answer).toMatchObject({ code: 0, stderr: '' })
      expect(answer.stdout).toContain('Usage: iam <command>')
    }
    expect(await listKeys(iam.deps.db)).toEqual(before)
    expect(await run([])).toMatchObject({ code: 2, stdout: '' })
  })

  it('rotates keys with the encryption key of the service, and with no other', async () => {
    await iam.deps.keyRing.get()
    const next = (await listKeys(iam.deps.db)).find(({ status }) => status === 'next')?.kid
    const stranger = await run(['keys', 'rotate'], { key: 8 })
    expect(stranger).toMatchObject({ code: 1, stdout: '' })
    expect(stranger.stderr).toMatch(/^\S+ does not open with KEY_ENCRYPTION_KEY\n$/)
    expect(await run(['keys', 'rotate'])).toMatchObject({
      code: 0,
      stdout: `signing with ${next}\n`,
    })
  })

  it('makes new keys for a service that lost its encryption key', async () => {
    await iam.deps.keyRing.get()
    const answer = await run(['keys', 'replace-lost'], { key: 9 })
    expect(answer).toMatchObject({ code: 0, stderr: '' })
    expect(await run(['doctor'], { key: 9 })).toMatchObject({ code: 0 })
    await run(['keys', 'replace-lost'])
  })

  it('says that the database is away', async () => {
    const answer = await run(['keys', 'rotate'], { databaseUrl: 'postgres://a:b@127.0.0.1:1/c' })
    expect(answer.code).toBe(1)
    expect(answer.stderr).toMatch(/^the database cannot be reached: ECONNREFUSED/)
  })

  it('prints the settings without a secret', async () => {
    const { code, stdout } = await run(['config', 'print'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ KEY_ENCRYPTION_KEY: '***', COOKIE_KEYS: '***' })
    expect(await run(['migrate', '--check'])).toMatchObject({ code: 0 })
  })

  it('records what a seed file did', async () => {
    const seed = JSON.stringify({ tenants: [{ id: acme, name: 'Acme' }] })
    expect(await run(['bootstrap', '--file', '-'], { input: seed })).toMatchObject({ code: 0 })
    const event = await iam.deps.db
      .selectFrom('audit_events')
      .select(['actor_id as actorId', 'details'])
      .where('action', '=', 'bootstrap.applied')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actorId: 'iam-cli', details: { tenants: [acme] } })
  })
})

describe('doctor', () => {
  it('finds nothing wrong, or says what is', async () => {
    await iam.deps.keyRing.get()
    const well = await run(['doctor'])
    expect(well).toMatchObject({ code: 0, stderr: '' })
    expect(well.stdout).not.toContain('FAIL')
    expect(well.stdout).toMatch(/database answers: PostgreSQL \d/)
    const ill = await run(['doctor'], { key: 8 })
    expect(ill.code).toBe(1)
    expect(ill.stdout).toMatch(/FAIL signing keys open: .* does not open with KEY_ENCRYPTION_KEY/)
  })
})
