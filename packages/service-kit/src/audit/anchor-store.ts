import type { AuditedService } from './heads.ts'

/** Another place than the database, where signed heads are added to and never taken from. */
export interface AnchorStore {
  /** Answers when it is durable. May be repeated: the same head twice says the same. */
  add(service: AuditedService, jws: string): Promise<void>
  /** All that were added, in any order. */
  read(service: AuditedService): AsyncIterable<string>
}
