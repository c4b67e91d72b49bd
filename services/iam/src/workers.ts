import { chainedLogs } from '@countersign/service-kit/audit-logs'
import type { AnchorSettings } from '@countersign/service-kit/audit-settings'
import { chainWorkers } from '@countersign/service-kit/audit-workers'
import type { App } from '@countersign/service-kit/http'
import { keysWorker } from '@countersign/service-kit/forget-keys'
import { retentionWorker, type Retained } from '@countersign/service-kit/retention'
import { serverCheck } from '@countersign/service-kit/server-check'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import type { WebhookClient } from '@countersign/service-kit/webhook-client'
import type { Worker } from '@countersign/service-kit/serve'
import { deleteOldActivity } from './accounts/session-activity.ts'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { eraseNext } from './features/erasures/erase.ts'
import { deleteOldFederationAttempts } from './features/federation/attempt-queries.ts'
import { giveUpLogoutNotices } from './features/logout-notices/give-up.ts'
import { sendLogoutNotices } from './features/logout-notices/send.ts'
import { deleteOldSecurityEvents } from './features/security-events/queries.ts'
import { rotateOldKeys } from './keys/rotate.ts'
import { deleteExpiredLinks } from './mail/link-queries.ts'
import { addMailMetrics } from './mail/metrics.ts'
import { sendDueMails } from './mail/send.ts'
import { migrations } from './migrations.ts'
import { deleteExpired } from './oidc/index.ts'
import { deleteOldAttempts } from './passwords/attempt-queries.ts'
import { deleteWholeBudgets } from './passwords/budget-queries.ts'
import { answerResetRequests } from './passwords/reset-requests.ts'
import { recordRemoval } from './retention.ts'
import { pruneInvitations } from './features/invitations/queries.ts'
import { pruneMails } from './mail/outbox-queries.ts'
import type { IamSchema } from './db/schema.ts'

const hourMs = 3_600_000
/** How long loops may rest beyond their pause while nothing happens in the process. */
const QUIET_MS = 5_000
const dayMs = 24 * hourMs

/** What the service does by itself: forget what has expired, send mail, extend the audit's chain, rotate an old signing key. */
export function createWorkers(
  app: App,
  deps: Deps,
  config: Pick<Config, 'KEY_ROTATION_DAYS'> & RetentionDays & AnchorSettings,
): Worker[] {
  const { db, log, now } = deps
  const quiet = { activity: app.activity, mostMs: QUIET_MS }
  const loop = (name: string, idleMs: number, round: () => Promise<number>): Worker => {
    return (signal) => pollLoop({ name, idleMs, quiet, signal, log, round })
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
    serverCheck(db, log, migrations),
    loop('expired artifacts', 60_000, () => deleteExpired(db)),
    loop('old sign-in attempts', 10 * 60_000, () =>
      deleteOldAttempts(db, new Date(now().getTime() - dayMs)),
    ),
    loop('whole sign-in budgets', 10 * 60_000, () => deleteWholeBudgets(db, now())),
    loop('old federation attempts', 10 * 60_000, () => deleteOldFederationAttempts(db, now())),
    loop('logout notices', 2_000, () => sendLogoutNotices(deps, lazyClient)),
    loop('hopeless logout notices', 10 * 60_000, () => giveUpLogoutNotices(deps)),
    loop('old activity of sessions', hourMs, () => deleteOldActivity(db)),
    loop('expired links', 10 * 60_000, () => deleteExpiredLinks(db, now())),
    ...mailWorkers(app, deps, loop),
    loop('erasures', 5_000, () => eraseNext(deps)),
    loop('old security events', 60_000, () => deleteOldSecurityEvents(db)),
    ...chainWorkers({ app, db, log, now, config }, chainedLogs.iam),
    keysWorker(deps),
    retentionWorker({ ...deps, record: recordRemoval }, retained(config)),
  ]
  if (config.KEY_ROTATION_DAYS === 0) return workers
  const rotate = async () => ((await rotateOldKeys(deps, config.KEY_ROTATION_DAYS * dayMs)) ? 1 : 0)
  return [...workers, loop('signing key rotation', hourMs, rotate)]
}

type Loop = (name: string, idleMs: number, round: () => Promise<number>) => Worker

/** None where no mail server is given: then nothing is asked for either. */
function mailWorkers(app: App, deps: Deps, loop: Loop): Worker[] {
  const { mailer, log } = deps
  if (mailer === undefined) {
    log.info('no SMTP_URL: passwords are reset by administrators, who hand links over themselves')
    return []
  }
  const sending = { ...deps, ...addMailMetrics(app, deps), mailer }
  const send = loop('mail', 1_000, () => sendDueMails(sending))
  return [
    loop('password reset requests', 1_000, () => answerResetRequests(deps)),
    async (signal) => {
      await send(signal)
      mailer.close()
    },
  ]
}

type RetentionDays = Pick<Config, 'INVITATIONS_KEPT_DAYS' | 'MAILS_KEPT_DAYS'>

/** What goes by age as an operator says; the rest that goes has an age of its own. */
export const retained = (days: RetentionDays): readonly Retained<IamSchema>[] => [
  { what: 'invitations', keptDays: days.INVITATIONS_KEPT_DAYS, forget: pruneInvitations },
  { what: 'mails', keptDays: days.MAILS_KEPT_DAYS, forget: pruneMails },
]
