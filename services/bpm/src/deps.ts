import type { Logger } from '@countersign/service-kit/log'
import type { Database } from './db/schema.ts'
import type { Directory } from './directory.ts'

/** What use-cases are given. Built by hand in main.ts and in tests. */
export interface Deps {
  readonly db: Database
  readonly log: Logger
  /** The time of rules; leases take theirs from the database. */
  readonly now: () => Date
  readonly directory: Directory
  /** Origins that the deployment allows in every tenant. */
  readonly callbackOrigins: readonly string[]
}
