import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '../process/log.ts'
import { probeDatabase } from './db.ts'

/** Shorter than what those who ask for readiness wait. */
const answerWithinMs = 1_500

/**
 * Whether the service can do its work: its database answers soon, and takes writes. A server
 * that does not is left by this. However many wait for a connection, this does not.
 *
 * Kept by: deploy/drills/src/failover/two-servers.test.ts "is not ready"
 */
export async function findDatabaseHealth(
  db: object,
  log: Logger,
): Promise<{ readonly status: 'UP' | 'DOWN' }> {
  const answered = new AbortController()
  const giveUp = async () => {
    await wait(answerWithinMs, undefined, { signal: answered.signal })
    throw new Error(`the database has not answered in ${answerWithinMs} ms`)
  }
  try {
    await Promise.race([probeDatabase(db), giveUp()])
    return { status: 'UP' }
  } catch (error) {
    log.warn({ err: error }, 'the database cannot be used')
    return { status: 'DOWN' }
  } finally {
    answered.abort()
  }
}
