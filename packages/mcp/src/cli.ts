#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { createClient } from '@countersign/client'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { serveHttp } from './http/serve.ts'
import { createApprovalServer } from './server.ts'
import { openBrowser } from './sign-in/browser.ts'
import { createSession } from './sign-in/session.ts'
import { createFileStore, createMemoryStore } from './sign-in/token-file.ts'

const usage = `countersign-mcp <transport>

  stdio --platform <url> --client <id> [--token-file <path>]
      For an agent on this machine, which starts it. Its person signs in with their browser, at the first
      call. What keeps them signed in is in memory, or in a file that they alone may read.

  http --platform <url> --resource <url> --client <id> [--port 8090] [--host 127.0.0.1]
       [--allow-origin <origin>]... [--internal <url>]
      For agents elsewhere. <resource> is the public address of this server. The clients of those agents
      list it as a resource, and so does the SERVICE client of this server, whose secret is in
      CLIENT_SECRET: it exchanges their tokens. With --internal, where /internal of the platform is
      reached, revoked tokens are refused at once; the client then has the scope iam.security-events.

The client of an agent is registered with "agent": true: docs/guides/agents.md.
`

const options = {
  platform: { type: 'string' },
  client: { type: 'string' },
  'token-file': { type: 'string' },
  resource: { type: 'string' },
  port: { type: 'string', default: '8090' },
  host: { type: 'string', default: '127.0.0.1' },
  'allow-origin': { type: 'string', multiple: true, default: [] as string[] },
  internal: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

class WrongUsage extends Error {}

type Values = ReturnType<typeof readArguments>['values']

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error))
  }
}

/** An address as it is compared with `iss` and `aud`: without a slash at its end. */
function readAddress(values: Values, name: 'platform' | 'resource'): string {
  const text = values[name] ?? ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url?.hostname ?? '')
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new WrongUsage(`--${name} is an https address, or http on this machine`)
  return url.href.replace(/\/$/, '')
}

async function serveStdio(values: Values): Promise<void> {
  const issuer = readAddress(values, 'platform')
  const { client: clientId, 'token-file': file } = values
  if (clientId === undefined) throw new WrongUsage('--client is missing')
  const of = { issuer, clientId }
  const store = file === undefined ? createMemoryStore() : createFileStore(file, of)
  const open = (address: URL) => openBrowser(address, process.env)
  const token = createSession({ ...of, store, open })
  const server = createApprovalServer(createClient({ baseUrl: issuer, token }))
  await server.connect(new StdioServerTransport())
  // The agent has gone; a sign-in that nobody will use is not waited for.
  process.stdin.once('end', () => process.exit(0))
}

async function serveAgents(values: Values): Promise<void> {
  const platformUrl = readAddress(values, 'platform')
  const resource = readAddress(values, 'resource')
  const { port } = await serveHttp({
    platformUrl,
    resource,
    host: values.host,
    port: Number(values.port),
    allowedOrigins: values['allow-origin'],
    onError: (error) => console.error(error),
    ...readClient(values),
  })
  console.log(`${resource} is served on port ${port}`)
}

function readClient({ client: clientId, internal: internalUrl }: Values) {
  const clientSecret = process.env['CLIENT_SECRET']
  if (clientId === undefined) throw new WrongUsage('--client is missing')
  if (clientSecret === undefined) throw new WrongUsage('CLIENT_SECRET is missing')
  return { clientId, clientSecret, ...(internalUrl === undefined ? {} : { internalUrl }) }
}

async function run(): Promise<void> {
  const { positionals, values } = readArguments()
  if (values.help) return console.log(usage)
  const [transport] = positionals
  if (transport === 'stdio') return serveStdio(values)
  if (transport === 'http') return serveAgents(values)
  throw new WrongUsage('stdio or http')
}

run().catch((error: unknown) => {
  const isWrongUsage = error instanceof WrongUsage
  console.error(isWrongUsage ? `${error.message}\n\n${usage}` : error)
  process.exitCode = isWrongUsage ? 2 : 1
})
