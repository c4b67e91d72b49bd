import { eventStartsOf } from '../../core/definition/events/event-starts.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import { mayStartBySignal, mayStartByTime } from '../../core/start-permit.ts'
import type { BizTypeRow } from '../../runtime/load/biz-types.ts'

const rules = {
  time: { allows: mayStartByTime, code: 'start_by_time_refused', says: 'startsByTime' },
  signal: { allows: mayStartBySignal, code: 'start_by_signal_refused', says: 'startsBySignal' },
} as const

/**
 * Starts by time and by signal of a business type whose owner permits each start itself, and has not said that these
 * need none.
 */
export function findUnattendedStartProblems(
  process: CompiledProcess,
  bizType: Pick<BizTypeRow, 'start' | 'startsByTime' | 'startsBySignal'>,
): readonly DefinitionProblem[] {
  return (['time', 'signal'] as const).flatMap((on) => {
    const { allows, code, says } = rules[on]
    if (allows(bizType)) return []
    const message = `the owner of the business type permits each start itself: take a plain start, or have it say ${says}`
    return eventStartsOf(process, on).map(({ id }) => ({ element: id, code, message }))
  })
}
