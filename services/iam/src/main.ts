import { listOf } from '@countersign/service-kit/config'
import { createLogger } from '@countersign/service-kit/log'
import { readEnvironment, runService } from '@countersign/service-kit/serve'
import { startTracing } from '@countersign/service-kit/tracing-start'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { version } from './version.ts'
import { createWorkers } from './workers.ts'

const config = readEnvironment(readConfig)
const tracing = await startTracing(config, { service: 'iam', version })
const log = createLogger({ service: 'iam', level: config.LOG_LEVEL })
const deps = createDeps(config, log)
const app = await buildApp(deps, {
  corsOrigins: listOf(config.CORS_ORIGINS),
  trustedProxies: listOf(config.TRUSTED_PROXIES),
  problemTypes: config.PROBLEM_TYPES,
  referenceClientId: config.REFERENCE_CLIENT_ID,
})
await runService({
  app,
  config,
  tracing,
  log,
  workers: createWorkers(app, deps, config),
  close: () => deps.db.destroy(),
})
