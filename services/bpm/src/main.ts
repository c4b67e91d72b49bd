import { listOf } from '@countersign/service-kit/config'
import { createDatabase } from '@countersign/service-kit/db'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { forgetOldKeys } from '@countersign/service-kit/idempotency'
import { createLogger } from '@countersign/service-kit/log'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { createSealer } from '@countersign/service-kit/sealing'
import {
  readEnvironment,
  readVersion,
  runService,
  type Worker,
  verifierFor,
} from '@countersign/service-kit/serve'
import { createServiceTokens } from '@countersign/service-kit/service-token'
import { createSpaOrigins } from '@countersign/service-kit/spa-origins'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import type { Schema } from './db/schema.ts'
import type { Deps } from './deps.ts'
import { createDirectory } from './directory.ts'
import { deliveryWorker } from './features/deliveries/dispatch/worker.ts'
import { countDeliveries } from './features/deliveries/metrics.ts'
import { migrationWorker } from './features/migrations/worker.ts'
import { createMailer } from './features/notifications/mailer.ts'
import { addMailMetrics } from './features/notifications/metrics.ts'
import { mailWorker } from './features/notifications/worker.ts'
import { timerWorker } from './features/timers/worker.ts'
import { createProcesses } from './runtime/load/processes.ts'
import { createWriter } from './runtime/write/writer.ts'

const config = readEnvironment(readConfig)
const log = createLogger({ service: 'bpm', level: config.LOG_LEVEL })
const now = () => new Date()
const http = createHttpClient({ userAgent: 'countersign-bpm' })
const db = createDatabase<Schema>({
  url: config.DATABASE_URL,
  poolSize: config.DATABASE_POOL_SIZE,
  applicationName: 'bpm',
  log,
})
const serviceTokens = createServiceTokens({
  tokenUrl: new URL('/oauth2/token', config.IAM_URL).href,
  clientId: config.BPM_CLIENT_ID,
  clientSecret: config.BPM_CLIENT_SECRET,
  http,
  now,
})
const deps: Deps = {
  db,
  writer: createWriter(db, { atOnce: config.ACTIONS_PER_STATEMENT }),
  log,
  now,
  directory: createDirectory({ iamUrl: config.IAM_URL, http, tokens: serviceTokens, now }),
  processes: createProcesses(db),
  engineOptions: { administratorsRole: config.ADMINISTRATORS_ROLE },
  callbackOrigins: listOf(config.BPM_CALLBACK_ORIGINS),
  publicUrl: config.ISSUER_URL,
  serviceTokens,
  sealer: createSealer(config.KEY_ENCRYPTION_KEY),
}
const app = await buildApp(deps, {
  version: readVersion(import.meta.url),
  verifier: verifierFor(config),
  corsOrigins: createSpaOrigins({
    iamUrl: config.IAM_URL,
    http,
    tokens: serviceTokens,
    now,
    log,
    always: listOf(config.CORS_ORIGINS),
  }),
})

const callbackTrust = {
  privateCallbacks: config.BPM_PRIVATE_CALLBACKS,
  ...(config.CALLBACK_CA === undefined ? {} : { callbackCa: config.CALLBACK_CA }),
}

/** None where no mail server is given: then nothing is collected either. */
function mailWorkers(): Worker[] {
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

const forgetKeys = (signal: AbortSignal): Promise<void> =>
  pollLoop({
    name: 'idempotency keys',
    idleMs: 60 * 60 * 1000,
    signal,
    log,
    round: () => forgetOldKeys(db),
  })

await runService({
  app,
  config,
  log,
  workers: [
    deliveryWorker({ ...deps, ...countDeliveries(app), ...callbackTrust }),
    timerWorker(deps),
    ...mailWorkers(),
    migrationWorker(deps),
    forgetKeys,
  ],
  close: async () => {
    await Promise.all([db.destroy(), http.close()])
  },
})
