// Measures what iam's tokens cost its process, against a server that only signs, and how long they
// take while the signing key rotates. `--write` puts the figures into docs/performance/iam.md.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { createEmpty, dropDatabase } from '@countersign/test-kit/databases'
import { findFreePort } from '@countersign/test-kit/ports'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { createSealer } from '@countersign/service-kit/sealing'
import * as openid from 'openid-client'
import { applySeed } from '../src/bootstrap/apply.ts'
import type { IamDatabase } from '../src/db/types.ts'
import { rotateKeys } from '../src/keys/rotate.ts'
import { migrations } from '../src/migrations.ts'
import { createPasswordHasher } from '../src/passwords/hasher.ts'
import { signInAs } from '../src/testing/sign-in.ts'
import { secretOf, world } from '../src/testing/world.ts'
import { measure, measureInTurns, type Measured } from './measure.ts'
import { startProcess, type Started } from '../src/testing/processes.ts'

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    concurrency: { type: 'string', default: '8' },
  },
})
const wantedRatio = 0.6
const keyEncryptionKey = Buffer.alloc(32, 9).toString('base64url')
/** As many as share a statement well. */
const crowd = 32
const load = { seconds: Number(options.seconds), concurrency: Number(options.concurrency) }

const log = createLogger({ service: 'iam-bench', level: 'error' })
const server = await startEmbedded(['-c', 'timezone=UTC'])
const databaseUrl = await createEmpty(server.url, 'iambench')
const running: Started[] = []
try {
  await migrate({ url: databaseUrl, directory: migrations, log })
  const db: IamDatabase = createDatabase({
    url: databaseUrl,
    poolSize: 2,
    applicationName: 'iam-bench',
    log,
  })
  const managementPort = await findFreePort()
  try {
    await applySeed(db, createPasswordHasher(), world)
    const bare = await startProcess(new URL('bare-server.ts', import.meta.url), () => ({}))
    running.push(bare)
    const iam = await startProcess(new URL('../src/main.ts', import.meta.url), (url) => ({
      DATABASE_URL: databaseUrl,
      ISSUER_URL: url,
      JWKS_URL: `${url}/oauth2/jwks`,
      MANAGEMENT_PORT: String(managementPort),
      LOG_LEVEL: 'info',
      COOKIE_KEYS: 'a cookie key of the measurement, long enough',
      KEY_ENCRYPTION_KEY: keyEncryptionKey,
    }))
    running.push(iam)
    const { text, holds } = await run(db, bare, iam)
    console.log(text)
    if (options.write) await writeIntoPage(text)
    process.exitCode = holds ? 0 : 1
  } finally {
    await db.destroy()
  }
} finally {
  await Promise.all(running.map((started) => started.stop()))
  await dropDatabase(server.url, databaseUrl)
  await server.stop()
}

async function run(db: IamDatabase, bare: Started, iam: Started) {
  const token = tokenRequest(iam.url)
  const bareToken = tokenRequest(bare.url)
  const warmUp = { seconds: 5, concurrency: load.concurrency }
  await measure(bare, warmUp, bareToken)
  await measure(iam, warmUp, token)
  const [least, service] = await measureInTurns(load, [
    { target: bare, work: bareToken },
    { target: iam, work: token },
  ])
  const [leastBusy, serviceBusy] = await measureInTurns({ ...load, concurrency: crowd }, [
    { target: bare, work: bareToken },
    { target: iam, work: token },
  ])
  const signIns = await measure(iam, { ...load, concurrency: 2 }, async () => {
    await signInAs(iam.url, 'employee')
  })
  const refreshes = await measureRefreshes(iam)
  const rotating = await measureRotation(db, iam, token)
  const ratio = service.perCpuSecond / least.perCpuSecond
  const busyRatio = serviceBusy.perCpuSecond / leastBusy.perCpuSecond
  const holds = ratio >= wantedRatio
  const row = (name: string, { count, perCpuSecond, p50Ms, p99Ms }: Measured) =>
    `| ${name} | ${count} | ${perCpuSecond.toFixed(0)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} |`
  const text = [
    `Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} at the end.`,
    '',
    '| | count | per CPU second | p50 ms | p99 ms |',
    '| --- | ---: | ---: | ---: | ---: |',
    row('a server that only signs', least),
    row('client credentials', service),
    row(`a server that only signs, ${crowd} at a time`, leastBusy),
    row(`client credentials, ${crowd} at a time`, serviceBusy),
    row('sign-ins with code and PKCE', signIns),
    row('refreshes', refreshes),
    row('client credentials while keys rotate', rotating),
    '',
    `Client credentials against the server that only signs: ${ratio.toFixed(2)}, wanted ${wantedRatio}: ${holds ? 'holds' : 'does not hold'}; ${busyRatio.toFixed(2)} when ${crowd} ask at a time.`,
  ].join('\n')
  return { text, holds }
}

/** As a service asks: by Basic, form in, JSON out. A failure ends the measurement. */
function tokenRequest(url: string): () => Promise<void> {
  const credentials = Buffer.from(`workflow:${secretOf('workflow')}`).toString('base64')
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'iam.internal' })
  return async () => {
    const response = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body,
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  }
}

/** Each line of work has a session of its own and presents what it was given last. */
async function measureRefreshes(iam: Started): Promise<Measured> {
  const sessions = await Promise.all([1, 2, 3, 4].map(() => signInAs(iam.url, 'employee')))
  const free = sessions.map(({ config, tokens }) => ({ config, token: tokens.refresh_token ?? '' }))
  return measure(iam, { ...load, concurrency: free.length }, async () => {
    const session = free.pop()
    if (session === undefined) throw new Error('more lines of work than sessions')
    const tokens = await openid.refreshTokenGrant(session.config, session.token)
    free.push({ ...session, token: tokens.refresh_token ?? '' })
  })
}

/** A rotation every second. */
async function measureRotation(
  db: IamDatabase,
  iam: Started,
  token: () => Promise<void>,
): Promise<Measured> {
  const sealer = createSealer(keyEncryptionKey)
  const rotate = () => rotateKeys({ db, sealer, now: () => new Date() }, { actorKind: 'system' })
  let rotations: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => (rotations = rotations.then(rotate)), 1_000)
  try {
    return await measure(iam, load, token)
  } finally {
    clearInterval(timer)
    await rotations
  }
}

async function writeIntoPage(text: string): Promise<void> {
  const page = new URL('../../../docs/performance/iam.md', import.meta.url)
  const [mark = ''] = (await readFile(page, 'utf8')).split('<!-- figures: generated -->')
  await writeFile(page, `${mark}<!-- figures: generated -->\n\n${text}\n`)
}
