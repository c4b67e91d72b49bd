import type { App } from '@countersign/service-kit/http'
import { addCounter, addGauge, addHistogram } from '@countersign/service-kit/metrics'
import type { DeliveryDeps } from './deps.ts'
import { countLanes } from './metrics-queries.ts'

/**
 * What an operator watches: a rising lateness means too few dispatchers, or an endpoint that takes
 * nothing, which "failing" tells apart; a blocked instance means a person.
 */
export function addDeliveryMetrics(app: App, { db }: Pick<DeliveryDeps, 'db'>): void {
  addGauge(app, {
    name: 'bpm_delivery_instances',
    help: 'Instances with events to deliver: waiting, of these failing, and blocked.',
    labelName: 'state',
    async read() {
      const { waiting, failing, blocked } = await countLanes(db)
      return Object.entries({ waiting, failing, blocked }).map(([label, value]) => ({
        label,
        value,
      }))
    },
  })
  addGauge(app, {
    name: 'bpm_delivery_late_seconds',
    help: 'How long the instance that has waited longest for a dispatcher has been due.',
    labelName: 'scope',
    async read() {
      const { lateSeconds } = await countLanes(db)
      return [{ label: 'all', value: lateSeconds }]
    },
  })
}

/** Counters for the worker, shown with the metrics of the app. */
export function countDeliveries(
  app: App,
): Pick<Required<DeliveryDeps>, 'onTaken' | 'onAttempt' | 'onBlocked'> {
  const observeWait = addHistogram(app, {
    name: 'bpm_delivery_wait_seconds',
    help: 'How long lanes with events were due before a dispatcher took them.',
    labelNames: [],
    buckets: [0.1, 0.5, 2, 10, 60],
  })
  const countAttempt = addCounter(app, {
    name: 'bpm_delivery_attempts_total',
    help: 'Attempts to deliver an event, by what came of them.',
    labelName: 'outcome',
  })
  const countBlocked = addCounter(app, {
    name: 'bpm_delivery_blocked_total',
    help: 'Instances whose delivery was given up, by the last outcome.',
    labelName: 'outcome',
  })
  return {
    onTaken: (waitedSeconds) => observeWait({}, waitedSeconds),
    onAttempt: countAttempt,
    onBlocked: ({ outcome }) => countBlocked(outcome),
  }
}
