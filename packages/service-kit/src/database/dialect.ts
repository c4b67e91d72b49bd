import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

/**
 * How long a transaction may ask nothing. A process that was frozen inside of one holds its locks, and others would wait
 * until it wakes: PostgreSQL ends its connection (`idle_in_transaction_session_timeout`), and the transaction is made
 * anew. Nothing but the database is asked inside of one, which is never away for as long.
 *
 * Kept by: packages/service-kit/src/database/storage.test.ts "lets others go on when its process stands still"
 */
export const mostIdleMs = 5_000

/** Local to the transaction, as a pooler gives the next one to somebody else; sent with its begin. */
const begin = CompiledQuery.raw(
  `begin; set local idle_in_transaction_session_timeout = ${mostIdleMs}`,
)

/** That of PostgreSQL; who only reads a snapshot holds no locks, and may write to a slow reader meanwhile. */
export class Dialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new Driver(this.#config)
  }
}

class Driver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    if (settings.accessMode === 'read only') await super.beginTransaction(connection, settings)
    else if (settings.isolationLevel === undefined) await connection.executeQuery(begin)
    else throw new Error('only what reads has an isolation level of its own')
  }
}
