/**
 * What a change of values by the owner, or of what is attached, means to the votes that were given on them: at nodes that are
 * still asked they are given again, and of decided nodes the definition says whether they are marked,
 * decided again, or the change is refused. ADR 0031.
 */
import type { UserTaskNode } from '../../definition/graph.ts'
import { askAside, askVotesAgain } from './ask-again.ts'
import { Refusal, userTaskOf, type Board } from '../board.ts'
import type { Seen } from '../command.ts'
import { showsAny } from './content.ts'
import { rollBack } from '../returns/returns.ts'
import type { Parked, Token, Visit } from '../state.ts'
import { descends } from '../returns/visits.ts'

/** Keeps values as they are that a node has decided on which says so. */
export function refuseChange(board: Board, names: readonly string[], seen?: Seen): void {
  const standing = pastOf([...board.tokens.values(), ...asideIn(board)], board)
  const refusing = decidedAmong(board, standing).filter(({ visit, node }) => {
    const refuses = node.change.decided === 'refuse' && showsAny(node, names)
    return refuses && hasSeen(visit, seen) && !isAskedAnew(board, visit)
  })
  if (refusing.length === 0) return
  const nodes = [...new Set(refusing.map(({ node }) => node.id))]
  throw new Refusal('change_refused', 'these nodes have decided on what it would change', nodes)
}

/**
 * @param names Of the values that are others now.
 * @param seen Whose votes were given on them; left out, all votes were.
 */
export function followChange(board: Board, names: readonly string[], seen?: Seen): void {
  for (const visit of board.visits.values()) {
    const node = board.process.nodes.get(visit.node)
    const keeps = node?.kind === 'userTask' && node.change.open === 'keep'
    if (visit.decidedIn === undefined ? !keeps : !hasSeen(visit, seen)) continue
    const changed = [...new Set([...(visit.changed ?? []), ...names])]
    board.visits.set(visit.id, { ...visit, changed })
  }
  decideAgain(board)
  const asksAgain = (node: UserTaskNode) => node.change.open === 'askAgain' && showsAny(node, names)
  for (const activation of board.activations.values()) {
    if (asksAgain(userTaskOf(board, activation))) askVotesAgain(board, activation, seen)
  }
  const aside = (parked: Parked) => askAside(board, parked, asksAgain, seen)
  for (const token of board.tokens.values()) {
    if (token.parked !== undefined) {
      board.tokens.set(token.id, { ...token, parked: aside(token.parked) })
    }
  }
  const { returned } = board
  if (returned?.parked !== undefined) {
    board.returned = { ...returned, parked: aside(returned.parked) }
  }
}

/**
 * Goes back to the nodes that are to decide again, as a return to them does: what came of them is
 * undone, and other branches are left alone. Where another return has put work aside that came of one of
 * them, it is looked at when that work is put back; where it has been returned, when it is resubmitted.
 *
 * @returns whether there was any.
 */
export function decideAgain(board: Board): boolean {
  // What is returned or suspended does not move: its marks are looked at when it goes on.
  if (board.status !== 'RUNNING') return false
  const standing = pastOf([...board.tokens.values()], board)
  const stale = decidedAmong(board, standing).filter(
    ({ visit, node }) => node.change.decided === 'askAgain' && showsAny(node, visit.changed),
  )
  const free = stale.map(({ visit }) => visit).filter((visit) => !isAside(board, visit))
  const first = free.filter(
    ({ id, token }) =>
      !free.some((other) => other.id !== id && descends(board, token, new Set([other.id]))),
  )
  if (first.length > 0) rollBack(board, first, () => undefined, { cause: 'change' })
  return first.length > 0
}

/** Whether anybody decided in its run on what has changed. */
const hasSeen = ({ decidedIn }: Visit, seen: Seen | undefined): boolean =>
  seen === undefined || (decidedIn !== undefined && seen.runs.includes(decidedIn))

interface Decided {
  readonly visit: Visit
  readonly node: UserTaskNode
}

function decidedAmong(board: Board, standing: ReadonlySet<number>): Decided[] {
  return [...standing].flatMap((id) => {
    const visit = board.visits.get(id)
    const node = visit === undefined ? undefined : board.process.nodes.get(visit.node)
    if (visit?.decidedIn === undefined || node?.kind !== 'userTask') return []
    return [{ visit, node }]
  })
}

/** The visits that led to these tokens, and to where paths have ended. */
function pastOf(tokens: readonly Token[], { scopes, ended }: Board): ReadonlySet<number> {
  return new Set([
    ...tokens.flatMap(({ past }) => past),
    ...[...scopes.values()].flatMap(({ past }) => past),
    ...ended,
  ])
}

/** Tokens that returns have put aside, with those that these had put aside before. */
function asideIn(board: Board): readonly Token[] {
  const inside = ({ parked }: Pick<Token, 'parked'>): readonly Token[] =>
    parked === undefined ? [] : parked.tokens.flatMap((token) => [token, ...inside(token)])
  const { returned } = board
  const all = returned?.parked === undefined ? [] : inside({ parked: returned.parked })
  return [...all, ...[...board.tokens.values()].flatMap(inside)]
}

/** Whether work that came of a visit waits for another return that did not. */
function isAside(board: Board, { id }: Visit): boolean {
  const ids = new Set([id])
  return [...board.tokens.values()].some(
    (token) =>
      !descends(board, token, ids) &&
      (token.parked?.tokens ?? []).some((aside) => descends(board, aside, ids)),
  )
}

/** A return has brought it back to this very visit. */
const isAskedAnew = (board: Board, { id }: Visit): boolean =>
  [...board.tokens.values(), ...asideIn(board)].some(({ parked }) => parked?.target === id)
