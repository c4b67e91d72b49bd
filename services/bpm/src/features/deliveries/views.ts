import type { WorkflowEvent } from '@countersign/contracts'
import type { AttemptFound, findDelivery, listDeliveries } from './queries.ts'

type Listed = Awaited<ReturnType<typeof listDeliveries>>[number]
type Found = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

function toDelivery(row: Listed | Found) {
  return {
    eventId: row.eventId,
    sequence: row.sequence,
    type: row.type,
    instanceId: row.instanceId,
    bizType: row.bizType,
    bizTypeVersion: row.bizTypeVersion,
    status: row.status,
    failedAttempts: row.failedAttempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

const toAttemptView = (row: AttemptFound) => ({
  attemptedAt: row.attemptedAt.toISOString(),
  durationMs: row.durationMs,
  outcome: row.outcome,
  httpStatus: row.httpStatus,
  responseExcerpt: row.responseExcerpt,
})

export function toDeliveryView(row: Listed) {
  const { attemptedAt, durationMs, outcome, httpStatus, responseExcerpt } = row
  // The join leaves all of these null together when there was no attempt yet.
  const tried = attemptedAt !== null && durationMs !== null && outcome !== null
  const lastAttempt = tried
    ? toAttemptView({ attemptedAt, durationMs, outcome, httpStatus, responseExcerpt })
    : null
  return { ...toDelivery(row), lastAttempt }
}

export function toDeliveryDetails(row: Found, attempts: readonly AttemptFound[]) {
  return { ...toDelivery(row), attempts: attempts.map(toAttemptView), body: toEvent(row) }
}

/** The event as it was sent. */
export const toEvent = ({ body }: { readonly body: string }): WorkflowEvent =>
  JSON.parse(body) as WorkflowEvent
