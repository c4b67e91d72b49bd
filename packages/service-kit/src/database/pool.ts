// Connections to the leader alone. A server that was demoted, or does not answer any more, is left; what was
// under way there fails as DatabaseUnavailable.
//
// Kept by: deploy/drills/src/failover/two-servers.test.ts "goes on at the new leader"
// Kept by: deploy/drills/src/failover/two-servers.test.ts "gives up a server that does not answer any more"
// Kept by: deploy/drills/src/failover/two-servers.test.ts "answers in time when the only server is frozen"
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createConnections, type Connections } from './connections.ts'
import { createRoute, readHosts, type Hosts, type Route } from './hosts.ts'
import { hostTimeoutMs, isLost, questionOf, refuseReadOnly } from './leader.ts'
import { DatabaseUnavailable, isOutage } from './unavailable.ts'

/** How long a request waits for a leader, or for a connection, before it is told to come again. */
const patienceMs = 5_000
const pauseMs = 100
const watchMs = 1_000
/** Node asks once a second from then on, and gives up after ten. */
const keepAliveAfterMs = 5_000

export interface Pools {
  /** For the work. */
  readonly pool: pg.Pool
  /** Asks the server whether it is of use; by a connection that is there for that alone, so that nobody waits for work. */
  readonly probe: () => Promise<void>
}

/** What the pools of an address have in common. */
interface Shared {
  readonly hosts: Hosts
  readonly route: Route
  readonly connections: Connections
  /** Leaves a server, with all that is under way there. */
  readonly abandon: (url: string) => void
  /** What a server may take to let in, or to answer a question. */
  readonly timeoutMs: number
}

type Options = pg.PoolConfig & { readonly connectionString: string }

/**
 * A pool whose connections are all to a server that can be written to, of those that the address names.
 * Its `connect` and its clients' `query` throw {@link DatabaseUnavailable} when there is none, or it is lost.
 */
export function createPool(options: Options): Pools {
  const hosts = readHosts(options.connectionString)
  const route = createRoute(hosts)
  const connections = createConnections()
  const timeoutMs = hosts.urls.length > 1 ? hostTimeoutMs : patienceMs
  const abandon = (url: string) => {
    route.leave(url)
    connections.abandon(url)
  }
  const shared = { hosts, route, connections, abandon, timeoutMs }
  const pool = openPool(options, shared)
  // Ended with the other, which is ended by who has used it.
  const probing = openPool({ ...options, max: 1, min: 0, allowExitOnIdle: true }, shared)
  probing.on('error', () => {})
  probing.on('connect', (client) => void client.on('error', () => {}))
  const endWatch = hosts.doubtAfterMs === 0 ? () => {} : watchServers(shared)
  const endPool = pool.end.bind(pool) as () => Promise<void>
  const end = async () => {
    endWatch()
    await Promise.all([endPool(), probing.end()])
  }
  return {
    pool: Object.assign(pool, { end }),
    async probe() {
      const client = await probing.connect()
      await client.query(questionOf(hosts)).finally(() => client.release())
    },
  }
}

function openPool(options: Options, shared: Shared): pg.Pool {
  const { hosts, route, connections, timeoutMs } = shared
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis: patienceMs,
    // A host that is gone says nothing: who waits for its answer would wait for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    Client: clientFor(route.current, connections, timeoutMs),
    ...(hosts.writableOnly
      ? { onConnect: (client: pg.ClientBase) => refuseReadOnly(client, timeoutMs) }
      : {}),
  })
  pool.on('connect', (client) => watchStatements(client, shared))
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const connect = async (): Promise<pg.PoolClient> => {
    const giveUpAt = performance.now() + patienceMs
    for (;;) {
      const url = route.current()
      try {
        const client = await connectOnce()
        if (!connections.isStale(client)) return connections.lend(client)
        client.release(true)
        continue
      } catch (error) {
        if (!isOutage(error)) throw error
        // Nobody gave a connection back in time: that is no fault of the server.
        const isBusy = error.message.startsWith('timeout exceeded')
        if (isBusy || performance.now() > giveUpAt) throw new DatabaseUnavailable('connect', error)
        route.leave(url)
      }
      await wait(pauseMs)
    }
  }
  return Object.assign(pool, { connect })
}

/** Clients that connect to where the route leads when they are made. */
function clientFor(
  urlNow: () => string,
  connections: Connections,
  connectionTimeoutMillis: number,
) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const url = urlNow()
      super({ ...config, connectionString: url, connectionTimeoutMillis })
      connections.made(this, url)
    }
  }
}

/** Says of each statement that is under way since when, and what became of its connection. */
function watchStatements(client: pg.PoolClient, { hosts, connections, abandon }: Shared): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (...args: unknown[]) => {
    const answer = send(...args)
    // A cursor is read by who made it.
    if (!(answer instanceof Promise)) return answer
    const isOver = connections.asked(client)
    return answer.then(
      (result: unknown) => {
        isOver()
        return result
      },
      (error: unknown) => {
        isOver()
        if (!isOutage(error)) throw error
        connections.markStale(client)
        // Demoted: nothing there can be written to.
        const isDemoted = hosts.writableOnly && 'code' in error && error.code === '25006'
        if (isDemoted) abandon(connections.urlOf(client))
        throw new DatabaseUnavailable('statement', error)
      },
    )
  }
  Object.assign(client, { query })
}

/**
 * A server that was cut off or frozen says nothing, and TCP waits for a quarter of an hour, or for ever: while a
 * statement takes long its server is asked by another connection, and not again for as long when it has answered.
 *
 * @returns what ends it.
 */
function watchServers({ hosts, connections, abandon, timeoutMs }: Shared): () => void {
  const { doubtAfterMs } = hosts
  const askAgainAt = new Map<string, number>()
  let isAsking = false
  const look = async () => {
    if (isAsking) return
    isAsking = true
    for (const url of connections.urlsInDoubt(doubtAfterMs)) {
      if (performance.now() < (askAgainAt.get(url) ?? 0)) continue
      if (await isLost(url, hosts, timeoutMs)) abandon(url)
      else askAgainAt.set(url, performance.now() + doubtAfterMs)
    }
    isAsking = false
  }
  const timer = setInterval(() => void look(), watchMs).unref()
  return () => clearInterval(timer)
}
