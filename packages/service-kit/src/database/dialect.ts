import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'

/**
 * How long a unit of work or a snapshot may ask nothing. A process that was frozen inside of one holds its locks, and others would
 * wait until it wakes: PostgreSQL ends its connection (`idle_in_transaction_session_timeout`). Nothing but the database is
 * asked inside of one, which is never away for as long.
 *
 * Kept by: packages/service-kit/src/database/storage.test.ts "lets others go on when its process stands still"
 */
export const mostIdleMs = 5_000

/**
 * That of PostgreSQL. A transaction that says how it accesses the database, as those of transaction.ts do, may not stand idle; another one may,
 * as the turn of a command that works beside it.
 */
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
    const { accessMode, isolationLevel = 'read committed' } = settings
    if (accessMode === undefined) return super.beginTransaction(connection, settings)
    // That it writes is not said: a server that has come to take reads alone by its settings would then let it.
    const access = accessMode === 'read only' ? ' read only' : ''
    // In one request; local to the transaction, as a pooler gives the next one to somebody else.
    const begin = `start transaction isolation level ${isolationLevel}${access}`
    const limit = `set local idle_in_transaction_session_timeout = ${mostIdleMs}`
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${limit}`))
  }
}
