import { type Kysely, sql } from 'kysely'
import type { Logger } from '../process/log.ts'
import { pollLoop } from '../process/poll-loop.ts'

const IDLE_MS = 3_600_000

/**
 * The worker that forgets idempotency keys older than a day; any number of processes may run one.
 *
 * @param also What else of the service ends by age alone: forgets a part of it, answers how much.
 */
export const keysWorker =
  <S>(
    { db, log }: { readonly db: Kysely<S>; readonly log: Logger },
    also: (db: Kysely<S>) => Promise<number> = async () => 0,
  ) =>
  (signal: AbortSignal): Promise<void> =>
    pollLoop({
      name: 'idempotency keys',
      idleMs: IDLE_MS,
      signal,
      log,
      round: async () => (await forgetOldKeys(db)) + (await also(db)),
    })

/** One round: a thousand keys at most, so that no statement holds many rows for long. */
export async function forgetOldKeys<S>(db: Kysely<S>): Promise<number> {
  const deleted = await sql`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where created_at < now() - interval '1 day' limit 1000
    )`.execute(db)
  return Number(deleted.numAffectedRows ?? 0n)
}
