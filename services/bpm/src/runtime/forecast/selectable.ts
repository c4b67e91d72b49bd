import type { CompiledProcess } from '../../core/definition/graph.ts'
import { isChosenBy, isCopyChosen, isNextChosen, nodeOf } from '../../core/definition/task-form.ts'
import type { Effect } from '../../core/engine/command.ts'
import type { SelectableView } from '../views/path-view.ts'

/** The nodes that an imagined approval comes to: with its start, and later on. */
export interface Reached {
  readonly atStart: ReadonlySet<string>
  readonly later: ReadonlySet<string>
  /** False when the path could not be told to its end: then any node may come. */
  readonly complete: boolean
}

export function noteReached(reached: Set<string>, effects: readonly Effect[]): void {
  for (const effect of effects) {
    if (effect.kind === 'nodeEntered' || effect.kind === 'nodeLeft') reached.add(effect.node)
  }
}

/**
 * The nodes on a path whose people are chosen with the start. Whoever starts is the one before the
 * first approvers, too; there a start without a choice is refused, later `onEmpty` says what then.
 */
export function selectableAtStart(
  process: CompiledProcess,
  { atStart, later, complete }: Reached,
): SelectableView[] {
  return [...process.nodes.keys()].flatMap((id) => {
    const required =
      atStart.has(id) && (isChosenBy(process, id, 'initiatorSelects') || isNextChosen(process, id))
    const isReached = later.has(id) || !complete
    const isOffered =
      required ||
      (isReached && isChosenBy(process, id, 'initiatorSelects')) ||
      ((isReached || atStart.has(id)) && isCopyChosen(process, id, 'initiatorSelects'))
    return isOffered ? [{ node: nodeOf(process, id), required }] : []
  })
}
