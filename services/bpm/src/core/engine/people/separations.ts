// Nodes of which nobody decides at two: who has decided where, as far as anything is kept apart from it.
import type { Separation } from '../../definition/graph.ts'
import type { Board } from '../board.ts'
import type { Decider, EngineTask } from '../state.ts'

/** Who has decided at a node that is kept apart from this one. */
export function decidedApartFrom(
  { process, deciders }: Pick<Board, 'process'> & { readonly deciders: readonly Decider[] },
  node: string,
): ReadonlySet<string> {
  const apart = separationsOf(process, node)
  if (apart.length === 0 || deciders.length === 0) return new Set()
  const counts = (where: string, earlier: boolean) =>
    where !== node &&
    apart.some(({ nodes, rounds }) => nodes.includes(where) && (!earlier || rounds === 'all'))
  return new Set(
    deciders.flatMap(([where, user, earlier]) => (counts(where, earlier === true) ? [user] : [])),
  )
}

/** Notes who has decided. What a stand-in decides counts for both. */
export function noteDecision(board: Board, { node, assignee, onBehalf }: EngineTask): void {
  if (assignee === undefined || separationsOf(board.process, node).length === 0) return
  const whose = onBehalf?.[assignee]
  board.deciders.push([node, assignee])
  if (whose !== undefined) board.deciders.push([node, whose])
}

/** A decision that somebody has taken back themselves binds nobody. */
export function forgetDecision(
  { deciders }: Board,
  { assignee, onBehalf }: EngineTask,
  node: string,
): void {
  for (const user of [assignee, onBehalf?.[assignee ?? '']]) {
    const index = deciders.findLastIndex(([where, who]) => where === node && who === user)
    if (index >= 0) deciders.splice(index, 1)
  }
}

/** From a new beginning on those decisions count that are said to count between rounds. */
export function beginRound({ process, deciders }: Board): void {
  const lasting = process.separations.filter(({ rounds }) => rounds === 'all')
  const kept = deciders.flatMap(([node, user]) =>
    lasting.some(({ nodes }) => nodes.includes(node)) ? [[node, user, true] as const] : [],
  )
  deciders.splice(0, deciders.length, ...kept)
}

const separationsOf = ({ separations }: Board['process'], node: string): readonly Separation[] =>
  separations.filter(({ nodes }) => nodes.includes(node))
