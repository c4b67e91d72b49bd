import type { Board } from '../board.ts'
import type { Token, Visit } from '../state.ts'

/** Of these visits, those that none of the others came after: what was worked on last. */
export function latestVisits(board: Board, past: readonly number[]): readonly Visit[] {
  const visits = past.flatMap((id) => board.visits.get(id) ?? [])
  return visits.filter(
    ({ id }) => !visits.some((other) => other.id !== id && other.token.past.includes(id)),
  )
}

/** Whether a token has come from one of the visits, also where later ones of a node hide it. */
export function descends(
  board: Board,
  token: Pick<Token, 'past'>,
  visits: ReadonlySet<number>,
): boolean {
  const seen = new Set<number>()
  const stack = [...token.past]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (visits.has(id)) return true
    if (seen.has(id)) continue
    seen.add(id)
    stack.push(...(board.visits.get(id)?.token.past ?? []))
  }
  return false
}

/** Visits that a task may be returned to: by people, and on the way that led to this task. */
export function returnableVisits(board: Board, token: Token, own: number): readonly Visit[] {
  return token.past.flatMap((id) => {
    const visit = board.visits.get(id)
    return visit === undefined || visit.auto || id === own ? [] : visit
  })
}
