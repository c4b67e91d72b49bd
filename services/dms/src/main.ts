import { listOf } from '@countersign/service-kit/config'
import {
  readEnvironment,
  readVersion,
  runService,
  verifierFor,
} from '@countersign/service-kit/serve'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './create-deps.ts'
import { startWorkers } from './workers.ts'

const config = readEnvironment(readConfig)
const { deps, corsOrigins, revocations, close } = createDeps(config, process.env)
const app = await buildApp(deps, {
  version: readVersion(import.meta.url),
  corsOrigins,
  revocations,
  trustedProxies: listOf(config.TRUSTED_PROXIES),
  trust: {
    verifier: verifierFor(config, ['dms'], revocations),
    workflowClientId: config.WORKFLOW_CLIENT_ID,
    signatureKeys: `${config.BPM_URL.replace(/\/+$/, '')}/api/bpm/v1/event-keys`,
  },
})

await runService({
  app,
  config,
  log: deps.log,
  workers: [...startWorkers(deps), ...(revocations ? [revocations.run] : [])],
  close,
})
