import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFreshIam } from '../testing/start.ts'
import { acme, afterLogout, callback, world } from '../testing/world.ts'

let iam: Awaited<ReturnType<typeof startFreshIam>>

beforeAll(async () => {
  iam = await startFreshIam()
  await iam.seed(world)
})
afterAll(() => iam.stop())

const cli = new URL('../cli.ts', import.meta.url).pathname

/** The command as an operator runs it. */
function run(args: readonly string[], options: { input?: string; key?: number } = {}) {
  const { promise, resolve } = Promise.withResolvers<{
    code: number
    stdout: string
    stderr: string
  }>()
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: iam.databaseUrl,
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
    expect(weak.stderr).toContain('too_simple')
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

describe('doctor', () => {
  it('finds nothing wrong, or says what is', async () => {
    await iam.deps.keyRing.get()
    const well = await run(['doctor'])
    expect(well).toMatchObject({ code: 0, stderr: '' })
    expect(well.stdout).not.toContain('FAIL')
    const ill = await run(['doctor'], { key: 8 })
    expect(ill.code).toBe(1)
    expect(ill.stdout).toMatch(/FAIL signing keys open: .* does not open with KEY_ENCRYPTION_KEY/)
  })
})
