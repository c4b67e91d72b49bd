import { listOf } from '@countersign/service-kit/config'
import { ConfigError } from '@countersign/service-kit/config'
import { createLogger } from '@countersign/service-kit/log'
import { runService } from '@countersign/service-kit/serve'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { createDeps } from './create-deps.ts'
import { createWorkers } from './workers.ts'

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

const config = readConfigOrExit()
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
