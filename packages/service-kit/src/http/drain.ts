import type { Socket } from 'node:net'
import type { App } from './app.ts'

/*
 * How a server goes without a request lost. While it drains it is not ready, so that nobody sends more, and
 * goes on answering those who have not noticed; each answer ends its connection. Then it closes.
 *
 * Kept by: packages/service-kit/src/process/drain.test.ts "fails readiness first, and goes on answering for the time of the drain"
 * Kept by: packages/service-kit/src/process/drain.test.ts "ends what is under way before it goes"
 */

/** What a server knows of its end. */
export interface Drain {
  /** From now on it is not ready. */
  begin(): void
  /** Whether that was said. */
  readonly hasBegun: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly drain: Drain
  }
}

/**
 * Adds `app.drain`, and closes connections that would keep the server from ending.
 *
 * @param shared Of another surface of the same process, which drains with it.
 */
export function addDrain(app: App, shared: Drain = createDrain()): void {
  app.decorate('drain', shared)
  // Browsers connect ahead of asking. Node counts a socket that never asked as busy, until its time
  // for headers is over.
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    shared.begin()
    for (const socket of silent) socket.destroy()
  })
  // Fastify's close() waits for keep-alive sockets; telling their owners to close ends them with the
  // answer under way.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (shared.hasBegun) void reply.header('connection', 'close')
    done(null, payload)
  })
}

function createDrain(): Drain {
  let hasBegun = false
  return {
    begin: () => {
      hasBegun = true
    },
    get hasBegun() {
      return hasBegun
    },
  }
}
