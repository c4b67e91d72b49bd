import { listOf } from '@countersign/service-kit/config'
import { createLogger } from '@countersign/service-kit/log'
import {
  readEnvironment,
  readVersion,
  runService,
  verifierFor,
} from '@countersign/service-kit/serve'
import { createSpaOrigins } from '@countersign/service-kit/spa-origins'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { createWorkers } from './workers.ts'

const config = readEnvironment(readConfig)
const log = createLogger({ service: 'bpm', level: config.LOG_LEVEL })
const { deps, http } = createDeps(config, log)
const app = await buildApp(deps, {
  version: readVersion(import.meta.url),
  verifier: verifierFor(config, ['bpm']),
  corsOrigins: createSpaOrigins({
    iamUrl: config.IAM_URL,
    http,
    tokens: deps.serviceTokens,
    now: deps.now,
    log,
    always: listOf(config.CORS_ORIGINS),
  }),
})
await runService({
  app,
  config,
  log,
  workers: createWorkers(app, deps, config),
  close: async () => {
    await Promise.all([deps.db.destroy(), http.close()])
  },
})
