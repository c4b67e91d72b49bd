// What a replay says beside history.
import type { InstanceStatus } from '../instance.ts'
import { peopleOf, type AskedPerson, type AskedStep } from './asked.ts'
import type { Past } from './past.ts'
import type { Obstacle, Replayed } from './replay.ts'

export const SIMULATION_OUTCOMES = ['same', 'otherPeople', 'otherResult', 'open', 'stuck'] as const
/**
 * `same`: the same result, and the same people asked as often; `otherPeople`: the same result; `open`: at some step
 * nobody decided in history; `stuck`: it would not come to an end.
 */
export type SimulationOutcome = (typeof SIMULATION_OUTCOMES)[number]

export interface ComparedStep {
  readonly node: string
  readonly name: string
  readonly before: number
  readonly after: number
  readonly peopleBefore: readonly AskedPerson[]
  readonly peopleAfter: readonly AskedPerson[]
  /** Nobody decided here in history. */
  readonly open: boolean
}

export interface Comparison {
  readonly outcome: SimulationOutcome
  readonly before: InstanceStatus
  /** As far as it came; of an open one when everybody approved who did not decide in history. */
  readonly after: InstanceStatus
  readonly steps: readonly ComparedStep[]
  readonly obstacle: Obstacle | undefined
}

export function compareWithPast(past: Past, replayed: Replayed): Comparison {
  return {
    outcome: outcomeOf(past, replayed),
    before: past.status,
    after: replayed.status,
    steps: compareSteps(past.asked, replayed),
    obstacle: replayed.obstacle,
  }
}

function outcomeOf(past: Past, { status, asked, open, obstacle }: Replayed): SimulationOutcome {
  // Somebody has to choose people, or to send it again: nobody did in history.
  if (obstacle?.reason === 'selection_required' || status === 'RETURNED') return 'open'
  if (obstacle !== undefined) return 'stuck'
  if (open.length > 0) return 'open'
  if (status !== past.status) return 'otherResult'
  return isSame(peopleOf(past.asked), peopleOf(asked)) ? 'same' : 'otherPeople'
}

function isSame(before: readonly AskedPerson[], after: readonly AskedPerson[]): boolean {
  const times = new Map(after.map(({ id, times: count }) => [id, count] as const))
  return before.length === after.length && before.every((one) => times.get(one.id) === one.times)
}

/** In the order of the replay; behind them what would be left out. */
function compareSteps(
  before: readonly AskedStep[],
  { asked: after, open }: Replayed,
): readonly ComparedStep[] {
  const leftOut = before.filter(({ node }) => after.every((one) => one.node !== node))
  return [...after, ...leftOut].map(({ node, name }) => {
    const was = before.find((one) => one.node === node)
    const would = after.find((one) => one.node === node)
    return {
      node,
      name,
      before: was?.tasks ?? 0,
      after: would?.tasks ?? 0,
      peopleBefore: was?.people ?? [],
      peopleAfter: would?.people ?? [],
      open: open.includes(node),
    }
  })
}
