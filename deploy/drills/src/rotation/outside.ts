import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { createDoor, type Door } from './door.ts'

/** Somebody outside of the platform who takes what is sent with a secret that is good. */
export interface Outsider extends Door {
  /** With the secret in it where its kind has it there. */
  readonly urlFor: (secret: string) => string
  readonly stop: () => Promise<void>
}

/** A mail server whose one account may have two passwords. */
export async function startMailServer(): Promise<Outsider> {
  const door = createDoor()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ password }, _session, done) {
      if (door.letsIn(password ?? '')) done(null, { user: password })
      else done(new Error('this password is not good'))
    },
    onData(stream, { user }, done) {
      stream.resume().once('end', () => {
        door.take(String(user))
        done()
      })
    },
  })
  // Of connections that break: whoever sent has its own error.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    ...door,
    urlFor: (secret) => `smtp://countersign:${secret}@127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A collector of traces, which asks for a token. */
export async function startCollector(): Promise<Outsider> {
  const door = createDoor()
  const server = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const isGood = door.letsIn(token)
    request.resume().once('end', () => {
      if (isGood) door.take(token)
      response.writeHead(isGood ? 200 : 401).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...door,
    urlFor: () => `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
