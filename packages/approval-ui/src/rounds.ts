import type { TimelineItem } from './contract.ts'

/** What happened between a start or resubmission and the next one. */
export interface Round {
  readonly number: number
  readonly items: readonly TimelineItem[]
  /** Names of the variables that were changed since the round before, in order of appearance. */
  readonly changed: readonly string[]
}

/**
 * The timeline by rounds, oldest first. The owning application corrects a returned approval before
 * the initiator resubmits it, so what it changed is in the log of the round before.
 */
export function toRounds(items: readonly TimelineItem[]): readonly Round[] {
  const numbers = [...new Set(items.map(({ round }) => round))].toSorted((a, b) => a - b)
  return numbers.map((number) => ({
    number,
    items: items.filter(({ round }) => round === number),
    changed: number === numbers[0] ? [] : changedBefore(items, number),
  }))
}

function changedBefore(items: readonly TimelineItem[], round: number): readonly string[] {
  const resubmitted = items.findIndex((item) => item.round === round)
  const before = items.slice(0, Math.max(resubmitted, 0))
  const returned = before.findLastIndex(({ action }) => action === 'return' || action === 'jump')
  const since = items.slice(Math.max(returned, 0), resubmitted + 1)
  return [...new Set(since.flatMap(changedNames))]
}

/** Names of the variables that an entry of the timeline changed. */
export function changedNames({ action, details }: TimelineItem): readonly string[] {
  const { names, variables } = details
  if (Array.isArray(names)) return names.filter((name) => typeof name === 'string')
  if (action === 'resubmit' || typeof variables !== 'object' || variables === null) return []
  return Object.keys(variables)
}
