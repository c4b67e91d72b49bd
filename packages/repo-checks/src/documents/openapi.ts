import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const DEADLINE_MS = 180_000
const SECRET = Buffer.alloc(32, 7).toString('base64url')

/** Well-formed settings that lead nowhere: a service connects to nothing before it is asked to. */
const PLACEHOLDERS = {
  LOG_LEVEL: 'warn',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  ISSUER_URL: 'http://localhost:8080',
  JWKS_URL: 'http://127.0.0.1:1/oauth2/jwks',
  IAM_URL: 'http://127.0.0.1:1',
  BPM_URL: 'http://127.0.0.1:1',
  BPM_CLIENT_ID: 'bpm',
  BPM_CLIENT_SECRET: SECRET.slice(0, 32),
  DMS_CLIENT_ID: 'dms',
  DMS_CLIENT_SECRET: SECRET.slice(0, 32),
  DMS_CALLBACK_ORIGIN: 'http://localhost:8083',
  WORKFLOW_CLIENT_ID: 'bpm',
  KEY_ENCRYPTION_KEY: SECRET,
  ADDRESS_SIGNING_KEY: SECRET,
  COOKIE_KEYS: SECRET,
} as const

/**
 * The OpenAPI document of a service, as the service itself serves it: it is started, asked, and
 * ended. It needs no database for that.
 */
export async function readOpenApi(root: URL, service: string): Promise<string> {
  const [port, managementPort] = await findPorts()
  const storage = await mkdtemp(join(tmpdir(), 'countersign-openapi-'))
  const child = spawn(process.execPath, ['--conditions=source', 'src/main.ts'], {
    cwd: fileURLToPath(new URL(`services/${service}/`, root)),
    env: {
      PATH: process.env['PATH'],
      ...PLACEHOLDERS,
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      STORAGE_FILESYSTEM_ROOT: storage,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: unknown): void => {
    output = `${output}${String(chunk)}`.slice(-4_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  try {
    const document = await ask(`http://127.0.0.1:${port}/openapi.json`, child)
    if (document === undefined) throw new Error(`${service} did not start:\n${output}`)
    return `${JSON.stringify(document, null, 2)}\n`
  } finally {
    await end(child)
    await rm(storage, { recursive: true, force: true })
  }
}

async function ask(url: string, child: ChildProcess): Promise<unknown> {
  const deadline = Date.now() + DEADLINE_MS
  while (!hasEnded(child) && Date.now() < deadline) {
    try {
      const response = await fetch(url)
      if (response.ok) return await response.json()
    } catch {
      // It does not listen yet.
    }
    await wait(50)
  }
  return undefined
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await Promise.race([ended, wait(5_000, undefined, { ref: false })])
  child.kill('SIGKILL')
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Two ports that are free now. */
async function findPorts(): Promise<readonly [number, number]> {
  const probes = [createServer(), createServer()] as const
  const ports = await Promise.all(
    probes.map(async (probe) => {
      probe.listen(0, '127.0.0.1')
      await once(probe, 'listening')
      const address = probe.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    }),
  )
  for (const probe of probes) probe.close()
  const [first = 0, second = 0] = ports
  return [first, second]
}
