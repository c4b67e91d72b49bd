import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@countersign/test-kit/ports'
import { clientOf } from '../plan.ts'
import { baseEnvironment } from '../processes.ts'
import { nodeArguments } from '../program.ts'
import { ensureSecrets } from '../secrets.ts'
import { checkHardening, checkInternal, waitForHealth } from './containers.ts'
import { engineWith, run } from './engine.ts'
import { checkImages, compareBuilds, imagesOf } from './images.ts'
import { runMainJob } from './main-job.ts'
import { describeComposed, readComposeSettings } from './settings.ts'

/**
 * Proves docker-compose.yml on a machine with Docker: builds the images, starts everything at an
 * address, ports and secrets of its own, beside a platform that may be running, does the main job in a
 * browser, and stops everything. `KEEP=1` leaves it running; `TWICE=1` builds again and compares before the start;
 * `BUILD_ONLY=1` ends when the images are built, looked through and, with the other, compared.
 */
const version = 'check'
const directory = await mkdtemp(join(tmpdir(), 'countersign-compose-'))
const [gateway, sample, internal] = [await findFreePort(), await findFreePort(), 9_190]
const settings = {
  COMPOSE_PROJECT_NAME: `countersign-check-${process.pid}`,
  SECRETS_DIR: directory,
  VERSION: version,
  // Not by the name of the defaults.
  PUBLIC_URL: `http://127.0.0.1:${gateway}`,
  GATEWAY_PORT: String(gateway),
  SAMPLE_PORT: String(sample),
  INTERNAL_PORT: String(internal),
}
const engine = engineWith(settings)
const described = readComposeSettings(settings)
const { baseUrl } = described

await step('secrets', () => runNode('./make-secrets.ts', settings))
await step('docker compose config', () => engine.compose('config', '--quiet'))
await step('images', () => engine.compose('build'))
const built = await imagesOf(engine, version)
await step('images: layers, labels, bills', () => checkImages(engine, version))
if (process.env['TWICE'] === '1') {
  await step('images again, from nothing', () => engine.compose('build', '--no-cache'))
  compareBuilds(built, await imagesOf(engine, version))
  console.log('Built twice: the same layers and settings.')
}
if (process.env['BUILD_ONLY'] === '1') {
  await rm(directory, { recursive: true })
  process.exit()
}
try {
  await step('start', () => engine.compose('up', '--detach', '--wait'))
  await step('people can sign in', () => waitForHealth(baseUrl, 200, 'UP'))
  await step('not root, read only, no capabilities', () => checkHardening(engine))
  await step('/internal', () => checkInternal(engine, baseUrl, internal))
  await step('business types and processes', publish)
  await step('the main job in a browser', doMainJob)
  await step('unhealthy at another address', checkOtherAddress)
  console.log(`All good: ${baseUrl}; accounts are in ${directory}/platform.json`)
} finally {
  if (process.env['KEEP'] !== '1') {
    await step('stop', () => engine.compose('down', '--volumes', '--timeout', '5'))
    await rm(directory, { recursive: true })
  }
}

function readSecrets() {
  return ensureSecrets(join(directory, 'secrets.json'))
}

async function doMainJob(): Promise<void> {
  await runMainJob(describeComposed(described, await readSecrets()))
}

async function publish(): Promise<void> {
  const secrets = await readSecrets()
  const console = clientOf(describeComposed(described, secrets), 'console')
  const register = ['node', 'dist/cli.js', 'biz-type', 'register', '--tenant', secrets.ids.demo]
  await engine.compose('exec', '--no-TTY', 'dms', ...register)
  await runNode('../seed/publish.ts', {
    BASE_URL: baseUrl,
    CLIENT_ID: console.clientId,
    REDIRECT_URI: console.redirectUris?.[0] ?? '',
    ADMIN_PASSWORD: secrets.passwords.admin,
  })
}

/** A gateway alone that is told of another address: every service is ready, and nobody could sign in. */
async function checkOtherAddress(): Promise<void> {
  const moved = engineWith({ ...settings, PUBLIC_URL: 'http://127.0.0.1:1' })
  await moved.compose('up', '--detach', '--no-deps', 'gateway')
  await waitForHealth(baseUrl, 503, 'DOWN')
}

async function step(label: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.log(`  ${label.padEnd(44)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

function runNode(entry: string, env: NodeJS.ProcessEnv): Promise<string> {
  const args = nodeArguments(new URL(entry, import.meta.url))
  return run(process.execPath, args, { ...baseEnvironment(process.env), ...env })
}
