import type { DecisionMode, DecisionRule } from '../../definition/graph.ts'
import { fillsAll, groupsOf } from './quorum.ts'
import type { Activation, EngineTask } from '../state.ts'

export type Vote = 'approved' | 'rejected'
export interface Ballot {
  readonly weight: number
  readonly vote: Vote | undefined
  /** Of a quorum: what it may count for. */
  readonly groups?: readonly number[]
}

/**
 * What the votes so far decide, or undefined while it is open.
 *
 * The rule of rejection is looked at first. `all` and `sequential` wait for every vote and pass when
 * rejection was not reached. `any`, `ratio`, `count` and `weighted` pass at their threshold, which
 * is never more than everybody together, and fail as soon as it is out of reach; so does `quorum`, where
 * each group needs its number. `sequential` with a threshold, which a decision table gives, passes at it, too.
 *
 * @param atLeast For `quorum`, by group.
 */
export function tally(
  rule: DecisionRule,
  mode: DecisionMode,
  ballots: readonly Ballot[],
  atLeast: readonly number[] = [],
): Vote | undefined {
  const approved = ballots.filter(({ vote }) => vote === 'approved')
  const rejected = ballots.filter(({ vote }) => vote === 'rejected')
  const open = ballots.length - approved.length - rejected.length
  if (rejectionReached(rule, rejected.length, ballots.length)) return 'rejected'

  const inTurn = mode === 'sequential' && rule.threshold === 0
  if (mode === 'all' || inTurn || mode === 'single') {
    if (open > 0) return undefined
    return rule.reject === 'unreachable' && rejected.length > 0 ? 'rejected' : 'approved'
  }
  if (mode === 'quorum') {
    const isEnough = (list: readonly Ballot[]) =>
      fillsAll(
        atLeast,
        list.map(({ groups = [] }) => groups),
      )
    if (isEnough(approved)) return 'approved'
    return isEnough(ballots.filter(({ vote }) => vote !== 'rejected')) ? undefined : 'rejected'
  }
  const value = ({ weight }: Ballot) => (mode === 'weighted' ? weight : 1)
  const sum = (list: readonly Ballot[]) => list.reduce((total, ballot) => total + value(ballot), 0)
  const total = sum(ballots)
  // 0.1 and 0.7 are less than 0.8 in binary fractions. What is left is added up as what has approved is: when all have
  // voted the two are the same, and one of both ends it.
  const threshold = Math.min(thresholdOf(rule, mode, total), total) - 1e-9
  if (sum(approved) >= threshold) return 'approved'
  return sum(ballots.filter(({ vote }) => vote !== 'rejected')) < threshold ? 'rejected' : undefined
}

function thresholdOf(rule: DecisionRule, mode: DecisionMode, total: number): number {
  if (mode === 'any') return 1
  // 0.6 of 5 is 3.0000000000000004 in binary fractions, and three of five must do.
  return mode === 'ratio' ? Math.ceil(rule.threshold * total - 1e-9) : rule.threshold
}

function rejectionReached(rule: DecisionRule, rejected: number, total: number): boolean {
  if (rejected === 0) return false
  switch (rule.reject) {
    case 'any':
      return true
    case 'all':
      return rejected === total
    case 'ratio':
      return rejected >= Math.ceil(rule.rejectThreshold * total - 1e-9)
    case 'count':
      return rejected >= Math.min(rule.rejectThreshold, total)
    case 'unreachable':
      return false
  }
}

/** One ballot per seat: add-signed tasks before and after count into the seat they were added to. */
export function ballotsOf(
  tasks: readonly EngineTask[],
  { kept, quorum }: Pick<Activation, 'kept' | 'quorum'>,
): readonly Ballot[] {
  const seats = tasks
    .filter((task) => task.part === 'seat' && counts(task, tasks))
    .map((task) => ({
      weight: task.weight,
      vote: voteOf(task, tasks),
      groups: groupsOf(quorum, task),
    }))
  return [...kept, ...seats]
}

/** Not what was handed on or taken away; what hung on it has moved to the successor. */
export function counts(task: EngineTask, tasks: readonly EngineTask[]): boolean {
  if (task.state === 'TRANSFERRED') return false
  return task.state !== 'CANCELLED' || voteOf(task, tasks) === 'rejected'
}

/** The vote of a task together with those added to it; undefined while somebody is still asked. */
export function voteOf(task: EngineTask, tasks: readonly EngineTask[]): Vote | undefined {
  // Asked for once each: who is added may add others, and so on.
  const added = addedTo(task, tasks).map((child) => ({
    state: child.state,
    vote: voteOf(child, tasks),
  }))
  if (task.state === 'REJECTED' || added.some(({ vote }) => vote === 'rejected')) return 'rejected'
  if (task.state !== 'APPROVED' && task.state !== 'SKIPPED') return undefined
  return added.every(({ state, vote }) => state === 'CANCELLED' || vote === 'approved')
    ? 'approved'
    : undefined
}

/** Tasks added before or after this one and still of account. */
export function addedTo(task: EngineTask, tasks: readonly EngineTask[]): readonly EngineTask[] {
  return tasks.filter(({ parent, state }) => parent === task.key && state !== 'TRANSFERRED')
}
