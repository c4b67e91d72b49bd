import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { expect, it, onTestFinished } from 'vitest'
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
