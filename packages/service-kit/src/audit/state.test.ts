import { Registry } from '@prometheus-io/client'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import type { App } from '../http/app.ts'
import { addDrain } from '../http/drain.ts'
import { addHealth } from '../http/health.ts'
import { addMetrics, metricsOf } from '../http/metrics.ts'
import { createLogger } from '../process/log.ts'
import { anchorWorker } from './anchors.ts'
import { addAuditState } from './state.ts'

async function start(): Promise<App> {
  const app = Fastify() as unknown as App
  addDrain(app)
  addMetrics(app, new Registry())
  addHealth(app, async () => ({ database: { status: 'UP' } }))
  onTestFinished(() => app.close())
  return app
}
const readinessOf = async (app: App) => {
  const answer = await app.inject('/actuator/health/readiness')
  return { code: answer.statusCode, ...answer.json<{ components: object }>() }
}

it('a place that is away makes the service degraded, shows in the metrics, and ends by itself', async () => {
  const app = await start()
  const state = addAuditState(app, 'anchor', { lateAfterSeconds: 60 })
  await expect(state.watch(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await readinessOf(app)).toMatchObject({
    code: 200,
    components: { database: { status: 'UP' }, 'audit-anchor': { status: 'DEGRADED' } },
  })
  const { text } = await metricsOf(app)
  expect(text).toContain('audit_anchor{of="failures"} 1')
  expect(text).toContain('audit_anchor{of="late_after_seconds"} 60')

  await state.watch(async () => 0)

  expect(await readinessOf(app)).toMatchObject({
    components: { 'audit-anchor': { status: 'UP' } },
  })
})

it('a chain that stands still makes the service degraded', async () => {
  const app = await start()
  addAuditState(app, 'chain', { lateAfterSeconds: -1 })
  expect(await readinessOf(app)).toMatchObject({
    code: 200,
    components: { 'audit-chain': { status: 'DEGRADED' } },
  })
})

it('nothing is shown where nothing is anchored', async () => {
  const app = await start()
  const config = { AUDIT_ANCHOR_SECONDS: 1 }
  const log = createLogger({ service: 'test', level: 'silent' })
  const readHeads = async () => []
  await anchorWorker({ app, log, now: () => new Date(), config, service: 'iam', readHeads })(
    new AbortController().signal,
  )
  expect((await readinessOf(app)).components).toEqual({ database: { status: 'UP' } })
})
