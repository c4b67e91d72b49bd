import { sqlStateOf } from '@countersign/service-kit/sql-state'
import { microBatched } from '../../db/micro-batch.ts'
import type { Database, Db } from '../../db/schema.ts'
import { writeRecordings } from './recording-queries.ts'
import type { Recording } from '../decide/recording.ts'

/** Writes actions as they come, many by one statement while many come at once. */
export interface Writer {
  /**
   * Resolves when the action is committed, with false when nothing of it was written because its
   * instance had moved on or its start key was taken. Rejects when the database refuses it.
   */
  write(recording: Recording): Promise<boolean>
}

export interface WriterOptions {
  /** Most actions in one statement; 1 writes each by its own. */
  readonly atOnce: number
}

const ATTEMPTS = 5

export function createWriter(db: Database, { atOnce }: WriterOptions): Writer {
  if (atOnce <= 1) return { write: async (recording) => (await write(db, [recording]))[0] ?? false }
  // A second one for an instance can only come too late: it learns that from a statement of its own.
  const writeOne = microBatched(write, { most: atOnce, apart: ({ instance }) => instance.id })
  return { write: (recording) => writeOne(db, recording) }
}

async function write(db: Db, recordings: readonly Recording[]): Promise<boolean[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const written = await writeRecordings(db, recordings)
      return recordings.map(({ instance }) => written.has(instance.id))
    } catch (error) {
      // A deadlock or the like of one alone is tried again; of many, each by itself.
      const met = recordings.length === 1 && sqlStateOf(error)?.startsWith('40') === true
      if (!met || attempt >= ATTEMPTS) throw error
    }
  }
}
