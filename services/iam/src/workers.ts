import { forgetOldKeys } from '@countersign/service-kit/idempotency'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import type { Worker } from '@countersign/service-kit/serve'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { rotateOldKeys } from './features/keys/rotate.ts'
import { deleteExpired } from './oidc/artifact-queries.ts'
import { deleteOldAttempts } from './attempt-queries.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What the service does by itself: forget what has expired, rotate an old signing key. */
export function createWorkers(deps: Deps, config: Pick<Config, 'KEY_ROTATION_DAYS'>): Worker[] {
  const { db, log, now } = deps
  const loop = (name: string, idleMs: number, round: () => Promise<number>): Worker => {
    return (signal) => pollLoop({ name, idleMs, signal, log, round })
  }
  const workers = [
    loop('expired artifacts', 60_000, () => deleteExpired(db)),
    loop('old sign-in attempts', 10 * 60_000, () =>
      deleteOldAttempts(db, new Date(now().getTime() - dayMs)),
    ),
    loop('old idempotency keys', 10 * 60_000, () => forgetOldKeys(db)),
  ]
  if (config.KEY_ROTATION_DAYS === 0) return workers
  const rotate = async () => ((await rotateOldKeys(deps, config.KEY_ROTATION_DAYS * dayMs)) ? 1 : 0)
  return [...workers, loop('signing key rotation', hourMs, rotate)]
}
