import type { Database } from '@countersign/service-kit/db'
import type { Logger } from '@countersign/service-kit/log'
import type { Semaphore } from '@countersign/service-kit/semaphore'
import type { BpmClient } from './clients/bpm.ts'
import type { Tools } from './conversion/tools.ts'
import type { SignedTokens } from './core/signed-token.ts'
import type { Schema } from './db/schema.ts'
import type { Directory } from './clients/directory.ts'
import type { Scanner } from './scanning/clamd.ts'
import type { SourcePlace } from './storage/driver.ts'
import type { Stores } from './storage/stores.ts'

/** What use-cases are given. Built by hand in create-deps.ts and in tests. */
export interface Deps {
  readonly db: Database<Schema>
  readonly log: Logger
  /** The time of rules; leases take theirs from the database. */
  readonly now: () => Date
  readonly stores: Stores
  readonly directory: Directory
  readonly bpm: BpmClient
  readonly signedTokens: SignedTokens
  /** Where there is one, no file leaves that it has not found clean. */
  readonly scanner?: Scanner
  /** What previews are made with. */
  readonly tools: Tools
  /** Pages that are drawn while somebody waits, a few at a time. */
  readonly drawing: Semaphore
  /** Passwords of shares, a few at a time. */
  readonly hashing: Semaphore
  readonly settings: Settings
}

export interface Settings {
  /** Base URL of the platform, for addresses that are handed out. */
  readonly publicUrl: string
  /** Origin at which the workflow service reaches this one. */
  readonly callbackOrigin: string
  /** The source that a tenant gets when it has none. */
  readonly firstSource: SourcePlace
  readonly maxUploadBytes: number
  readonly allowedTypes: readonly string[]
  readonly uploadExpiresSeconds: number
  readonly quotaBytes: number
  /** How long a sender may be silent before another may take over, and before it is cut off. */
  readonly senderLeaseSeconds: number
  /** How many files this process makes previews of at once. */
  readonly previewWorkers: number
}
