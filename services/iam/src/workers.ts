import { keysWorker } from '@countersign/service-kit/forget-keys'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import type { WebhookClient } from '@countersign/service-kit/webhook-client'
import type { Worker } from '@countersign/service-kit/serve'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { deleteOldFederationAttempts } from './features/federation/attempt-queries.ts'
import { sendLogoutNotices } from './features/logout-notices/send.ts'
import { deleteOldSecurityEvents } from './features/security-events/queries.ts'
import { rotateOldKeys } from './keys/rotate.ts'
import { deleteExpired } from './oidc/index.ts'
import { deleteOldAttempts } from './passwords/attempt-queries.ts'
import { deleteWholeBudgets } from './passwords/budget-queries.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What the service does by itself: forget what has expired, rotate an old signing key. */
export function createWorkers(deps: Deps, config: Pick<Config, 'KEY_ROTATION_DAYS'>): Worker[] {
  const { db, log, now } = deps
  const loop = (name: string, idleMs: number, round: () => Promise<number>): Worker => {
    return (signal) => pollLoop({ name, idleMs, signal, log, round })
  }
  let client: WebhookClient | undefined
  // Loaded once there is somebody to tell.
  const lazyClient: Pick<WebhookClient, 'post'> = {
    post: async (request) => {
      const { createWebhookClient } = await import('@countersign/service-kit/webhook-client')
      client ??= createWebhookClient({ userAgent: 'countersign-iam' })
      return client.post(request)
    },
  }
  const workers = [
    loop('expired artifacts', 60_000, () => deleteExpired(db)),
    loop('old sign-in attempts', 10 * 60_000, () =>
      deleteOldAttempts(db, new Date(now().getTime() - dayMs)),
    ),
    loop('whole sign-in budgets', 10 * 60_000, () => deleteWholeBudgets(db, now())),
    loop('old federation attempts', 10 * 60_000, () => deleteOldFederationAttempts(db, now())),
    loop('logout notices', 2_000, () => sendLogoutNotices(deps, lazyClient)),
    loop('old security events', 60_000, () => deleteOldSecurityEvents(db)),
    keysWorker(deps),
  ]
  if (config.KEY_ROTATION_DAYS === 0) return workers
  const rotate = async () => ((await rotateOldKeys(deps, config.KEY_ROTATION_DAYS * dayMs)) ? 1 : 0)
  return [...workers, loop('signing key rotation', hourMs, rotate)]
}
