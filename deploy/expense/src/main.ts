import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db.ts'
import { startMetrics } from './metrics.ts'
import { registerEverywhere } from './register.ts'
import { createFeed } from './revocations.ts'
import { createServiceTokens, createWorkflow } from './workflow.ts'

try {
  const config = readConfig(process.env)
  const tokensFor = createServiceTokens(config)
  const workflow = createWorkflow(config, tokensFor)
  const revocations = createFeed(config, tokensFor, (event) =>
    app.log.warn({ event }, 'revocations'),
  )
  const db = openDatabase(config.databaseUrl, (error) =>
    app.log.warn({ err: error }, 'database connection lost'),
  )
  const app = await buildApp({ config, db, workflow, ...(revocations && { revocations }) })
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => stop.abort())
  }
  stop.signal.addEventListener('abort', () => {
    // Idle connections of fetch would hold the process for seconds more.
    void app
      .close()
      .then(() => db.destroy())
      .finally(() => process.exit())
  })
  void revocations?.run(stop.signal)
  await startMetrics(config, revocations, stop.signal)
  await app.listen({ port: config.port, host: config.host })
  const { tenantIds } = config
  await registerEverywhere({ workflow, tenantIds, log: app.log, signal: stop.signal })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
