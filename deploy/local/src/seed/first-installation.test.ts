import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { findProgram } from '@countersign/test-kit/optional-tools'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { describeComposed, readComposeSettings } from '../compose/settings.ts'
import { ensureSecrets } from '../secrets.ts'
import { root } from '../settings.ts'
import { buildSeed } from './seed.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-first-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** What deploy/charts/secrets.sh writes for a first installation. */
async function draw(env: NodeJS.ProcessEnv = {}) {
  const folder = join(await makeFolder(), 'drawn')
  await promisify(execFile)(
    'bash',
    [join(root, 'deploy/charts/secrets.sh'), folder, 'db.example.org:5432?sslmode=verify-full'],
    { env: { ...process.env, S3_ACCESS_KEY: 'documents', S3_SECRET_KEY: 'secret', ...env } },
  )
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  return {
    seed: JSON.parse(await read('seed.json')) as ReturnType<typeof buildSeed>,
    secrets: await read('secrets.yaml'),
    statements: await read('databases.sql'),
  }
}

async function demonstration() {
  const secrets = await ensureSecrets(join(await makeFolder(), 'secrets.json'))
  return buildSeed(describeComposed(readComposeSettings({}), secrets), secrets)
}

const secretsLeftOut = ({ secret: _, ...client }: Record<string, unknown>) => client

it('[GEN-01] the first seed has the clients of the demonstration, and an administrator of everything', async () => {
  const { seed } = await draw()
  const demo = await demonstration()
  const services = demo.clients.filter(
    ({ clientId, type }) => type === 'SERVICE' && clientId.startsWith('countersign-'),
  )
  expect(seed.clients.filter(({ type }) => type === 'SERVICE').map(secretsLeftOut)).toEqual(
    services.map(secretsLeftOut),
  )
  expect(seed.roles[0]?.permissions).toEqual(PLATFORM_PERMISSIONS)
})

it('[GEN-01] what is drawn fits together: each client, each role and each address has its one secret', async () => {
  const { seed, secrets, statements } = await draw({ IAM_DATABASE: 'other.example.org' })
  for (const client of seed.clients) {
    if ('secret' in client) expect(secrets).toContain(`_CLIENT_SECRET: "${client.secret}"`)
  }
  const passwords = [...statements.matchAll(/^\\set (\w+) '([\w-]{43})'$/gm)]
  expect(passwords.map(([, role]) => role)).toHaveLength(6)
  for (const [, role = '', password] of passwords) {
    const database = role.replace('_owner', '')
    const server =
      database === 'iam'
        ? 'other.example.org/iam'
        : `db.example.org:5432/${database}?sslmode=verify-full`
    expect(secrets).toContain(`DATABASE_URL: "postgresql://${role}:${password}@${server}"`)
  }
  expect(statements).toContain('revoke all on database iam, bpm, dms from public;')
  expect(`${secrets}${statements}${JSON.stringify(seed)}`).not.toMatch(
    /expense|_SECRET"|ADMIN_PASSWORD/,
  )
})

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

it(
  '[GEN-01] databases are made by who may make roles and databases, twice, beside others on the server',
  { tags: 'postgresql' },
  async () => {
    const { statements } = await draw()
    const server = inject('databaseServerUrl')
    const asSuperuser = (text: string) => connected(server, (client) => client.query(text))
    // The server is of other tests, too.
    const mark = `t${randomBytes(4).toString('hex')}_`
    const [admin, bystander] = [`${mark}admin`, `${mark}bystander`]
    const own = statements.replaceAll(/\b(iam|bpm|dms)(_owner)?\b/g, `${mark}$&`)
    const names = ['iam', 'bpm', 'dms'].map((name) => `${mark}${name}`)
    const urlOf = (user: string, password: string, database: string) =>
      Object.assign(new URL(server), { username: user, password, pathname: `/${database}` }).href
    onTestFinished(async () => {
      for (const name of names) await asSuperuser(`drop database if exists ${name}`)
      const owners = names.map((name) => `${name}_owner`)
      const roles = [...names, ...owners, admin, bystander]
      for (const role of roles) await asSuperuser(`drop role if exists ${role}`)
    })
    await asSuperuser(`create role ${admin} login createrole createdb password 'secret'`)
    await asSuperuser(`create role ${bystander} login password 'secret'`)

    const psql = join(dirname(findProgram('postgresql', process.env) ?? ''), 'psql')
    const run = () => {
      const args = [urlOf(admin, 'secret', 'postgres'), '-X', '-v', 'ON_ERROR_STOP=1', '-f', '-']
      return spawnSync(psql, args, { input: own, encoding: 'utf8' })
    }
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    expect(run()).toMatchObject({ status: 0, stderr: expect.not.stringContaining('ERROR') })

    const passwordOf = (role: string) => new RegExp(`set ${role} '(.*)'`).exec(own)?.[1] ?? ''
    const as = (role: string, database: string) =>
      connected(urlOf(role, passwordOf(role), database), (client) => client.query('select 1'))
    const [iam = '', bpm = ''] = names
    await as(iam, iam)
    await as(`${iam}_owner`, iam)
    await expect(as(iam, bpm)).rejects.toThrow('permission denied for database')
    await expect(as(bystander, iam)).rejects.toThrow()
    await connected(urlOf(bystander, 'secret', 'postgres'), (client) => client.query('select 1'))
  },
)
