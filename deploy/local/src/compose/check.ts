import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { baseEnvironment } from '../processes.ts'
import { nodeArguments } from '../program.ts'
import { describePlatform } from '../seed/platform.ts'
import { ensureSecrets } from '../secrets.ts'
import { readSettings, root } from '../settings.ts'
import { clientOf } from '../plan.ts'

/**
 * Proves docker-compose.yml on a machine with Docker: builds the images, starts everything, asks
 * each service, publishes the demonstration's processes through the gateway, stops everything.
 * `KEEP=1` leaves it running.
 */
const services = ['iam', 'bpm', 'dms', 'gateway', 'expense']
const baseUrl = 'http://localhost:8080'
const directory = fileURLToPath(new URL('../../../../.local/compose/', import.meta.url))

await step('secrets', () => runNode(new URL('./make-secrets.ts', import.meta.url), {}))
await step('docker compose config', () => compose('config', '--quiet'))
await step('images', () => compose('--profile', 'sample', 'build'))
try {
  await step('start', () => compose('--profile', 'sample', 'up', '--detach', '--wait'))
  await step('health', checkHealth)
  await step('not root', checkUsers)
  await step('business types and processes', publish)
  console.log(`All good: ${baseUrl}; accounts are in ${directory}platform.json`)
} finally {
  if (process.env['KEEP'] !== '1') {
    await step('stop', () => compose('--profile', 'sample', 'down', '--volumes'))
  }
}

async function checkHealth(): Promise<void> {
  const answer = await fetch(`${baseUrl}/actuator/health`)
  if (answer.status !== 200) throw new Error(`health is ${answer.status}: ${await answer.text()}`)
}

async function checkUsers(): Promise<void> {
  for (const name of services) {
    const uid = await compose('exec', '--no-TTY', name, 'id', '-u')
    if (uid.trim() === '0') throw new Error(`${name} runs as root`)
  }
}

async function publish(): Promise<void> {
  const secrets = await ensureSecrets(`${directory}secrets.json`)
  const platform = describePlatform(readSettings({}, root), secrets)
  const register = ['node', 'dist/cli.js', 'biz-type', 'register', '--tenant', secrets.ids.demo]
  await compose('exec', '--no-TTY', 'dms', ...register)
  const console = clientOf(platform, 'console')
  await runNode(new URL('../seed/publish.ts', import.meta.url), {
    BASE_URL: baseUrl,
    CLIENT_ID: console.clientId,
    REDIRECT_URI: console.redirectUris?.[0] ?? '',
    ADMIN_PASSWORD: secrets.passwords.admin,
  })
}

async function step(label: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.log(`  ${label.padEnd(44)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

const compose = (...args: string[]) => run('docker', ['compose', ...args], process.env)

const runNode = (entry: URL, env: NodeJS.ProcessEnv) =>
  run(process.execPath, nodeArguments(entry), { ...baseEnvironment(process.env), ...env })

async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  await once(child, 'exit')
  const [out, err] = await output
  if (child.exitCode === 0) return out
  throw new Error(`${command} ${args.slice(0, 3).join(' ')} failed:\n${err.trim()}`)
}
