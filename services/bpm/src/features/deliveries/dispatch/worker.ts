// Sends what the transactional outbox holds, until the process is told to stop.
//
// Kept by: services/bpm/src/features/deliveries/dispatch/dispatcher.test.ts "gives lanes back when it is told to stop"
// Kept by: services/bpm/src/features/deliveries/dispatch/faults.test.ts "loses nothing that was enqueued before any process ran"
import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { createWebhookClient } from '@countersign/service-kit/webhook-client'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryDeps } from '../deps.ts'
import { createEventSigner } from '../keys/event-keys.ts'
import { createCircuitBreakers } from './circuit-breaker.ts'
import { createDispatcher } from './dispatcher.ts'
import { createRecorder } from './recorder.ts'

const POLL_MS = 25
/** How late an event may leave that another process has left behind, and a retry, while this one is quiet: below the two seconds that operators hold deliveries to. */
const QUIET_MS = 1_500
// What is under way when the process is told to stop gets this long to be answered.
const GRACE_MS = 500

/**
 * Builds the worker that delivers events until its signal. When told to stop it takes no more
 * lanes, waits a moment for answers under way, and gives every lane back.
 */
export function deliveryWorker(
  deps: DeliveryDeps,
  activity?: Activity,
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const { callbackCa: ca } = deps
    const http = createWebhookClient({ userAgent: 'countersign-bpm', ...(ca && { ca }) })
    const hangUp = new AbortController()
    const dispatcher = createDispatcher({
      db: deps.db,
      log: deps.log,
      onTaken: deps.onTaken,
      onAttempt: deps.onAttempt,
      onBlocked: deps.onBlocked,
      send: { ...deps, http, signer: createEventSigner(deps) },
      breakers: createCircuitBreakers(() => performance.now()),
      recorder: createRecorder(deps.db),
      random: Math.random,
      signal: hangUp.signal,
    })
    const log = deps.log.child({ worker: 'deliveries' })
    await pollLoop({
      name: 'deliveries',
      idleMs: POLL_MS,
      quiet: activity && { activity, mostMs: QUIET_MS },
      signal,
      log,
      round: dispatcher.round,
    })
    await Promise.race([dispatcher.idle(), delay(GRACE_MS)])
    hangUp.abort()
    await dispatcher.idle()
    await http.close()
  }
}
