import type { Database } from '../db/schema.ts'
import { writeRecordings } from './recording-queries.ts'
import type { Recording } from './recording.ts'

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

interface Waiting {
  readonly recording: Recording
  readonly resolve: (written: boolean) => void
  readonly reject: (error: unknown) => void
}

// While two are under way, what comes waits for one of them to end: nobody waits for company when
// the database is idle, and the busier it is the more share a commit.
const STATEMENTS_AT_ONCE = 2
const ATTEMPTS = 5

export function createWriter(db: Database, { atOnce }: WriterOptions): Writer {
  if (atOnce <= 1) return { write: (recording) => writeOne(db, recording) }
  let waiting: Waiting[] = []
  let running = 0

  async function write(batch: readonly Waiting[]): Promise<void> {
    const [first] = batch
    if (first === undefined) return
    if (batch.length === 1) return settle(first, writeOne(db, first.recording))
    try {
      const written = await writeRecordings(
        db,
        batch.map(({ recording }) => recording),
      )
      for (const { recording, resolve } of batch) resolve(written.has(recording.instance.id))
    } catch (error) {
      // What the database refuses of one must not take the others with it.
      const again = isRefusal(error)
      for (const one of batch) {
        if (again) await settle(one, writeOne(db, one.recording))
        else one.reject(error)
      }
    }
  }

  async function run(): Promise<void> {
    running += 1
    while (waiting.length > 0) {
      const { taken, left } = take(waiting, atOnce)
      waiting = left
      await write(taken)
    }
    running -= 1
  }

  return {
    write: (recording) =>
      new Promise((resolve, reject) => {
        waiting.push({ recording, resolve, reject })
        if (running < STATEMENTS_AT_ONCE) void run()
      }),
  }
}

/** The next ones, at most one for an instance: a second one can only come too late. */
function take(waiting: readonly Waiting[], most: number): { taken: Waiting[]; left: Waiting[] } {
  const taken = new Map<string, Waiting>()
  const left: Waiting[] = []
  for (const one of waiting) {
    const { id } = one.recording.instance
    if (taken.size < most && !taken.has(id)) taken.set(id, one)
    else left.push(one)
  }
  return { taken: [...taken.values()], left }
}

const settle = ({ resolve, reject }: Waiting, written: Promise<boolean>): Promise<void> =>
  written.then(resolve, reject)

async function writeOne(db: Database, recording: Recording): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await writeRecordings(db, [recording])).has(recording.instance.id)
    } catch (error) {
      if (attempt >= ATTEMPTS || !stateOf(error)?.startsWith('40')) throw error
    }
  }
}

/** SQLSTATE classes of what is wrong with rows, and of transactions that met. */
const isRefusal = (error: unknown): boolean => /^(21|22|23|40)/.test(stateOf(error) ?? '')

const stateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
