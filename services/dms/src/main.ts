import { listOf } from '@countersign/service-kit/config'
import {
  readEnvironment,
  readVersion,
  runService,
  verifierFor,
} from '@countersign/service-kit/serve'
import { startTracing } from '@countersign/service-kit/tracing-start'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { createWorkers } from './workers.ts'

const config = readEnvironment(readConfig)
const version = readVersion(import.meta.url)
const tracing = await startTracing(config, { service: 'dms', version })
const { deps, corsOrigins, revocations, iam, close } = createDeps(config, process.env)
const app = await buildApp(deps, {
  version,
  corsOrigins,
  revocations,
  trustedProxies: listOf(config.TRUSTED_PROXIES),
  problemTypes: config.PROBLEM_TYPES,
  referenceClientId: config.REFERENCE_CLIENT_ID,
  trust: {
    verifier: verifierFor(config, ['dms'], revocations),
    workflowClientId: config.WORKFLOW_CLIENT_ID,
    signatureKeys: `${config.BPM_URL.replace(/\/+$/, '')}/api/bpm/v1/event-keys`,
  },
})

await runService({
  app,
  config,
  tracing,
  log: deps.log,
  workers: [...createWorkers(app, deps, config, iam), ...(revocations ? [revocations.run] : [])],
  close,
})
