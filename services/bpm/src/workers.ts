import type { App } from '@countersign/service-kit/http'
import { keysWorker } from '@countersign/service-kit/forget-keys'
import type { Worker } from '@countersign/service-kit/serve'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { deliveryWorker } from './features/deliveries/dispatch/worker.ts'
import { countDeliveries } from './features/deliveries/metrics.ts'
import { migrationWorker } from './features/migrations/worker.ts'
import { createMailer } from './features/notifications/mailer.ts'
import { addMailMetrics } from './features/notifications/metrics.ts'
import { mailWorker } from './features/notifications/worker.ts'
import { timerWorker } from './features/timers/worker.ts'

/** What the service does by itself: deliver events, fire timers, send mail, move approvals, forget keys. */
export function createWorkers(app: App, deps: Deps, config: Config): Worker[] {
  const callbackTrust = {
    privateCallbacks: config.BPM_PRIVATE_CALLBACKS,
    ...(config.CALLBACK_CA === undefined ? {} : { callbackCa: config.CALLBACK_CA }),
  }
  return [
    deliveryWorker({ ...deps, ...countDeliveries(app), ...callbackTrust }),
    timerWorker(deps),
    ...mailWorkers(app, deps, config),
    migrationWorker(deps),
    keysWorker(deps),
  ]
}

/** None where no mail server is given: then nothing is collected either. */
function mailWorkers(app: App, deps: Deps, config: Config): Worker[] {
  const { SMTP_URL: smtpUrl, MAIL_FROM, ISSUER_URL, MAIL_PER_SECOND: perSecond } = config
  if (smtpUrl === undefined) return []
  const from = MAIL_FROM ?? `Countersign <no-reply@${new URL(ISSUER_URL).hostname}>`
  return [
    mailWorker({
      ...deps,
      ...addMailMetrics(app, deps),
      mailer: createMailer({ smtpUrl, from, perSecond }),
      consoleUrl: `${ISSUER_URL.replace(/\/$/, '')}/console`,
      language: config.MAIL_LANGUAGE,
    }),
  ]
}
