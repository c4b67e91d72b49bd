// Compensation: what was done is noted, and undone at most once, the last first.
import type { Node, SubProcessNode } from '../../definition/graph.ts'
import { isAround, rowOf } from '../../definition/events/undoing-rows.ts'
import { nextNumber, nodeOf, StateCorrupt, type Board } from '../board.ts'
import { runsOf, scopesAround } from '../scopes.ts'
import type { Done, Parked, Token } from '../state.ts'
import { descends } from './visits.ts'

/** Notes that an activity was done, where something undoes it. */
export function noteDone(
  board: Board,
  { scope, past }: Token,
  node: Node,
  run?: Done['run'],
): void {
  if (!board.process.undoing.has(node.id)) return
  const within = scopesAround(board, scope).map(({ id, node: around }) => [id, around] as const)
  const id = nextNumber(board)
  board.done.set(id, { id, node: node.id, within, past, ...(run === undefined ? {} : { run }) })
}

/** The same of a sub-process: what was done in its run is undone with it from now on. */
export function noteRun(board: Board, token: Token, node: Node, run: number): void {
  if (!board.process.undoing.has(node.id)) return
  const done = doneIn(board, run)
  for (const { id } of done) board.done.delete(id)
  noteDone(board, token, node, { id: run, done })
}

/** Undoes what came of visits that a return goes back to: it will be done anew. */
export function undoSince(board: Board, visits: ReadonlySet<number>): void {
  reopenRuns(board, visits)
  undoAll(board, ({ past }) => descends(board, { past }, visits))
}

/** A sub-process that a return goes back into goes on there: it is not done as a whole any more. */
function reopenRuns(board: Board, visits: ReadonlySet<number>): void {
  const into = [...visits].flatMap((id) => board.visits.get(id) ?? [])
  const runs = new Set(into.flatMap((visit) => runsOf(board, visit)).map(({ id }) => id))
  const reopened = (done: Done): readonly Done[] =>
    done.run !== undefined && runs.has(done.run.id) ? done.run.done.flatMap(reopened) : [done]
  const all = [...board.done.values()].flatMap(reopened)
  board.done.clear()
  for (const done of all.toSorted((a, b) => a.id - b.id)) board.done.set(done.id, done)
}

/** Undoes everything of those that are meant, the last first. */
export function undoAll(board: Board, isMeant: (done: Done) => boolean = () => true): void {
  for (const done of [...board.done.values()].filter(isMeant).toReversed()) {
    board.done.delete(done.id)
    undoOne(board, done)
  }
}

const doneIn = (board: Board, scope: number): readonly Done[] =>
  [...board.done.values()].filter(
    ({ within }) => scope === 0 || within.some(([id]) => id === scope),
  )

/**
 * Undoes what was done in a run and in those inside it that are over, the last first.
 *
 * @param from Where it is thrown: of an event sub-process the run that it was begun in is meant.
 * @param activity The one that is meant, or '' for all.
 */
export function undo(board: Board, from: number, activity: string): void {
  const scope = runMeant(board, from)
  const open = openScopes(board)
  const found = new Set(doneIn(board, scope))
  undoAll(board, (done) => {
    const { within } = done
    const inside = within.slice(within.findIndex(([id]) => id === scope) + 1)
    if (!found.has(done) || inside.some(([id]) => open.has(id))) return false
    return isMeantBy(done, inside, activity)
  })
}

/** Whether something was an activity, or done in it, of the sub-processes that are looked at; '' means all. */
const isMeantBy = ({ node }: Done, inside: Done['within'], activity: string | undefined): boolean =>
  activity === '' || node === activity || inside.some(([, around]) => around === activity)

function runMeant(board: Board, from: number): number {
  const run = board.scopes.get(from)
  if (run === undefined) return from
  const node = nodeOf(board, run.node)
  const isBegun = node.kind === 'subProcess' && node.begins !== undefined
  return isBegun ? runMeant(board, run.parent) : from
}

function undoOne(board: Board, done: Done): void {
  const id = board.process.undoing.get(done.node)
  if (id === undefined) return
  const handler = nodeOf(board, id)
  if (isAround(handler)) return undoInRow(board, handler, done.run?.done ?? [])
  perform(board, handler)
}

/** A sub-process is undone as it says itself: of what was done in its run, what that undoes. */
function undoInRow(board: Board, handler: SubProcessNode, done: readonly Done[]): void {
  board.effects.push({ kind: 'nodeEntered', node: handler.id })
  let left = done
  for (const step of rowOf(board.process, handler)) {
    const meant = meantAt(step)
    const undone = left.filter((one) => isMeantBy(one, one.within, meant))
    left = left.filter((one) => !undone.includes(one))
    for (const one of undone.toReversed()) undoOne(board, one)
    perform(board, step)
  }
  board.effects.push({ kind: 'nodeLeft', node: handler.id, outcome: 'passed' })
}

/** The activity that a step has undone, '' for all; undefined where it undoes nothing. */
function meantAt(step: Node): string | undefined {
  if (step.kind === 'undo') return step.activity
  return step.kind === 'end' && step.variant === 'undo' ? step.code : undefined
}

const inMoment: ReadonlySet<Node['kind']> = new Set(['start', 'callback', 'pass', 'undo', 'end'])

function perform(board: Board, node: Node): void {
  if (!inMoment.has(node.kind)) throw new StateCorrupt(`${node.id} undoes nothing`)
  if (node.kind === 'callback') {
    const { id, request } = node
    board.effects.push({ kind: 'callbackRequested', node: id, request })
  }
  board.effects.push({ kind: 'nodeLeft', node: node.id, outcome: 'passed' })
}

/** Runs that have not ended, those that a return has put aside among them. */
function openScopes(board: Board): ReadonlySet<number> {
  const inParked = ({ tokens, scopes }: Parked): number[] => [
    ...scopes.map(({ id }) => id),
    ...tokens.flatMap(({ parked }) => (parked === undefined ? [] : inParked(parked))),
  ]
  const aside = [...board.tokens.values()].flatMap(({ parked }) =>
    parked === undefined ? [] : inParked(parked),
  )
  return new Set([...board.scopes.keys(), ...aside])
}
