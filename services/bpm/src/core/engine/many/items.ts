// Which of many at once something is in.
import type { Board } from '../board.ts'
import { runsOf } from '../scopes.ts'
import type { Visit } from '../state.ts'

/** Of each run of many at once around a visit which one it is in, outermost first. */
export type Items = ReadonlyMap<number, number>

export function itemsOf(board: Board, visit: Visit): Items {
  const runs = runsOf(board, visit)
  return new Map(
    runs.flatMap(({ id, many }, at): [number, number][] => {
      const item = (runs[at + 1]?.token ?? visit.token).turns
      return many === undefined || item === undefined ? [] : [[id, item]]
    }),
  )
}

/** Whether nothing holds them apart: not two of the same many. */
export const isSameInstance = (one: Items, other: Items): boolean =>
  [...one].every(([run, item]) => (other.get(run) ?? item) === item)

/** The visit that a run of a user task is on, or was decided on; undefined once it is forgotten. */
export function visitOf({ activations, visits }: Board, run: number): Visit | undefined {
  const asked = activations.get(run)
  if (asked !== undefined) return visits.get(asked.visit)
  return [...visits.values()].find(({ decidedIn }) => decidedIn === run)
}

/** Of visits of one node the last; of many at once the one in what ended last. */
export function lastOf(board: Board, visits: readonly Visit[]): Visit | undefined {
  const places = new Map(visits.map((visit) => [visit, placeOf(board, visit)]))
  const isLater = (one: Visit, other: Visit): boolean => {
    const there = places.get(other) ?? []
    const difference = (places.get(one) ?? []).map((at, depth) => at - (there[depth] ?? 0))
    return (difference.find((at) => at !== 0) ?? one.id - other.id) > 0
  }
  let last = visits[0]
  for (const visit of visits) if (last !== undefined && isLater(visit, last)) last = visit
  return last
}

/** From the outside: the run, and how many of it had ended before. */
function placeOf(board: Board, visit: Visit): readonly number[] {
  const runs = new Map(runsOf(board, visit).map((run) => [run.id, run]))
  return [...itemsOf(board, visit)].flatMap(([id, item]) => {
    const ended = runs.get(id)?.many?.ended ?? []
    return [id, ended.findIndex((end) => end.item === item)]
  })
}
