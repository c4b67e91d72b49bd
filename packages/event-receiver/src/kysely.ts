import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import * as statements from './statements.ts'
import type { EventStore } from './store.ts'

/** The part of a transaction that is used; any `Transaction<YourTables>` fits. */
type Executor = Pick<Transaction<unknown>, 'executeQuery'>

/**
 * A store on Kysely with PostgreSQL. Your `apply` gets the open `Transaction` with your own table
 * types.
 *
 * @param options.transaction How transactions are run, where you have a function of your own, e.g.
 *   one that tries again after a deadlock. Default: `db.transaction().execute(work)`.
 */
export function kyselyStore<Tables>(
  db: Kysely<Tables>,
  options: {
    transaction?: <T>(work: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>
  } = {},
): EventStore<Transaction<Tables>> {
  return {
    transaction: options.transaction ?? ((work) => db.transaction().execute(work)),

    async lockPosition(tx, { tenantId, instanceId }) {
      const { rows } = await run<{ last_sequence: number }>(tx, statements.lockPosition, [
        tenantId,
        instanceId,
      ])
      const [row] = rows
      if (row === undefined) throw new Error('the position was neither made nor found')
      return row.last_sequence
    },

    async findAppliedId(tx, { tenantId, instanceId, sequence }) {
      const { rows } = await run<{ event_id: string }>(tx, statements.findAppliedId, [
        tenantId,
        instanceId,
        sequence,
      ])
      return rows[0]?.event_id
    },

    async recordApplied(tx, { tenantId, instanceId, eventId, sequence, type }) {
      const values = [tenantId, instanceId, eventId, sequence, type]
      await run(tx, statements.recordApplied, values)
    },

    async prune(before, limit) {
      const { numAffectedRows } = await run(db, statements.prune, [before, limit])
      return Number(numAffectedRows ?? 0)
    },
  }
}

const run = <Row>(on: Executor, text: string, values: readonly unknown[]) =>
  on.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)
