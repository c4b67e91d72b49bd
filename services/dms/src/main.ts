import { readFileSync } from 'node:fs'
import { createVerifier } from '@countersign/auth-verifier'
import { ConfigError, listOf } from '@countersign/service-kit/config'
import { runService } from '@countersign/service-kit/serve'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createDeps } from './deps.ts'
import { startWorkers } from './workers.ts'

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(2)
  }
}

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

const config = readConfigOrExit()
const { deps, corsOrigins, close } = createDeps(config, process.env)
const app = await buildApp(deps, {
  version: readVersion(),
  corsOrigins,
  trustedProxies: listOf(config.TRUSTED_PROXIES),
  trust: {
    verifier: createVerifier({
      issuer: config.ISSUER_URL,
      jwksUrl: config.JWKS_URL,
      audience: config.AUDIENCE ?? config.ISSUER_URL,
    }),
    workflowClientId: config.WORKFLOW_CLIENT_ID,
    signatureKeys: `${config.BPM_URL.replace(/\/+$/, '')}/api/bpm/v1/event-keys`,
  },
})

await runService({ app, config, log: deps.log, workers: startWorkers(deps), close })
