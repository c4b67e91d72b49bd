import type { Command } from '../../core/engine/command.ts'
import { apply, type EngineOptions } from '../../core/engine/engine.ts'
import type { Refusal } from '../load/refusal.ts'
import type { Snapshot } from '../load/state.ts'
import { needAnswers, type Known, type Needs } from '../people/known.ts'
import { planAct, type Act, type Planned } from './plan.ts'
import { toProblem, type RefusalContext } from './refusals.ts'

/** What somebody does: a command to the engine, and what they said about it. */
export type Commanded = Act & { readonly command: Command }

/**
 * Decides in memory what a command does to an approval, down to the rows to write. Pure: the same
 * snapshot, command and answers come to the same rows, but for ids.
 */
export function decide(
  snapshot: Snapshot,
  act: Commanded,
  known: Known,
  { reword, ...context }: RefusalContext & EngineOptions,
): Planned | Needs | Refusal {
  const { process, state } = snapshot
  const outcome = apply(process, state, act.command, known.answers, context)
  switch (outcome.kind) {
    case 'applied':
      return planAct(snapshot, outcome, act, known)
    case 'needs':
      return needAnswers(outcome.requests)
    case 'refused': {
      const problem = reword?.(outcome) ?? toProblem(outcome, { status: state.status, ...context })
      return { kind: 'refused', problem }
    }
  }
}
