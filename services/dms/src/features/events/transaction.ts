import type { Database } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Transaction } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** Runs the receiver's work as every other transaction here: again after a deadlock. */
export const repeatable =
  (db: Database<Schema>) =>
  <T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> =>
    inTransaction(db, work)
