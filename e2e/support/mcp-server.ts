import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { platform } from './platform.ts'

export const mcpCommand = fileURLToPath(new URL('cli.ts', import.meta.resolve('@countersign/mcp')))

/** A port that was free a moment ago. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/** Where a server of the agents will be: clients name it before it runs. */
export const planServer = async () => new URL(`http://127.0.0.1:${await findFreePort()}/mcp`)

const answers = (at: URL): Promise<boolean> =>
  fetch(at).then(
    () => true,
    () => false,
  )

/** The HTTP server as an operator starts it. */
export async function startMcpServer(at: URL, client: { clientId: string; clientSecret: string }) {
  const { baseUrl } = platform()
  const child = spawn(
    process.execPath,
    ['--conditions=source', mcpCommand, 'http'].concat(
      ['--platform', baseUrl, '--resource', at.href, '--port', at.port],
      ['--client', client.clientId, '--internal', baseUrl],
    ),
    {
      env: { PATH: process.env['PATH'], CLIENT_SECRET: client.clientSecret },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const deadline = Date.now() + 60_000
  while (!(await answers(at))) {
    if (Date.now() > deadline) throw new Error(`nobody answers at ${at.href}`)
    await wait(100)
  }
  return {
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}
