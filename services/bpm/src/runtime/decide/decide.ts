import type { CompiledProcess } from '../../core/definition/graph.ts'
import { apply, type EngineOptions } from '../../core/engine/engine.ts'
import { initialState } from '../../core/engine/board.ts'
import type { Applied, Command, Refused } from '../../core/engine/command.ts'
import type { EngineState } from '../../core/engine/state.ts'
import { PeopleNeeded, type KnownPeople } from '../people/known.ts'
import { toProblem, type RefusalContext } from './refusals.ts'

export type { EngineOptions }

/** The state of an approval before its start. */
export const newState = initialState

/**
 * Carries a command out in memory.
 *
 * @param context.onRefused Words a refusal; by default as `toProblem` does.
 * @throws PeopleNeeded for the directory to be asked, a Problem when the engine refuses.
 */
export function applyCommand(
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  people: KnownPeople,
  options: EngineOptions,
  context: RefusalContext & { onRefused?: (refused: Refused) => void } = {},
): Applied {
  const outcome = apply(process, state, command, people.answers, options)
  switch (outcome.kind) {
    case 'applied':
      return outcome
    case 'needs':
      throw new PeopleNeeded({ requests: outcome.requests })
    case 'refused':
      context.onRefused?.(outcome)
      throw toProblem(outcome, { status: state.status, ...context })
  }
}
