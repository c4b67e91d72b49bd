import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { createApplicationRole, dropApplicationRole } from './application-role.ts'
import { dropDatabasesOfRun, dropStaleDatabases } from './databases.ts'
import { startS3 } from './s3.ts'
import { startServer } from './server.ts'

const stops: (() => Promise<void>)[] = []

// A service is a process of its own in many tests, hundreds of times in a run; with its sources
// compiled already it takes half the processor time to start.
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url))

/** vitest's hook before the run: one PostgreSQL and one S3 server for all test files. */
export async function setup(project: TestProject): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= compileCache
  const server = await startServer(process.env)
  const runId = `${Date.now().toString(36)}${randomBytes(3).toString('hex')}`
  stops.push(async () => {
    // A server that came with the run goes with its databases.
    if (server.origin === 'DATABASE_URL') {
      await dropDatabasesOfRun(server.url, runId)
      await dropApplicationRole(server.url, runId)
    }
    await server.stop()
  })
  if (server.origin === 'DATABASE_URL') await dropStaleDatabases(server.url)
  project.provide('applicationRole', await createApplicationRole(server.url, runId))
  project.provide('databaseServerUrl', server.url)
  project.provide('runId', runId)
  console.log(`PostgreSQL for the tests: ${server.origin}`)
  stops.push(await startS3(process.env))
}

/** vitest's hook after the run. */
export async function teardown(): Promise<void> {
  await Promise.all(stops.splice(0).map((stop) => stop()))
}
