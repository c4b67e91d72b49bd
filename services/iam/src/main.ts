import { listOf } from '@countersign/service-kit/config'
import { createLogger } from '@countersign/service-kit/log'
import { readEnvironment, runService } from '@countersign/service-kit/serve'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { createWorkers } from './workers.ts'

const config = readEnvironment(readConfig)
const log = createLogger({ service: 'iam', level: config.LOG_LEVEL })
const deps = createDeps(config, log)
const app = await buildApp(deps, {
  corsOrigins: listOf(config.CORS_ORIGINS),
  trustedProxies: listOf(config.TRUSTED_PROXIES),
})
await runService({
  app,
  config,
  log,
  workers: createWorkers(deps, config),
  close: () => deps.db.destroy(),
})
