import type { Logger } from '@countersign/service-kit/log'
import type { Sealer } from '@countersign/service-kit/sealing'
import type { ServiceTokens } from '@countersign/service-kit/service-token'
import type { Database } from './db/schema.ts'
import type { Directory } from './clients/directory.ts'
import type { Documents } from './clients/documents.ts'
import type { EngineOptions } from './core/engine/engine.ts'
import type { Offload } from './offload/offload.ts'
import type { Processes } from './runtime/load/processes.ts'
import type { PushSettings } from './push-settings.ts'
import type { Writer } from './runtime/write/writer.ts'

/** What use-cases are given. Built by hand in main.ts and in tests. */
export interface Deps {
  readonly db: Database
  /** Writes what people do, many actions at once when many come. */
  readonly writer: Writer
  readonly log: Logger
  /** The time of rules; leases take theirs from the database. */
  readonly now: () => Date
  readonly directory: Directory
  readonly documents: Documents
  readonly processes: Processes
  /** Does in another thread what takes the longer the more somebody sends. */
  readonly offload: Offload
  readonly engineOptions: EngineOptions
  /** Origins that the deployment allows in every tenant. */
  readonly callbackOrigins: readonly string[]
  /** The platform's base URL: events say in `ce-source` where they come from. */
  readonly publicUrl: string
  /** Tokens of this service's own client. */
  readonly serviceTokens: ServiceTokens
  readonly sealer: Sealer
  /** How devices are told; undefined where the operator has set no key. */
  readonly push?: PushSettings | undefined
}
