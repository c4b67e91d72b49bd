import { isLive } from '../../task.ts'
import { nextNumber, type Board } from '../board.ts'
import type { TaskCause } from '../command.ts'
import type { Activation, EngineTask, KeptVote, Parked, ParkedActivation, Token } from '../state.ts'
import { handOn } from '../many/outcomes.ts'
import { groupsOf, type Quorum } from '../votes/quorum.ts'
import { endRun } from '../scopes.ts'
import { standing } from '../people/seat.ts'
import { reopenTask } from '../people/sitting.ts'
import { cancelActivation, tasksOf } from '../tasks.ts'
import { voteOf, type Vote } from '../votes/voting.ts'

/** Takes tokens, with the work on them and the sub-processes they hold, off the board. */
export function takeOff(board: Board, tokens: readonly Token[], cause: TaskCause = 'return'): void {
  for (const token of tokens) {
    board.tokens.delete(token.id)
    for (const scope of [...board.scopes.values()]) {
      if (scope.token.id === token.id) endRun(board, scope.id)
    }
    for (const activation of [...board.activations.values()]) {
      if (activation.token === token.id) cancelActivation(board, activation.id, cause)
    }
  }
}

/**
 * Describes what {@link takeOff} would take, so that it can be put back. Votes already given count
 * on; whoever had not decided, the one who returns it included, gets a new task then.
 */
export function describe(
  board: Board,
  tokens: readonly Token[],
  temporary: readonly number[],
): Parked {
  const ids = new Set(tokens.map(({ id }) => id))
  return {
    tokens,
    scopes: [...board.scopes.values()].filter(({ token }) => ids.has(token.id)),
    activations: [...board.activations.values()]
      .filter(({ token }) => ids.has(token))
      .map((activation) => describeActivation(board, activation)),
    temporary,
  }
}

function describeActivation(board: Board, activation: Activation): ParkedActivation {
  const tasks = tasksOf(board, activation.id)
  const undecided = tasks
    .filter((task) => isLive(task.state) && !(task.part === 'seat' && voteOf(task, tasks)))
    .map((task) => hang(task, tasks, activation.quorum))
  const votes = tasks.flatMap((task): KeptVote[] => {
    const vote = task.part === 'seat' ? voteOf(task, tasks) : undefined
    if (vote === undefined || task.state === 'TRANSFERRED') return []
    return [toKept(task, vote, activation.quorum)]
  })
  return {
    activation: { ...activation, kept: [...activation.kept, ...votes] },
    tasks: undecided,
  }
}

/** A vote that counts on when its task is no more. */
export function toKept(task: EngineTask, vote: Vote, quorum: Quorum | undefined): KeptVote {
  const user = task.assignee ?? ''
  const groups = groupsOf(quorum, task)
  return {
    user,
    weight: task.weight,
    vote,
    order: task.order,
    ...(task.addedBy === undefined ? {} : { addedBy: task.addedBy }),
    ...(groups.length === 0 ? {} : { groups }),
    ...standing(task, user),
  }
}

/**
 * Whoever was added to a task that is decided stands in its place: that task is not opened again. In the place of a seat
 * they name it, since several of them are still that one seat; where its vote is kept they have none of their own.
 */
function hang(
  task: EngineTask,
  tasks: readonly EngineTask[],
  quorum: Quorum | undefined,
): EngineTask {
  const parent = tasks.find(({ key }) => key === task.parent)
  if (parent === undefined || isLive(parent.state)) return task
  if (parent.part !== 'seat') {
    return hang({ ...task, part: parent.part, parent: parent.parent }, tasks, quorum)
  }
  if (voteOf(parent, tasks) !== undefined) return { ...task, part: 'before', parent: undefined }
  // Who was added fills no group; the seat does, whoever has it.
  const addedBy = quorum === undefined ? task.addedBy : parent.addedBy
  return { ...task, part: 'seat', parent: parent.key, addedBy }
}

/** Puts parked work back instead of the token whose node, returned to, is now done. */
export function unpark(board: Board, token: Token, parked: Parked): void {
  const set = new Set([token.id, ...parked.temporary])
  const runs = [...board.scopes.values()].filter((scope) => set.has(scope.token.id))
  board.tokens.delete(token.id)
  // Inner ones have higher numbers.
  for (const { id } of runs.toSorted((a, b) => b.id - a.id)) {
    const run = board.scopes.get(id)
    if (run === undefined) continue
    board.tokens.delete(run.token.id)
    handOn(board, run)
  }
  for (const id of set) {
    board.tokens.delete(id)
    for (const scope of [...board.scopes.values()]) {
      if (scope.token.id === id) endRun(board, scope.id)
    }
  }
  putBack(board, parked)
  decidedAnew(board, token, parked)
}

/**
 * What was decided on the way back takes the place of a decision on other values. Nobody is skipped on
 * account of it: whoever approved may hold a seat in the work that is put back. Where nobody was there to
 * decide again, nothing is decided.
 */
function decidedAnew(board: Board, token: Token, { target }: Parked): void {
  const before = target === undefined ? undefined : board.visits.get(target)
  const visits = token.past.map((id) => board.visits.get(id))
  const anew = visits.findLast((one) => one?.node === token.place)
  if (before !== undefined && anew === undefined) {
    const { decidedIn: _undone, ...undecided } = before
    board.visits.set(before.id, { ...undecided, approvers: [] })
    return
  }
  if (before?.changed === undefined || anew === undefined) return
  const { changed: _, ...kept } = before
  const since = anew.changed === undefined ? {} : { changed: anew.changed }
  board.visits.set(before.id, { ...kept, ...since, approvers: [] })
}

export function putBack(board: Board, parked: Parked): void {
  for (const token of parked.tokens) board.tokens.set(token.id, token)
  for (const scope of parked.scopes) board.scopes.set(scope.id, scope)
  for (const { activation, tasks } of parked.activations) {
    // A number of its own: tasks of the first time are decided and counted in `kept`.
    const id = nextNumber(board)
    const again = { ...activation, id }
    board.activations.set(id, again)
    board.effects.push({ kind: 'nodeEntered', node: activation.node })
    reopen(board, again, tasks)
  }
}

function reopen(board: Board, activation: Activation, tasks: readonly EngineTask[]): void {
  const successors = new Map<number, number>()
  // A task that was handed on is newer than those that were added to it, and comes before them all the same.
  const depth = ({ parent }: EngineTask): number => {
    const above = tasks.find(({ key }) => key === parent)
    return above === undefined ? 0 : 1 + depth(above)
  }
  for (const task of tasks.toSorted((a, b) => depth(a) - depth(b) || a.key - b.key)) {
    const parent = task.parent === undefined ? undefined : successors.get(task.parent)
    // Of several in the place of one seat the first has it, and its vote waits for the others.
    const part = task.part === 'seat' && parent !== undefined ? 'after' : task.part
    const { key } = reopenTask(board, activation, { ...task, part, parent }, 'return')
    successors.set(task.key, key)
    if (task.parent !== undefined && part === 'seat') successors.set(task.parent, key)
  }
}
