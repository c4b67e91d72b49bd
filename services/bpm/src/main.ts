import { listOf } from '@countersign/service-kit/config'
import { createLogger } from '@countersign/service-kit/log'
import { createRevocationsOf } from '@countersign/service-kit/revocations'
import {
  readEnvironment,
  readVersion,
  runService,
  verifierFor,
} from '@countersign/service-kit/serve'
import { createSpaOrigins } from '@countersign/service-kit/spa-origins'
import { startTracing } from '@countersign/service-kit/tracing-start'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { createWorkers } from './workers.ts'

const config = readEnvironment(readConfig)
const version = readVersion(import.meta.url)
const tracing = await startTracing(config, { service: 'bpm', version })
const log = createLogger({ service: 'bpm', level: config.LOG_LEVEL })
const { deps, http } = createDeps(config, log)
const revocations = createRevocationsOf({
  config,
  clientId: config.BPM_CLIENT_ID,
  tokens: deps.serviceTokens,
  log,
})
const app = await buildApp(deps, {
  version,
  verifier: verifierFor(config, ['bpm'], revocations),
  revocations,
  problemTypes: config.PROBLEM_TYPES,
  referenceClientId: config.REFERENCE_CLIENT_ID,
  trustedProxies: listOf(config.TRUSTED_PROXIES),
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
  tracing,
  log,
  workers: [...createWorkers(app, deps, config, http), ...(revocations ? [revocations.run] : [])],
  close: async () => {
    await Promise.all([deps.db.destroy(), deps.offload.close(), http.close()])
  },
})
