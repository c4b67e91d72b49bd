import type { Difference } from '@countersign/service-kit/reconcile'

/** A difference, of whose tenant and id whoever compares knows. */
export type Found = Omit<Difference, 'tenantId' | 'id'>

export interface Wanted {
  readonly repair: boolean
  /** What was over before is not compared. */
  readonly since: Date
}
