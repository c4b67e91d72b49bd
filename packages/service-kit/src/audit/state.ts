import type { App } from '../http/app.ts'
import { addGauge } from '../http/metrics.ts'

/** What is known of a worker that keeps the audit. */
export interface AuditState {
  /** Does a round, and notes whether it came to its end. */
  watch<T>(round: () => Promise<T>): Promise<T>
}

/**
 * Shows in the metrics how old the last whole round is, from when on that is too old, and how many failed; in the readiness when
 * it is too old. Nothing is worse for callers meanwhile: the service stays ready.
 */
export function addAuditState(
  app: App,
  name: 'anchor' | 'chain',
  { lateAfterSeconds }: { readonly lateAfterSeconds: number },
): AuditState {
  let doneAt = performance.now()
  let failures = 0
  let isFailing = false
  const ageSeconds = () => (performance.now() - doneAt) / 1_000
  addGauge(app, {
    name: `audit_${name}`,
    help: 'Seconds since the last whole round, after how many it is late, and rounds that failed.',
    labelName: 'of',
    read: async () => [
      { label: 'age_seconds', value: ageSeconds() },
      { label: 'late_after_seconds', value: lateAfterSeconds },
      { label: 'failures', value: failures },
    ],
  })
  app.components.set(`audit-${name}`, () =>
    isFailing || ageSeconds() > lateAfterSeconds ? 'DEGRADED' : 'UP',
  )
  return {
    async watch(round) {
      try {
        const result = await round()
        doneAt = performance.now()
        isFailing = false
        return result
      } catch (error) {
        failures += 1
        isFailing = true
        throw error
      }
    },
  }
}
