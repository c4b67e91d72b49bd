import type { Database, Db as AnyDb } from '@countersign/service-kit/db'
import type { Transaction } from 'kysely'
import type { IamSchema } from './schema.ts'

export type IamDatabase = Database<IamSchema>
/** The pool or an open transaction. */
export type Db = AnyDb<IamSchema>
export type Tx = Transaction<IamSchema>
