import { execFile } from 'node:child_process'
import { createSealer } from '@countersign/service-kit/sealing'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listKeys } from '../keys/queries.ts'
import { beginTotp } from '../second-factor/queries.ts'
import { apiAs } from '../testing/api.ts'
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

const cli = new URL('../cli.ts', import.meta.url)

/** The command as an operator runs it. */
function run(
  args: readonly string[],
  options: { input?: string; key?: number; databaseUrl?: string; issuerUrl?: string } = {},
) {
  const { promise, resolve } = Promise.withResolvers<{
    code: number
    stdout: string
    stderr: string
  }>()
  const env = {
    ...programEnvironment(),
    DATABASE_URL: options.databaseUrl ?? iam.databaseUrl,
    ISSUER_URL: options.issuerUrl ?? iam.url,
    PORT: '1',
    MANAGEMENT_PORT: '2',
    JWKS_URL: `${iam.url}/oauth2/jwks`,
    COOKIE_KEYS: 'a cookie key for tests that is long enough',
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, options.key ?? 7).toString('base64url'),
  }
  const child = execFile(
    process.execPath,
    [...programArguments(cli), ...args],
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
    expect(again).toMatchObject({ code: 2, stdout: '' })
    expect(again.stderr).toContain('exists already')
  })

  it('takes no address of the platform as a resource', async () => {
    const refused = await run([...service, '--name', 'X', '--resource', `${iam.url}/api/bpm`])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('--resource: is of the platform itself')
  })

  it('holds SPA and SERVICE to their rules', async () => {
    const mixed = await run([...service, '--name', 'X', '--redirect-uri', callback])
    expect(mixed.code).toBe(2)
    const spa = ['client', 'create', '--type', 'SPA', '--client-id', 'app', '--name', 'App']
    expect((await run(spa)).stderr).toContain('redirect_required')
    const whole = [...spa, '--redirect-uri', callback, '--post-logout-redirect-uri', afterLogout]
    expect(JSON.parse((await run(whole)).stdout)).toEqual({ clientId: 'app' })
  })
})

describe('secret', () => {
  const of = (word: string, ...more: string[]) =>
    run(['secret', word, '--client-id', 'billing', ...more])

  /** Whether it authenticates the client. */
  async function isGood(secret: string): Promise<boolean> {
    const authorization = `Basic ${Buffer.from(`billing:${secret}`).toString('base64')}`
    const response = await fetch(`${iam.url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'iam.internal' }),
    })
    return response.status === 200
  }

  it('changes the secret of a client of the platform, both good meanwhile', async () => {
    const make = ['client', 'create', '--type', 'SERVICE', '--client-id', 'billing', '--name', 'B']
    const made = await run([...make, '--scope', 'iam.internal', '--all-tenants'])
    const { clientSecret: first } = JSON.parse(made.stdout) as { clientSecret: string }
    const [old] = JSON.parse((await of('list')).stdout) as [{ id: string }]
    expect((await of('remove', '--id', old.id)).stderr).toContain('the only secret')

    const added = await of('add')
    expect(added).toMatchObject({ code: 0, stderr: '' })
    const { clientSecret: second } = JSON.parse(added.stdout) as { clientSecret: string }
    expect([await isGood(first), await isGood(second)]).toEqual([true, true])
    expect((await of('add')).stderr).toContain('2 secrets already')

    expect(await of('remove', '--id', old.id)).toMatchObject({ code: 0, stderr: '' })
    expect([await isGood(first), await isGood(second)]).toEqual([false, true])
    expect((await of('remove', '--id', old.id)).stderr).toContain('has no secret')
    expect((await run(['secret', 'list', '--client-id', 'console'])).code).toBe(2)
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
      expect(answer).toMatchObject({ code: 2, stdout: '' })
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
  const mistakes: [string[], string, number?][] = [
    [['keys', 'rotate', '--force'], "Unknown option '--force'"],
    [['migrate', '--chekc'], "Unknown option '--chekc'"],
    [['keys', 'replace-lost', 'now'], "Unexpected argument 'now'"],
    [['doctor', 'everything'], "Unexpected argument 'everything'"],
    [['bootstrap', '--file', '/nowhere/seed.json'], 'ENOENT', 1],
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
      1,
    ],
    [['user', 'create', '--username', 'x'], '--display-name is missing\n--tenant is missing'],
  ]
  it.each(mistakes)(
    'answers %j in one clear text and changes nothing',
    async (args, text, code = 2) => {
      const before = await listKeys(iam.deps.db)
      const answer = await run(args)
      expect(answer).toMatchObject({ code, stdout: '' })
      expect(answer.stderr).toContain(text)
      expect(answer.stderr).not.toContain('    at ')
      expect(await listKeys(iam.deps.db)).toEqual(before)
    },
  )

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

  it('names the factor that no encryption key opens, and ends with 1', async () => {
    const { db } = iam.deps
    const sealed = createSealer(Buffer.alloc(32, 9).toString('base64url')).seal('lost', 'totp')
    await beginTotp(db, userIds.both, sealed, new Date())
    expect(await run(['keys', 'reseal'])).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\d sealed anew\n$/),
      stderr: `no key opens totp:${userIds.both}\n`,
    })
    const { code, stdout } = await run(['doctor'])
    expect(code).toBe(1)
    expect(stdout).toContain(`FAIL sealed secrets open: no key opens 1, as totp:${userIds.both}`)
    await db.deleteFrom('user_totp').where('user_id', '=', userIds.both).execute()
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

  it('corrects the addresses of pages when the platform has another', async () => {
    const client = {
      clientId: 'moved',
      type: 'SPA',
      name: 'Moved',
      scopes: ['openid'],
      postLogoutRedirectUris: ['/console/'],
    }
    const seed = JSON.stringify({
      tenants: [{ id: acme, name: 'Acme' }],
      clients: [
        { ...client, redirectUris: ['/console/callback', 'http://127.0.0.1:8084/callback'] },
      ],
    })
    const applied = (issuerUrl: string) =>
      run(['bootstrap', '--file', '-'], { input: seed, issuerUrl })
    for (const issuerUrl of ['https://old.example:8443', 'https://approve.example']) {
      expect(await applied(issuerUrl)).toMatchObject({ code: 0, stderr: '' })
      const { redirect_uris: found } = await iam.deps.db
        .selectFrom('clients')
        .select('redirect_uris')
        .where('client_id', '=', 'moved')
        .executeTakeFirstOrThrow()
      expect(found).toEqual([`${issuerUrl}/console/callback`, 'http://127.0.0.1:8084/callback'])
    }
    const refused = await applied('')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('/clients/0/redirectUris: ISSUER_URL is missing')
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

/** What the audit of the tenant says of exports of somebody or something: what happened, and the details. */
async function exportsOf(targetId: string) {
  const { rows } = await sql<{ action: string; details: Record<string, unknown> }>`
    select action, details from audit_events
    where tenant_id = ${acme} and target_id = ${targetId} and action like '%.export%'
    order by id`.execute(iam.deps.db)
  return rows.map(({ action, details }) => [action, details] as const)
}

describe('iam person export', () => {
  it('prints what iam has of a person, without secrets, and records it', async () => {
    const { code, stdout } = await run([
      'person',
      'export',
      '--tenant',
      acme,
      '--user',
      userIds.both,
    ])
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          table: 'users',
          row: expect.objectContaining({ username: 'both', email: 'both@acme.example' }),
        }),
        expect.objectContaining({ table: 'memberships' }),
      ]),
    )
    expect(stdout).not.toMatch(/password_hash|sealed_secret/)
    expect(stdout).not.toContain(globex)
    const { counts } = lines.at(-1) ?? {}
    expect(await exportsOf(userIds.both)).toEqual([
      ['person.export_begun', { exportId: expect.any(String), by: expect.stringMatching(/@/) }],
      ['person.exported', { exportId: expect.any(String), by: expect.stringMatching(/@/), counts }],
    ])
  })

  it('prints nothing of who does not belong to the tenant, and says so', async () => {
    const { employee } = userIds
    const args = ['person', 'export', '--tenant', globex, '--user', employee]
    expect(await run(args)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `${employee} is no member of the tenant ${globex}\n`,
    })
    const { rows } = await sql`select from audit_events
      where tenant_id = ${globex} and action like 'person.export%'`.execute(iam.deps.db)
    expect(rows).toEqual([])
  })

  it('ends with 2 for what is no id', async () => {
    const { code, stderr } = await run(['person', 'export', '--tenant', acme, '--user', 'both'])
    expect([code, stderr.trim()]).toEqual([2, '--tenant and --user are ids'])
  })
})

describe('iam person erase', () => {
  const person = userIds.manager
  const erase = async (...more: string[]) => {
    const ids = ['--tenant', acme, '--user', userIds.employee, ...more]
    const { code, stdout, stderr } = await run(['person', 'erase', ...ids])
    const said = stdout === '' ? {} : (JSON.parse(stdout) as Record<string, unknown>)
    return { code, said, stderr: stderr.trim() }
  }

  it('asks, says how far it is, and cancels, as the routes do, and records who did', async () => {
    expect(await erase('--status')).toMatchObject({
      code: 2,
      stderr: `nobody asked for the erasure of ${userIds.employee}`,
    })
    const early = await erase()
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('(iam.user_active)') as string,
    ])
    await sql`update users set status = 'disabled' where id = ${userIds.employee}`.execute(
      iam.deps.db,
    )
    const asked = await erase()
    expect(asked).toMatchObject({ code: 0, said: { state: 'WAITING', askedBy: 'iam-cli' } })
    expect((await erase()).said['id']).toBe(asked.said['id'])
    const admin = await apiAs(iam.url, 'admin')
    const seen = await admin('GET', `/users/${userIds.employee}/erasure`)
    expect(seen.body).toEqual(asked.said)
    expect((await erase('--cancel')).said).toEqual({ cancelled: userIds.employee })
    expect((await erase('--status')).said).toMatchObject({ state: 'CANCELLED' })
    const { rows } = await sql`
      select action, actor_kind as kind, actor_id as actor, address from audit_events
      where tenant_id = ${acme} and action like 'erasure.%' order by id`.execute(iam.deps.db)
    const by = { kind: 'system', actor: 'iam-cli', address: null }
    expect(rows).toEqual(
      ['erasure.asked', 'erasure.cancelled'].map((action) => ({ action, ...by })),
    )
  })

  it('asks nothing for who is no member of the tenant, nor for what is no id', async () => {
    const foreign = await run(['person', 'erase', '--tenant', globex, '--user', person])
    expect(foreign).toMatchObject({
      code: 2,
      stdout: '',
      stderr: `${person} is no member of the tenant ${globex}\n`,
    })
    expect((await run(['person', 'erase', '--user', person])).stderr.trim()).toBe(
      '--tenant and --user are ids',
    )
    expect((await erase('--cancel', '--status')).stderr).toBe('--cancel or --status, not both')
  })
})

describe('iam tenant export', () => {
  const exportOf = async (tenant: string, ...more: string[]) => {
    const { code, stdout } = await run(['tenant', 'export', '--tenant', tenant, ...more])
    expect(code).toBe(0)
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    return { stdout, lines }
  }

  it('prints what iam has of a tenant, without secrets and without others, and records it', async () => {
    const { stdout, lines } = await exportOf(acme)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          table: 'users',
          row: expect.objectContaining({ username: 'both', email: 'both@acme.example' }),
        }),
        expect.objectContaining({ table: 'tenants', row: expect.objectContaining({ id: acme }) }),
        expect.objectContaining({ table: 'roles' }),
      ]),
    )
    expect(stdout).not.toMatch(/password_hash|sealed_secret|secret_hash|_salt|argon2/)
    expect(stdout).not.toContain(globex)
    expect(stdout).not.toContain('outsider')
    const { counts } = lines.at(-1) as { counts: Record<string, number> }
    expect(lines.at(-1)).toMatchObject({ end: true })
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    expect(total).toBe(lines.length - 1)
    const rest = await exportOf(acme, '--after', String(lines[5]?.['cursor']), '--by', 'j.doe')
    const said = await exportsOf(acme)
    const ids = said.map(([, { exportId }]) => exportId)
    const second = { exportId: ids[2], by: 'j.doe', continues: true }
    expect(said).toEqual([
      ['tenant.export_begun', { exportId: ids[0], by: expect.stringMatching(/@/) }],
      ['tenant.exported', { exportId: ids[0], by: expect.stringMatching(/@/), counts }],
      ['tenant.export_begun', second],
      ['tenant.exported', { ...second, counts: rest.lines.at(-1)?.['counts'] }],
    ])
    expect(ids[0]).not.toBe(ids[2])
    const isAudit = ({ table }: Record<string, unknown>) => table === 'audit_events'
    const others = (all: Record<string, unknown>[]) => all.filter((line) => !isAudit(line))
    expect(others(rest.lines).slice(0, -1)).toEqual(others(lines.slice(6)).slice(0, -1))
  })

  it('ends with 2 for what is no tenant', async () => {
    const { code, stderr } = await run(['tenant', 'export', '--tenant', 'acme'])
    expect([code, stderr.trim()]).toEqual([2, '--tenant is no id'])
    const unknown = await run(['tenant', 'export', '--tenant', none])
    expect([unknown.code, unknown.stderr.trim()]).toEqual([2, `there is no tenant ${none}`])
  })
})
