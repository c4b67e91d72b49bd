import { eventStartsOf } from '../../core/definition/event-starts.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import { mayStartByTime } from '../../core/start-permit.ts'
import type { BizTypeRow } from '../../runtime/load/biz-types.ts'

/** Starts by time of a business type whose owner permits each start itself, and has not said that these need none. */
export function findTimedStartProblems(
  process: CompiledProcess,
  bizType: Pick<BizTypeRow, 'start' | 'startsByTime'> | undefined,
): readonly DefinitionProblem[] {
  if (bizType === undefined || mayStartByTime(bizType)) return []
  const message =
    'the owner of the business type permits each start itself: take a plain start, or have it say startsByTime'
  return eventStartsOf(process, 'time').map(({ id }) => ({
    element: id,
    code: 'start_by_time_refused',
    message,
  }))
}
