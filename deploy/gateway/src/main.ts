import { listOf } from '@countersign/service-kit/config'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import { readEnvironment, runService, verifierFor } from '@countersign/service-kit/serve'
import { buildApp } from './app.ts'
import { readApplications, readFrameOrigins } from './applications.ts'
import { readConfig } from './config.ts'
import { backendMounts } from './mounts.ts'

const { config, ...addresses } = readEnvironment((env) => {
  const config = readConfig(env)
  const frameOrigins = readFrameOrigins(config.CONSOLE_FRAME_ORIGINS, config.ISSUER_URL)
  return {
    config,
    backends: backendMounts(config.BACKENDS),
    applications: readApplications(config.APPLICATIONS, frameOrigins),
    frameOrigins,
  }
})
const log = createLogger({ service: 'gateway', level: config.LOG_LEVEL })
const app = await buildApp({
  ...addresses,
  log,
  verifier: verifierFor(config),
  http: createHttpClient({ userAgent: 'countersign-gateway' }),
  baseUrl: config.ISSUER_URL,
  limits: {
    token: config.RATE_LIMIT_TOKEN,
    signIn: config.RATE_LIMIT_SIGN_IN,
    shares: config.RATE_LIMIT_SHARES,
  },
  frontProxies: listOf(config.FRONT_PROXIES),
  services: { iam: config.IAM_URL, bpm: config.BPM_URL, dms: config.DMS_URL },
  ...(config.CONSOLE_ROOT === undefined ? {} : { consoleRoot: config.CONSOLE_ROOT }),
  ...(config.SAMPLE_APP_URL === undefined ? {} : { sampleAppUrl: config.SAMPLE_APP_URL }),
})
await runService({ app, config, log })
