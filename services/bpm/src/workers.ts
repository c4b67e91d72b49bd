import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { chainWorkers } from '@countersign/service-kit/audit-workers'
import type { App } from '@countersign/service-kit/http'
import { keysWorker } from '@countersign/service-kit/forget-keys'
import { consoleUrlOf, createMailerOf } from '@countersign/service-kit/mail-settings'
import type { HttpClient } from '@countersign/service-kit/http-client'
import { retentionWorker, type Retained } from '@countersign/service-kit/retention'
import { serverCheck } from '@countersign/service-kit/server-check'
import type { Worker } from '@countersign/service-kit/serve'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import { tellingWorker } from './features/biz-types/telling/worker.ts'
import { deliveryWorker } from './features/deliveries/dispatch/worker.ts'
import { countDeliveries } from './features/deliveries/metrics.ts'
import { personErasureWorker } from './features/erasures/worker.ts'
import { grantWorker } from './features/instances/attachments/grants.ts'
import { forgetOldPermits } from './features/instances/permits/queries.ts'
import { forgetUnusedSignatures } from './features/instances/records/signatures/queries.ts'
import { makeStart } from './features/instances/starting/start.ts'
import { migrationWorker } from './features/migrations/worker.ts'
import { addMailMetrics } from './features/notifications/metrics.ts'
import { addPushMetrics } from './features/notifications/push/metrics.ts'
import { createPusher } from './features/notifications/push/pusher.ts'
import { noticeWorker } from './features/notifications/worker.ts'
import { signalStartWorker } from './features/signal-starts/worker.ts'
import { signalWorker } from './features/signals/worker.ts'
import { simulationWorker } from './features/simulations/worker.ts'
import { startWorker } from './features/start-schedules/worker.ts'
import { timerWorker } from './features/timers/worker.ts'
import { migrations } from './migrations.ts'
import { recordRemoval } from './retention.ts'
import { pruneAttempts, pruneEvents } from './features/deliveries/prune.ts'
import { pruneIncidents } from './features/incidents/queries.ts'
import { pruneMigrations } from './features/migrations/queries.ts'
import { pruneNotices } from './features/notifications/mail-queries.ts'
import { pruneSignals } from './features/signals/queries.ts'
import { pruneSimulations } from './features/simulations/queries.ts'
import type { Schema } from './db/schema.ts'

/** What the service does by itself: deliver events, fire timers, start approvals by time and by signals, bring signals, tell who reads attachments, tell people by mail and on devices, move approvals, try drafts on old ones, forget people and keys. */
export function createWorkers(app: App, deps: Deps, config: Config, http: HttpClient): Worker[] {
  const callbackTrust = {
    privateCallbacks: config.BPM_PRIVATE_CALLBACKS,
    ...(config.CALLBACK_CA === undefined ? {} : { callbackCa: config.CALLBACK_CA }),
  }
  const { activity } = app
  return [
    serverCheck(deps.db, deps.log, migrations),
    deliveryWorker({ ...deps, ...countDeliveries(app), ...callbackTrust }, activity),
    timerWorker(deps, { activity }),
    startWorker({ ...deps, makeStart }, { activity }),
    grantWorker(deps, activity),
    tellingWorker(deps, activity),
    ...noticeWorkers(app, deps, config),
    migrationWorker(deps, { activity }),
    simulationWorker(deps, { activity }),
    signalWorker(deps, { activity }),
    signalStartWorker({ ...deps, makeStart }, { activity }),
    personErasureWorker({ ...deps, http, iamUrl: config.IAM_URL }),
    ...chainWorkers({ ...deps, app, config }, chainedLogs.bpm),
    keysWorker(
      deps,
      async (db) => (await forgetOldPermits(db)) + (await forgetUnusedSignatures(db, deps.now())),
    ),
    retentionWorker({ ...deps, record: recordRemoval }, retained(config)),
  ]
}

/** None where neither a mail server nor a key for devices is given: then nothing is collected either. */
function noticeWorkers(app: App, deps: Deps, config: Config): Worker[] {
  const mailer = createMailerOf(config)
  const pusher = deps.push && createPusher(deps.push)
  if (mailer === undefined && pusher === undefined) return []
  return [
    noticeWorker(
      {
        ...deps,
        ...(mailer === undefined ? {} : addMailMetrics(app, deps)),
        ...(pusher === undefined ? {} : addPushMetrics(app, deps)),
        mailer,
        pusher,
        consoleUrl: consoleUrlOf(config.ISSUER_URL),
        language: config.MAIL_LANGUAGE,
      },
      { activity: app.activity },
    ),
  ]
}

type Days = Pick<
  Config,
  | 'DELIVERY_ATTEMPTS_KEPT_DAYS'
  | 'EVENTS_KEPT_DAYS'
  | 'INCIDENTS_KEPT_DAYS'
  | 'MIGRATIONS_KEPT_DAYS'
  | 'NOTICES_KEPT_DAYS'
  | 'SIMULATIONS_KEPT_DAYS'
>

/** What goes by age as an operator says; the rest that goes has an age of its own. */
export const retained = (days: Days): readonly Retained<Schema>[] => [
  { what: 'events', keptDays: days.EVENTS_KEPT_DAYS, forget: pruneEvents },
  { what: 'signals', keptDays: days.EVENTS_KEPT_DAYS, forget: pruneSignals },
  { what: 'delivery attempts', keptDays: days.DELIVERY_ATTEMPTS_KEPT_DAYS, forget: pruneAttempts },
  { what: 'notices', keptDays: days.NOTICES_KEPT_DAYS, forget: pruneNotices },
  { what: 'incidents', keptDays: days.INCIDENTS_KEPT_DAYS, forget: pruneIncidents },
  { what: 'migrations', keptDays: days.MIGRATIONS_KEPT_DAYS, forget: pruneMigrations },
  { what: 'simulations', keptDays: days.SIMULATIONS_KEPT_DAYS, forget: pruneSimulations },
]
