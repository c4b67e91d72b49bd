import { createServer } from 'node:net'
import type { Settings } from './settings.ts'
import { UserError } from './user-error.ts'

/**
 * Makes sure that every port of the block can be had. `localhost` may mean either loopback
 * address, so a foreign server on one of them would be answering in our name.
 *
 * @throws {@link UserError} naming the first port that is taken.
 */
export async function checkPorts(ports: Settings['ports']): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    for (const host of ['127.0.0.1', '::1']) {
      const code = await tryListen(port, host)
      if (code === 'EADDRINUSE' || code === 'EACCES') throw portTaken(name, port, ports.gateway)
    }
  }
}

function portTaken(name: string, port: number, base: number): UserError {
  return new UserError(
    `Port ${port} (${name}) is in use. ` +
      `Stop what uses it, or choose another block of ten ports: PORT_BASE=${base + 100}.`,
  )
}

/** Undefined when listening works, else the code of the error. */
function tryListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
