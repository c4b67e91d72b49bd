import { createVerifier } from '@countersign/auth-verifier'
import { ConfigError } from '@countersign/service-kit/config'
import { createHttpClient } from '@countersign/service-kit/http-client'
import { createLogger } from '@countersign/service-kit/log'
import { runService } from '@countersign/service-kit/serve'
import { buildApp } from './app.ts'
import { readApplications, readFrameOrigins } from './applications.ts'
import { readConfig } from './config.ts'
import { backendMounts } from './mounts.ts'

try {
  const config = readConfig(process.env)
  const log = createLogger({ service: 'gateway', level: config.LOG_LEVEL })
  const frameOrigins = readFrameOrigins(config.CONSOLE_FRAME_ORIGINS, config.ISSUER_URL)
  const app = await buildApp({
    log,
    verifier: createVerifier({
      issuer: config.ISSUER_URL,
      jwksUrl: config.JWKS_URL,
      audience: config.AUDIENCE ?? config.ISSUER_URL,
    }),
    http: createHttpClient({ userAgent: 'countersign-gateway' }),
    baseUrl: config.ISSUER_URL,
    services: { iam: config.IAM_URL, bpm: config.BPM_URL, dms: config.DMS_URL },
    backends: backendMounts(config.BACKENDS),
    applications: readApplications(config.APPLICATIONS, frameOrigins),
    frameOrigins,
    ...(config.CONSOLE_ROOT === undefined ? {} : { consoleRoot: config.CONSOLE_ROOT }),
    ...(config.SAMPLE_APP_URL === undefined ? {} : { sampleAppUrl: config.SAMPLE_APP_URL }),
  })
  await runService({ app, config, log })
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
