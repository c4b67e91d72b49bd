// Group commit: actions that come at once are written by one statement, and commit together.
import { microBatched } from '@countersign/service-kit/micro-batched'
import type { Database, Db } from '../../db/schema.ts'
import type { Recording } from '../decide/recording.ts'
import type { StuckAction } from '../load/snapshot.ts'
import { raiseRefused } from './incidents.ts'
import { writeRecordings } from './recording-queries.ts'
import { isRefusal, toCollision, type Collision } from './transaction.ts'

/** What became of an action that was decided without a lock. */
export type WriteOutcome =
  | { readonly kind: 'written' }
  /** Optimistic lock: its instance is of another version now, or its start key is taken. */
  | { readonly kind: 'movedOn' }
  /** One of those that shared the statement was refused, so nothing of it was written. */
  | { readonly kind: 'batchSplit' }
  | Collision

/** Writes actions that were decided without a lock, and what is left of those that were refused. */
export interface Writer {
  /**
   * Resolves when the action is committed, or is not going to be.
   *
   * @param how `microBatch`: with those that come at once; `alone`: by a statement of its own.
   * @throws what the database refuses of this action alone.
   */
  write(recording: Recording, how: 'microBatch' | 'alone'): Promise<WriteOutcome>

  /** Raises the incident that an action was refused for, unless the approval has moved on since. */
  raise(stuck: StuckAction): Promise<void>
}

export interface WriterOptions {
  /** Most actions in one statement; 1 writes each by its own. */
  readonly atOnce: number
}

export function createWriter(db: Database, { atOnce }: WriterOptions): Writer {
  // A second one for an instance can only come too late: it learns that from a statement of its own.
  const shared = microBatched(writeTogether, { most: atOnce, apart: ({ instance }) => instance.id })
  return {
    write: (recording, how) =>
      how === 'alone' || atOnce <= 1 ? writeAlone(db, recording) : shared(db, recording),
    raise: (stuck) => raiseRefused(db, stuck),
  }
}

async function writeTogether(db: Db, recordings: readonly Recording[]): Promise<WriteOutcome[]> {
  const [only, another] = recordings
  if (only !== undefined && another === undefined) return [await writeAlone(db, only)]
  try {
    const written = await writeRecordings(db, recordings)
    return recordings.map(({ instance }) => toOutcome(written.has(instance.id)))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return recordings.map(() => ({ kind: 'batchSplit' }))
  }
}

async function writeAlone(db: Db, recording: Recording): Promise<WriteOutcome> {
  try {
    const written = await writeRecordings(db, [recording])
    return toOutcome(written.has(recording.instance.id))
  } catch (error) {
    const collision = toCollision(error)
    if (collision === undefined) throw error
    return collision
  }
}

const toOutcome = (written: boolean): WriteOutcome => ({ kind: written ? 'written' : 'movedOn' })
