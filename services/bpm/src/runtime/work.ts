// What the loop carries out: how one unit of work is read, locked and decided.
import type { Answer, IdempotencyKey } from '@countersign/service-kit/idempotency'
import type { Tx } from '../db/schema.ts'
import type { Planned } from './decide/decide.ts'
import type { Known, Needs } from './decide/known.ts'
import type { StartKeyRow } from './decide/recording.ts'
import type { InstanceRow } from './load/instances.ts'
import type { Read } from './load/read.ts'
import type { Locked, ProcessNeeded, Refusal } from './load/snapshot.ts'
import type { MatterDirectory } from './people/learn.ts'
import type { WriteOutcome } from './write/writer.ts'

/** One unit of work. `Seen` is what it is decided from: a snapshot, with what else it has to know. */
export interface Work<Seen, T> {
  readonly tenantId: string
  readonly directory: MatterDirectory
  readonly idempotency?: IdempotencyKey | undefined
  /** Of a start: the key that it takes. */
  readonly startKey?: StartKeyRow
  /** What was read without a lock; undefined where only the row lock will do. */
  readonly read: Read<Seen> | undefined
  /** Locks and reads the same in a transaction. */
  readonly lock: (tx: Tx) => Promise<Locked<Seen> | Settled<T> | ProcessNeeded | Refusal>
  /** Carried out under the row lock to see whether it would be, then taken back. */
  readonly dryRun?: true
  /** Pure: it is given data, and no database to ask. It may be called again, with more known. */
  readonly decide: (seen: Seen, known: Known) => Decision<T>
}

/** There is nothing to record of the approval. */
export interface Settled<T> {
  readonly kind: 'settled'
  readonly body: T
  /** Writes what belongs to it elsewhere, in the same transaction. */
  readonly first?: (tx: Tx) => Promise<void>
}

/** What is to be written, and how it is answered. */
export interface Decided<T> {
  readonly kind: 'decided'
  readonly planned: Planned
  /** Writes what has to be there before, in the same transaction; only ever under the row lock. */
  readonly first?: (tx: Tx) => Promise<void>
  /** @param instance As it is once all that follows is done, too. */
  readonly toBody: (instance: InstanceRow) => T
}

export type Decision<T> = Decided<T> | Settled<T> | Needs | Refusal

/** What one attempt came to. Everything that may be a reason for another is here. */
export type Attempt<T> =
  | { readonly kind: 'written'; readonly answer: Answer<T> }
  | Refusal
  | Needs
  | ProcessNeeded
  /** It would be written. */
  | { readonly kind: 'foreseen'; readonly body: T }
  /** Other approvals are concerned: they are locked with this one. */
  | { readonly kind: 'lockNeeded' }
  | Exclude<WriteOutcome, { kind: 'written' }>
