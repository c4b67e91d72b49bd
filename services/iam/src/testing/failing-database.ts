import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * What becomes of a statement. before: the connection is lost, and the server never hears of it; after: the server has
 * done it, and the connection is lost with the answer; demoted: a server that is no leader any more refuses it.
 */
export type StatementFault = 'before' | 'after' | 'demoted'

/** One of the statements that are sent: by its name or text, whichever came first of those sent at once. */
export interface StatementPlace {
  readonly statement: string
  /** Which of those that are the same, from 1. */
  readonly nth: number
}

export interface FailingDatabase {
  /** The database, by way of this. */
  readonly url: string
  /** Does that to the nth statement from now on, and to all after it until `recover`. */
  readonly failFrom: (nth: number, fault: StatementFault) => void
  /** Does that to one statement of those sent from now on alone. */
  readonly failOnce: (place: StatementPlace, fault: StatementFault) => void
  /** @returns the statements that were sent while `work` was done. */
  readonly listen: (work: () => Promise<unknown>) => Promise<readonly StatementPlace[]>
  /** @returns whether a statement was failed. */
  readonly recover: () => boolean
  readonly close: () => Promise<void>
}

interface State {
  plan: Plan | undefined
  hasFailed: boolean
  heard: StatementPlace[] | undefined
}

interface Plan {
  left: number
  /** Undefined: of whatever statements. */
  readonly statement: string | undefined
  readonly fault: StatementFault
}

/** A TCP proxy in front of PostgreSQL that fails statements when it is told so. */
export async function startFailingDatabase(databaseUrl: string): Promise<FailingDatabase> {
  const target = new URL(databaseUrl)
  const state: State = { plan: undefined, hasFailed: false, heard: undefined }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => other.destroy())
    }
    passOn(state, client, upstream)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).href,
    failFrom: (nth, fault) => plan(state, { left: nth, statement: undefined, fault }),
    failOnce: ({ statement, nth }, fault) => plan(state, { left: nth, statement, fault }),
    async listen(work) {
      const heard: StatementPlace[] = []
      state.heard = heard
      await work()
      state.heard = undefined
      return heard
    },
    recover() {
      state.plan = undefined
      return state.hasFailed
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function plan(state: State, next: Plan): void {
  state.plan = next
  state.hasFailed = false
}

function passOn(state: State, client: Socket, upstream: Socket): void {
  let fault: StatementFault | undefined
  client.on('data', (chunk) => {
    fault = takeFault(state, chunk)
    if (fault === 'before') client.resetAndDestroy()
    else if (fault === 'demoted') client.write(refusal)
    else upstream.write(chunk)
  })
  upstream.on('data', (chunk) => {
    if (fault !== 'after') client.write(chunk)
    // The statement is over, and committed if it stood alone, when the server is ready for the next.
    else if (chunk.at(-6) === readyForQuery) client.resetAndDestroy()
  })
}

/**
 * Query, or Parse or Bind, which the driver sends together with all that belongs to a statement. New connections are
 * let in: the pool would ask for one until the time for that was over.
 */
const beginsStatement = (chunk: Buffer) =>
  /^[QPB]/.test(chunk.subarray(0, 1).toString()) && !chunk.includes('pg_is_in_recovery')
const readyForQuery = 'Z'.charCodeAt(0)

function takeFault(state: State, chunk: Buffer): StatementFault | undefined {
  if (!beginsStatement(chunk)) return undefined
  const statement = nameOf(chunk)
  const { plan: next, heard } = state
  heard?.push({ statement, nth: heard.filter((one) => one.statement === statement).length + 1 })
  if (next === undefined || (next.statement ?? statement) !== statement) return undefined
  next.left -= 1
  if (next.left > 0) return undefined
  if (next.statement !== undefined) state.plan = undefined
  state.hasFailed = true
  return next.fault
}

/** What a prepared statement is called, and its text where it has no name. */
function nameOf(chunk: Buffer): string {
  const [first = '', second = ''] = chunk.subarray(5).toString().split('\0', 2)
  return chunk.subarray(0, 1).toString() === 'B' ? second : first || second
}

/** ErrorResponse and ReadyForQuery of the protocol. */
const refusal = Buffer.concat([
  messageOf('E', 'SERROR\0VERROR\0C25006\0Mcannot execute INSERT in a read-only transaction\0\0'),
  messageOf('Z', 'I'),
])

function messageOf(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}
