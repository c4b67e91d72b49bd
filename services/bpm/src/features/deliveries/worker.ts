import { pollLoop } from '@countersign/service-kit/poll-loop'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryDeps } from './deps.ts'
import { createDispatcher } from './dispatcher.ts'
import { createEndpointGates } from './endpoint-gates.ts'
import { createEventSigner } from './event-keys.ts'
import { pruneAttempts } from './lane-queries.ts'
import { createRecorder } from './recorder.ts'

const POLL_MS = 50
const PRUNE_EVERY_MS = 60 * 60 * 1000
// What is under way when the process is told to stop gets this long to be answered.
const GRACE_MS = 500

/**
 * Builds the worker that delivers events until its signal. When told to stop it takes no more
 * lanes, waits a moment for answers under way, and gives every lane back.
 */
export function deliveryWorker(deps: DeliveryDeps): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const http = createWebhookClient({ userAgent: 'countersign-bpm' })
    const hangUp = new AbortController()
    const dispatcher = createDispatcher({
      db: deps.db,
      log: deps.log,
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
        name: 'delivery log',
        idleMs: PRUNE_EVERY_MS,
        signal,
        log,
        round: () => pruneAttempts(deps.db),
      }),
    ])
    await Promise.race([dispatcher.idle(), delay(GRACE_MS)])
    hangUp.abort()
    await dispatcher.idle()
    await http.close()
  }
}
