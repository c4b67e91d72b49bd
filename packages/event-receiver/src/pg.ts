// The unit of work on pg: what apply does and what the receiver notes, in one transaction.
//
// Kept by: packages/event-receiver/src/pg.test.ts "outlives a connection that is lost within apply"
// Kept by: packages/event-receiver/src/receiver.test.ts "answers no 2xx when a failed statement was swallowed by the application"
import * as statements from './statements.ts'
import type { EventStore } from './store.ts'

interface PgResult {
  readonly rows: unknown[]
  readonly rowCount: number | null
  readonly command: string
}

/** The part of `pg.ClientBase` that is used. */
export interface PgClient {
  query(text: string, values?: unknown[]): Promise<PgResult>
  on?(event: 'error', listener: () => void): unknown
  off?(event: 'error', listener: () => void): unknown
}

type LentClient = Awaited<ReturnType<PgPool['connect']>>

/** The part of `pg.Pool` that is used. */
export interface PgPool {
  connect(): Promise<PgClient & { release(error?: Error | boolean): void }>
}

/**
 * A store on `pg`. Your `apply` gets the client with the open transaction: run your statements on
 * it and on nothing else, and leave `begin` and `commit` to the store.
 */
export function pgStore(pool: PgPool): EventStore<PgClient> {
  return {
    transaction: (work) => inTransaction(pool, work),

    async lockPosition(tx, { tenantId, instanceId }) {
      const { rows } = await tx.query(statements.lockPosition, [tenantId, instanceId])
      const [row] = rows as { last_sequence: number }[]
      if (row === undefined) throw new Error('the position was neither made nor found')
      return row.last_sequence
    },

    async findAppliedId(tx, { tenantId, instanceId, sequence }) {
      const { rows } = await tx.query(statements.findAppliedId, [tenantId, instanceId, sequence])
      const [row] = rows as { event_id: string }[]
      return row?.event_id
    },

    async recordApplied(tx, { tenantId, instanceId, eventId, sequence, type }) {
      const values = [tenantId, instanceId, eventId, sequence, type]
      await tx.query(statements.recordApplied, values)
    },

    async prune(before, limit) {
      const client = await borrow(pool)
      try {
        const { rowCount } = await client.query(statements.prune, [before, limit])
        return rowCount ?? 0
      } finally {
        giveBack(client)
      }
    },
  }
}

async function inTransaction<T>(pool: PgPool, work: (tx: PgClient) => Promise<T>): Promise<T> {
  const client = await borrow(pool)
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await commit(client)
    return result
  } catch (error) {
    // A connection that cannot even roll back must not go back to the pool.
    await client.query('rollback').catch((rollback: unknown) => {
      broken = rollback instanceof Error ? rollback : new Error('rollback failed')
    })
    throw error
  } finally {
    giveBack(client, broken)
  }
}

// The pool listens to idle connections only. One that is lost while it is lent would end the whole
// process by an `error` that nobody hears; its next statement fails, which is enough.
async function borrow(pool: PgPool): Promise<LentClient> {
  const client = await pool.connect()
  client.on?.('error', ignore)
  return client
}

function giveBack(client: LentClient, broken?: Error): void {
  client.off?.('error', ignore)
  client.release(broken)
}

const ignore = (): void => {}

// "commit" of a failed transaction succeeds and rolls back; only the command tag tells. An `apply`
// that swallowed an error of a statement would otherwise acknowledge what was never stored.
async function commit(client: PgClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command === 'ROLLBACK') throw new Error('a statement of the transaction had failed')
}
