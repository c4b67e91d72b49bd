import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Workflow } from './workflow.ts'

const firstDelayMs = 250
const lastDelayMs = 15_000

/** Declares our business type in each tenant, trying until the platform takes it. */
export async function registerEverywhere(options: {
  readonly workflow: Workflow
  readonly tenantIds: readonly string[]
  readonly log: FastifyBaseLogger
  readonly signal: AbortSignal
}): Promise<void> {
  const { workflow, tenantIds, log, signal } = options
  for (const tenantId of tenantIds) {
    let delayMs = firstDelayMs
    while (!signal.aborted) {
      try {
        await workflow.register(tenantId)
        log.info({ tenantId }, 'business type registered')
        break
      } catch (error) {
        log.warn({ err: error, tenantId }, 'business type not registered yet')
        // It rejects only when the signal ends it, which the loop sees for itself.
        await sleep(delayMs, undefined, { signal }).catch(() => {})
        delayMs = Math.min(delayMs * 2, lastDelayMs)
      }
    }
  }
}
