import { pollLoop } from '@countersign/service-kit/poll-loop'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryDeps } from './deps.ts'
import { createDispatcher } from './dispatcher.ts'
import { createEndpointGates } from './endpoint-gates.ts'
import { createEventSigner } from './event-keys.ts'
import { createRecorder } from './recorder.ts'
import { pruneAttempts, pruneLanes } from './retention-queries.ts'

const POLL_MS = 25
const PRUNE_EVERY_MS = 10 * 60 * 1000
// Small enough to hold locks for no longer than a delivery would notice.
const LANES_PER_PRUNE = 200
const ATTEMPTS_PER_PRUNE = 2_000
// What is under way when the process is told to stop gets this long to be answered.
const GRACE_MS = 500

/**
 * Builds the worker that delivers events until its signal. When told to stop it takes no more
 * lanes, waits a moment for answers under way, and gives every lane back.
 */
export function deliveryWorker(deps: DeliveryDeps): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const { callbackCa: ca } = deps
    const http = createWebhookClient({ userAgent: 'countersign-bpm', ...(ca && { ca }) })
    const hangUp = new AbortController()
    const dispatcher = createDispatcher({
      db: deps.db,
      log: deps.log,
      onAttempt: deps.onAttempt,
      onBlocked: deps.onBlocked,
      send: { ...deps, http, signer: createEventSigner(deps) },
      gates: createEndpointGates(() => performance.now()),
      recorder: createRecorder(deps.db),
      random: Math.random,
      signal: hangUp.signal,
    })
    const log = deps.log.child({ worker: 'deliveries' })
    await Promise.all([
      pollLoop({ name: 'deliveries', idleMs: POLL_MS, signal, log, round: dispatcher.round }),
      pollLoop({
        name: 'delivery retention',
        idleMs: PRUNE_EVERY_MS,
        signal,
        log,
        round: () => pruneDeliveries(deps.db),
      }),
    ])
    await Promise.race([dispatcher.idle(), delay(GRACE_MS)])
    hangUp.abort()
    await dispatcher.idle()
    await http.close()
  }
}

/** Forgets a part of what is old enough; answers how much, 0 when there is no more. */
export async function pruneDeliveries(db: DeliveryDeps['db']): Promise<number> {
  const lanes = await pruneLanes(db, LANES_PER_PRUNE)
  return lanes + (await pruneAttempts(db, ATTEMPTS_PER_PRUNE))
}
