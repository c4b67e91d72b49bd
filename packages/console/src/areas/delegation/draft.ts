import type { Person } from '../../shared/people/person.ts'
import { dayOf, toPeriod } from './periods.ts'
import type { Delegation } from './queries.ts'

/** What stands in the form of a delegation. */
export interface Draft {
  readonly to: Person | null
  readonly firstDay: string
  readonly lastDay: string
  /** None means all of them. */
  readonly bizTypes: readonly string[]
}

/** It begins today, if nothing else is said. */
export const emptyDraft = (now: Date): Draft => ({
  to: null,
  firstDay: dayOf(now),
  lastDay: '',
  bizTypes: [],
})

export const isOrdered = ({ firstDay, lastDay }: Draft): boolean =>
  lastDay === '' || firstDay <= lastDay

/** The delegation, once the form says all of it. */
export function toDelegation(draft: Draft): Delegation | undefined {
  const { to, firstDay, lastDay, bizTypes } = draft
  if (to === null || firstDay === '' || lastDay === '' || !isOrdered(draft)) return undefined
  const period = toPeriod(firstDay, lastDay)
  return { to, ...period, bizTypes: bizTypes.length === 0 ? null : [...bizTypes] }
}
