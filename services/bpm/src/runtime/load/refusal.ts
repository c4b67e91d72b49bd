import type { Problem } from '@countersign/service-kit/problem'

/** What was asked for is not done, and why. Nothing has changed. */
export interface Refusal {
  readonly kind: 'refused'
  readonly problem: Problem
}
