import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'
import type { createTestIssuer } from '@countersign/test-kit/tokens'
import { allPermissions } from './setup.ts'

export interface ServiceProcess {
  readonly url: string
  /** Without warning, as a power cut. */
  kill(): Promise<void>
}

export interface CliProcess {
  /** What it has said on the way. */
  readonly notes: readonly string[]
  kill(): Promise<void>
  /** Ends when it does. */
  readonly done: Promise<{ readonly code: number | null; readonly output: string }>
}

export interface ProcessOptions {
  readonly issuer: Awaited<ReturnType<typeof createTestIssuer>>
  readonly databaseUrl: string
  /** Where files go, and whatever else is not as usual. */
  readonly environment: Readonly<Record<string, string>>
  /** No file may be larger (in KiB), as on a disk that is full. */
  readonly largestFileKib?: number
}

const signingKey = randomBytes(32).toString('base64url')

/** The service as a process of its own. Nothing in it knows that it is being tested. */
export async function startServiceProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const { largestFileKib } = options
  const main = new URL('../main.ts', import.meta.url)
  const command = [process.execPath, ...programArguments(main)]
  const limited = ['/bin/bash', '-c', `ulimit -f ${largestFileKib}; exec "$@"`, 'bash', ...command]
  const [file = '', ...args] = largestFileKib === undefined ? command : limited
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environmentOf(options),
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { msg: string; address?: string }
    if (entry.msg !== 'ready') continue
    child.stdout.resume()
    return {
      url: entry.address ?? '',
      kill: () => kill(child),
    }
  }
  throw new Error('the service did not start')
}

/** A command of the command line as a process of its own. */
export function startCli(options: ProcessOptions, args: readonly string[]): CliProcess {
  const cli = new URL('../cli.ts', import.meta.url)
  const child = spawn(process.execPath, [...programArguments(cli), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environmentOf(options), LOG_LEVEL: 'silent' },
  })
  const notes: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => notes.push(line))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const done = once(child, 'close').then(() => ({ code: child.exitCode, output }))
  return { notes, kill: () => kill(child), done }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

function environmentOf({ issuer, databaseUrl, environment }: ProcessOptions): NodeJS.ProcessEnv {
  return {
    ...programEnvironment(),
    PORT: '0',
    SHUTDOWN_DRAIN_SECONDS: '0',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    ISSUER_URL: issuer.issuer,
    JWKS_URL: issuer.jwksUrl,
    IAM_URL: issuer.issuer,
    BPM_URL: issuer.issuer,
    DMS_CLIENT_ID: 'document',
    DMS_CLIENT_SECRET: 'secret',
    WORKFLOW_CLIENT_ID: 'workflow',
    DMS_CALLBACK_ORIGIN: 'http://127.0.0.1',
    ADDRESS_SIGNING_KEY: signingKey,
    ...environment,
  }
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
  readonly bytes: Buffer
}

/** A client of one user that knows nothing but the address, which may change. */
export function createClient(
  issuer: ProcessOptions['issuer'],
  user: { sub: string; tenantId: string; claims?: Record<string, unknown> },
  url: () => string,
) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    more: RequestInit = {},
  ): Promise<Reply> {
    const token = issuer.userToken({ ...user, permissions: allPermissions })
    const response = await fetch(`${url()}/api/dms/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...more,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(more.headers as Record<string, string> | undefined),
      },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const answer = isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {}
    const { status, headers } = response
    return { status, headers, body: answer, bytes: isJson ? Buffer.alloc(0) : bytes }
  }
  const sendBytes = (id: string, bytes: Buffer, offset = 0): Promise<Reply> =>
    send('POST', `uploads/${id}/content`, undefined, {
      body: new Uint8Array(bytes),
      headers: {
        'content-type': 'application/octet-stream',
        ...(offset > 0 ? { 'upload-offset': String(offset) } : {}),
      },
    })
  const initiate = async (sizeBytes: number): Promise<string> => {
    const { body } = await send('POST', 'uploads/initiate', { fileName: 'a.bin', sizeBytes })
    return String(body['id'])
  }
  return { send, sendBytes, initiate }
}
