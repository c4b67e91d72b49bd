import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** before: the server never hears of it; after: the server has done it, and nobody hears of that. */
export type Moment = 'before' | 'after'

export interface StepProxy {
  readonly port: number
  /** Falls silent at the nth step from now; resolves when it has. */
  holdAt(nth: number, moment: Moment): Promise<void>
  /** Lets everything pass, and connections that were held go. */
  release(): void
  close(): Promise<void>
}

interface Plan {
  left: number
  readonly moment: Moment
  readonly done: () => void
}

/** Made for each connection: whether a piece of what the client sends is, or begins, a step. */
export type FindSteps = () => (chunk: Buffer) => boolean

/** A request of HTTP begins in a piece of its own. */
export const findHttpRequests: FindSteps = () => (chunk) =>
  /^(?:GET|HEAD|PUT|POST|DELETE) \//.test(chunk.subarray(0, 8).toString('latin1'))

/** Statements of PostgreSQL with this in their text. */
export const findStatements =
  (wanted: RegExp): FindSteps =>
  () => {
    // A prepared statement is sent once, and named from then on (Parse and Bind of the protocol).
    const names = new Set<string>()
    return (chunk) => {
      const text = chunk.toString('latin1')
      for (const [, name = '', query = ''] of text.matchAll(/P[^]{4}([\w-]{27})\0([^\0]*)\0/g)) {
        if (wanted.test(query)) names.add(name)
      }
      const bound = [...text.matchAll(/B[^]{4}\0([\w-]{27})\0/g)]
      return bound.some(([, name = '']) => names.has(name)) || wanted.test(text)
    }
  }

/** What changes something in PostgreSQL, or makes it last. */
export const findDatabaseWrites = findStatements(/\b(?:insert into|update|delete from|commit)\b/i)

/**
 * A TCP proxy in front of `target` that counts what the client asks (its steps) and holds one of
 * them, so that the client can be killed exactly there.
 */
export async function startStepProxy(target: URL, findSteps: FindSteps): Promise<StepProxy> {
  const state: State = { plan: undefined }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    join(client, upstream, sockets)
    holdStep(state, client, upstream, findSteps())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const release = () => {
    state.plan = undefined
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    holdAt: (nth, moment) =>
      new Promise<void>((resolve) => {
        state.plan = { left: nth, moment, done: resolve }
      }),
    release,
    close: async () => {
      release()
      server.close()
      await once(server, 'close')
    },
  }
}

interface State {
  plan: Plan | undefined
}

/** The plan whose step this is; it is over then. */
function take(state: State, isStep: boolean): Plan | undefined {
  const { plan } = state
  if (plan === undefined || !isStep) return undefined
  plan.left -= 1
  if (plan.left > 0) return undefined
  state.plan = undefined
  return plan
}

/** Passes bytes either way until a step is held. */
function holdStep(
  state: State,
  client: Socket,
  upstream: Socket,
  isStep: (chunk: Buffer) => boolean,
): void {
  let [isHeld, swallowed] = [false, undefined as Plan | undefined]
  client.on('data', (chunk) => {
    if (isHeld) return
    const step = take(state, isStep(chunk))
    if (step?.moment === 'before') {
      isHeld = true
      step.done()
      return
    }
    swallowed ??= step
    pass(chunk, client, upstream)
  })
  // Given up by the client before it was answered, it was no step: the next one is.
  client.on('close', () => {
    if (swallowed !== undefined && !isHeld) state.plan = { ...swallowed, left: 1 }
  })
  upstream.on('data', (chunk) => {
    if (isHeld) return
    if (swallowed === undefined) {
      pass(chunk, upstream, client)
      return
    }
    isHeld = true
    swallowed.done()
  })
}

/** Each ends with the other, once it has what was sent. */
function join(client: Socket, upstream: Socket, sockets: Set<Socket>): void {
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    sockets.add(socket)
    socket.on('error', () => other.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroySoon()
    })
  }
}

function pass(chunk: Buffer, from: Socket, to: Socket): void {
  if (to.destroyed || to.write(chunk)) return
  from.pause()
  to.once('drain', () => from.resume())
}
