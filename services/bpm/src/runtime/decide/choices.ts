import type { Problem } from '@countersign/service-kit/problem'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import {
  isChosenBy,
  isCopyChosen,
  isNextChosen,
  selectableAfter,
} from '../../core/definition/task-form.ts'
import type { Effect, Selections } from '../../core/engine/command.ts'
import { problems } from '../../problems.ts'

/** Who chooses: by starting, or by approving a node. */
interface Chooser {
  readonly process: CompiledProcess
  /** The start event, or the node. */
  readonly from: string
  readonly starts: boolean
  /** What came of it. */
  readonly effects: readonly Effect[]
}

/**
 * Whom somebody chooses for a node is asked there, so nobody chooses for one that others choose for: who starts an approval
 * would pick the reviewer that an approver is to pick, and an approver replace whom the initiator has picked. Checked here and not by
 * the engine, which has to explain every log that there is.
 *
 * @returns `bpm.action_invalid` (422) with a pointer for each.
 */
export function refuseChoices(
  selections: Selections | undefined,
  { process, from, starts, effects }: Chooser,
): Problem | undefined {
  const chosen = Object.keys(selections ?? {})
  if (chosen.length === 0) return undefined
  // What is passed without anybody being asked leads to nodes behind those that come right after.
  const entered = effects.flatMap((effect) => (effect.kind === 'nodeEntered' ? [effect.node] : []))
  const next = new Set([...selectableAfter(process, from).map(({ id }) => id), ...entered])
  const isTheirs = (id: string): boolean =>
    (next.has(id) && isNextChosen(process, id)) ||
    (starts && (isChosenBy(process, id, 'initiatorSelects') || isCopyChosen(process, id)))
  const errors = chosen
    .filter((id) => !isTheirs(id))
    .map((id) => ({
      pointer: `/selections/${id}`,
      code: 'not_yours_to_choose',
      detail: 'is no node whose people you choose here',
    }))
  return errors.length === 0 ? undefined : problems.action_invalid({ errors })
}
