import { isUniqueViolation } from '@countersign/service-kit/db'
import { sqlStateOf } from '@countersign/service-kit/sql-state'

/**
 * What PostgreSQL refuses because others were at work, or drew the same. Nothing was written; the loop
 * tries again.
 */
export type Collision =
  /** Each waited for the other (SQLSTATE class 40): one of them was chosen to begin again. */
  | { readonly kind: 'deadlock'; readonly error: unknown }
  /** Two tasks of the tenant drew the same random number. */
  | { readonly kind: 'taskNumberTaken'; readonly error: unknown }
  /** The same request was answered meanwhile, under the same key. */
  | { readonly kind: 'answered'; readonly error: unknown }

/** undefined for an error that no other try would mend. */
export function toCollision(error: unknown): Collision | undefined {
  if (sqlStateOf(error)?.startsWith('40') === true) return { kind: 'deadlock', error }
  if (isUniqueViolation(error, 'tasks_one_per_no')) return { kind: 'taskNumberTaken', error }
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) return { kind: 'answered', error }
  return undefined
}

/** SQLSTATE classes of what is wrong with values and rows of one, which share a statement with others. */
export const isRefusal = (error: unknown): boolean => /^(21|22|23|40)/.test(sqlStateOf(error) ?? '')

/** Waits before the next attempt: exponential backoff with jitter, since two that collided would collide again. */
export const backOff = (attempts: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempts))
