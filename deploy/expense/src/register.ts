import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Workflow } from './workflow.ts'

const firstDelayMs = 250
const lastDelayMs = 15_000

interface Options {
  readonly workflow: Pick<Workflow, 'register'>
  readonly tenantIds: readonly string[]
  readonly log: FastifyBaseLogger
  readonly signal: AbortSignal
}

/** Declares our business type in each tenant, trying until the platform takes it: one that it refuses holds up no other. */
export async function registerEverywhere(options: Options): Promise<void> {
  await Promise.all(options.tenantIds.map((tenantId) => registerIn(tenantId, options)))
}

async function registerIn(tenantId: string, { workflow, log, signal }: Options): Promise<void> {
  let delayMs = firstDelayMs
  while (!signal.aborted) {
    try {
      await workflow.register(tenantId)
      log.info({ tenantId }, 'business type registered')
      return
    } catch (error) {
      log.warn({ err: error, tenantId }, 'business type not registered yet')
      // It rejects only when the signal ends it, which the loop sees for itself.
      await sleep(delayMs, undefined, { signal }).catch(() => {})
      delayMs = Math.min(delayMs * 2, lastDelayMs)
    }
  }
}
