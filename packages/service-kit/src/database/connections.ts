import type pg from 'pg'

/** What is known of the connections of a pool: where each leads, who has it, and whether it is still of use. */
export interface Connections {
  made(client: pg.ClientBase, url: string): void
  urlOf(client: pg.ClientBase): string
  /** Notes who is out of the pool; one that has become stale does not get back into it. */
  lend(client: pg.PoolClient): pg.PoolClient
  /** A statement was sent. @returns what to call when it is over. */
  asked(client: pg.ClientBase): () => void
  markStale(client: pg.ClientBase): void
  isStale(client: pg.ClientBase): boolean
  /** Ends what is under way at a server, and forgets all connections to it. */
  abandon(url: string): void
  /** Servers at which a statement takes longer. */
  urlsInDoubt(afterMs: number): ReadonlySet<string>
}

export function createConnections(): Connections {
  // A server that was left and came back is a new one: connections of before stay stale.
  const leadTo = new WeakMap<pg.ClientBase, { readonly url: string; readonly era: number }>()
  const eras = new Map<string, number>()
  const eraOf = (url: string) => eras.get(url) ?? 0
  const stale = new WeakSet<pg.ClientBase>()
  const lent = new Set<pg.PoolClient>()
  // One client may have several: what is sent at once waits in its queue.
  const statements = new Set<{ readonly client: pg.ClientBase; readonly sentAt: number }>()
  const urlOf = (client: pg.ClientBase) => leadTo.get(client)?.url ?? ''
  const isStale = (client: pg.ClientBase) => {
    const place = leadTo.get(client)
    return stale.has(client) || (place !== undefined && place.era !== eraOf(place.url))
  }
  return {
    urlOf,
    isStale,
    made: (client, url) => void leadTo.set(client, { url, era: eraOf(url) }),
    markStale: (client) => void stale.add(client),
    lend(client) {
      lent.add(client)
      const release = client.release.bind(client)
      client.release = (given) => {
        lent.delete(client)
        release(given === undefined || given === false ? isStale(client) : given)
      }
      return client
    },
    asked(client) {
      const statement = { client, sentAt: performance.now() }
      statements.add(statement)
      return () => void statements.delete(statement)
    },
    abandon(url) {
      eras.set(url, eraOf(url) + 1)
      for (const client of lent) {
        // Ending a client that waits for an answer cuts its connection.
        if (urlOf(client) === url) void end(client)
      }
    },
    urlsInDoubt(afterMs) {
      const long = [...statements].filter(({ sentAt }) => performance.now() - sentAt > afterMs)
      return new Set(long.map(({ client }) => urlOf(client)))
    },
  }
}

/** `PoolClient` hides it: a client of a pool is ended by the pool, unless its server is given up. */
async function end(client: pg.PoolClient & { readonly end?: () => Promise<void> }): Promise<void> {
  await client.end?.().catch(() => {})
}
