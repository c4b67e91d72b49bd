import { listOf } from '@countersign/service-kit/config'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import {
  readEnvironment,
  readVersion,
  runService,
  verifierFor,
} from '@countersign/service-kit/serve'
import { startTracing } from '@countersign/service-kit/tracing-start'
import { buildApp, buildInternalApp, type GatewayOptions } from './app.ts'
import { readApplications, readFrameOrigins } from './applications.ts'
import { readConfig } from './config.ts'
import { backendMounts } from './mounts.ts'
import { createRevocations } from './revocations.ts'

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
const tracing = await startTracing(config, {
  service: 'gateway',
  version: readVersion(import.meta.url),
  trustsCallers: false,
})
const log = createLogger({ service: 'gateway', level: config.LOG_LEVEL })
const http = createHttpClient({ userAgent: 'countersign-gateway' })
const revocations = createRevocations(config, http, log)
const { INTERNAL_PORT: internalPort, INTERNAL_HOST: internalHost = config.HOST } = config
const options: GatewayOptions = {
  ...addresses,
  log,
  verifier: verifierFor(config, undefined, revocations),
  ...(revocations === undefined ? {} : { revocations }),
  baseUrl: config.ISSUER_URL,
  problemTypes: config.PROBLEM_TYPES,
  limits: {
    token: config.RATE_LIMIT_TOKEN,
    signIn: config.RATE_LIMIT_SIGN_IN,
    shares: config.RATE_LIMIT_SHARES,
  },
  frontProxies: listOf(config.FRONT_PROXIES),
  frontProxyHops: config.FRONT_PROXY_HOPS,
  consoleDpop: config.CONSOLE_DPOP,
  services: { iam: config.IAM_URL, bpm: config.BPM_URL, dms: config.DMS_URL },
  ...(config.CONSOLE_ROOT === undefined ? {} : { consoleRoot: config.CONSOLE_ROOT }),
  ...(config.SAMPLE_APP_URL === undefined ? {} : { sampleAppUrl: config.SAMPLE_APP_URL }),
}
const app = await buildApp({ ...options, internalElsewhere: internalPort !== undefined })
if (internalPort !== undefined) {
  const internal = buildInternalApp(options, app)
  app.addHook('onClose', () => internal.close())
  await internal.listen({ port: internalPort, host: internalHost })
}
await runService({ app, config, tracing, log, workers: revocations ? [revocations.run] : [] })
