import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVerifier } from '@countersign/auth-verifier'
import { createLogger } from '@countersign/service-kit/log'
import { findProgram } from '@countersign/test-kit/optional-tools'
import { findFreePort } from '@countersign/test-kit/ports'
import { createTestIssuer } from '@countersign/test-kit/tokens'
import { vi } from 'vitest'
import { buildApp, buildInternalApp, type GatewayOptions } from '../app.ts'
import { startUpstream, type RecordingUpstream } from './upstreams.ts'

/** A gateway before three services, on the public port and the inner one. */
export interface TestGateway {
  readonly open: string
  readonly internal: string
  readonly iam: RecordingUpstream
  readonly bpm: RecordingUpstream
  readonly dms: RecordingUpstream
  /** What a gateway of others has logged of requests. */
  readLog?(): Promise<string>
  close(): Promise<void>
}

interface Addresses {
  readonly open: number
  readonly internal: number
  /** host:port of each. */
  readonly services: Readonly<Record<'IAM' | 'BPM' | 'DMS' | 'PAGES', string>>
}

const configuration = (name: string) =>
  fileURLToPath(new URL(`../../others/${name}`, import.meta.url))

const publicHost = { PUBLIC_HOST: 'platform.example', PUBLIC_PROTO: 'https' }
const listen = (port: number) => `127.0.0.1:${port}`

/** How each gateway of others is started with our configuration of it. */
const starts = {
  nginx: async (folder: string, { open, internal, services }: Addresses) => {
    const values = {
      LISTEN: listen(open),
      INTERNAL_LISTEN: listen(internal),
      ...publicHost,
      ...services,
    }
    let text = await readFile(configuration('nginx.conf.template'), 'utf8')
    for (const [name, value] of Object.entries(values)) text = text.replaceAll(`\${${name}}`, value)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join('\n')
    text = text.replaceAll('/var/log/nginx/', `${folder}/`)
    const main = `pid ${folder}/pid; error_log ${folder}/error.log; daemon off; events {}
      http { access_log off; ${temporary}\n${text} }`
    await writeFile(join(folder, 'nginx.conf'), main)
    return { args: ['-p', folder, '-c', join(folder, 'nginx.conf')], env: {} }
  },
  haproxy: async (folder: string, { open, internal, services }: Addresses) => {
    await writeFile(join(folder, 'log.cfg'), 'global\n  log stdout format raw local0 info\n')
    return {
      args: ['-db', '-f', join(folder, 'log.cfg'), '-f', configuration('haproxy.cfg')],
      env: { LISTEN: listen(open), INTERNAL_LISTEN: listen(internal), ...publicHost, ...services },
    }
  },
  caddy: async (folder: string, { open, internal, services }: Addresses) => ({
    args: ['run', '--config', configuration('Caddyfile'), '--adapter', 'caddyfile'],
    env: {
      PUBLIC_URL: `http://:${open}`,
      INTERNAL_URL: `http://:${internal}`,
      CADDY_ADMIN: `unix//${folder}/admin`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      ...publicHost,
      ...services,
    },
  }),
} as const

export type ForeignGateway = keyof typeof starts

/** One of others, with the configuration that we publish for it. */
export async function startForeign(name: ForeignGateway): Promise<TestGateway> {
  const [iam, bpm, dms] = await Promise.all([startUpstream(), startUpstream(), startUpstream()])
  const folder = await mkdtemp(join(tmpdir(), `gateway-${name}-`))
  const [open, internal] = await Promise.all([findFreePort(), findFreePort()])
  const at = ({ url }: RecordingUpstream) => new URL(url).host
  const services = { IAM: at(iam), BPM: at(bpm), DMS: at(dms), PAGES: at(iam) }
  const { args, env } = await starts[name](folder, { open, internal, services })
  const child = spawn(findProgram(name, process.env) ?? name, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  let errors = ''
  child.stderr.on('data', (chunk) => (errors = `${errors}${String(chunk)}`.slice(-4_000)))
  const urls = { open: `http://${listen(open)}`, internal: `http://${listen(internal)}` }
  await vi.waitFor(() => reach(child, urls.open, () => errors), { timeout: 30_000, interval: 50 })
  const close = async () => {
    // nginx is a master with workers, which outlive it when it is killed; Caddy would wait for clients.
    child.kill(name === 'nginx' ? 'SIGTERM' : 'SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await Promise.all([iam, bpm, dms].map((upstream) => upstream.close()))
    await rm(folder, { recursive: true, force: true })
  }
  const readLog = async () =>
    name === 'nginx' ? readFile(join(folder, 'access.log'), 'utf8') : said
  return { ...urls, iam, bpm, dms, readLog, close }
}

async function reach(child: ChildProcess, url: string, errors: () => string): Promise<void> {
  if (child.exitCode !== null) throw new Error(`it ended: ${errors()}`)
  await (await fetch(url)).arrayBuffer()
}

/** Ours, as with INTERNAL_PORT. */
export async function startOurs(): Promise<TestGateway> {
  const [iam, bpm, dms] = await Promise.all([startUpstream(), startUpstream(), startUpstream()])
  const issuer = await createTestIssuer()
  const options: GatewayOptions = {
    log: createLogger({ service: 'gateway', level: 'silent' }),
    verifier: createVerifier({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl }),
    baseUrl: 'https://platform.example',
    services: { iam: iam.url, bpm: bpm.url, dms: dms.url },
    backends: [],
  }
  const app = await buildApp({ ...options, internalElsewhere: true })
  const internalApp = buildInternalApp(options, app)
  const port = { port: 0, host: '127.0.0.1' }
  const urls = { open: await app.listen(port), internal: await internalApp.listen(port) }
  const close = async () => {
    await Promise.all([app.close(), internalApp.close()])
    await Promise.all([iam, bpm, dms, issuer].map((each) => each.close()))
  }
  return { ...urls, iam, bpm, dms, close }
}
