import type { Board } from './board.ts'
import type { Token, Visit } from './state.ts'

/** Of these visits, those that none of the others came after: what was worked on last. */
export function latestVisits(board: Board, past: readonly number[]): readonly Visit[] {
  const visits = past.flatMap((id) => board.visits.get(id) ?? [])
  return visits.filter(
    ({ id }) => !visits.some((other) => other.id !== id && other.token.past.includes(id)),
  )
}

/** Whether a token has come from one of the visits, also where a later one of the node hides it. */
export function descends(board: Board, token: Token, visits: ReadonlySet<number>): boolean {
  return token.past.some(
    (id) =>
      visits.has(id) ||
      board.visits.get(id)?.token.past.some((earlier) => visits.has(earlier)) === true,
  )
}

/** Visits that a task may be returned to: by people, and on the way that led to this task. */
export function returnableVisits(board: Board, token: Token, own: number): readonly Visit[] {
  return token.past.flatMap((id) => {
    const visit = board.visits.get(id)
    return visit === undefined || visit.auto || id === own ? [] : visit
  })
}
