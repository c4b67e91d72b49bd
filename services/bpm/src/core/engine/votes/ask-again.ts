// Votes that are given again: the seat stays, its decision is void, whoever has it gets a new task.
import type { UserTaskNode } from '../../definition/graph.ts'
import type { TaskState } from '../../task.ts'
import { nextNumber, nodeOf, type Board } from '../board.ts'
import type { Seen } from '../command.ts'
import { reopenTask, sittingAt } from '../people/sitting.ts'
import type { Activation, EngineTask, KeptVote, Parked, ParkedActivation } from '../state.ts'
import { changeTask, tasksOf } from '../tasks.ts'
import { addedTo, voteOf } from './voting.ts'

/**
 * Asks everybody again who has voted in a run of a node that is not decided yet. Whose approval before still counts here
 * has no seat to be asked at: it goes on counting.
 *
 * @param seen Left out, all votes count as given on what has changed.
 */
export function askVotesAgain(board: Board, activation: Activation, seen?: Seen): void {
  const tasks = tasksOf(board, activation.id)
  const { earlier } = sittingAt(board, activation)
  const votes = tasks.filter(
    (task) =>
      hasVoted(task, tasks) &&
      isSeenBy(task, tasks, seen) &&
      !(task.state === 'SKIPPED' && earlier.has(task.assignee ?? '')),
  )
  for (const { key } of votes) {
    const task = board.tasks.get(key)
    if (task !== undefined) askAgain(board, activation, task)
  }
  askKeptAgain(board, activation, earlier, seen)
  takeTurns(board, activation)
}

/** Also a seat whose holder is not asked any more, since somebody before them has rejected. */
const hasVoted = (task: EngineTask, tasks: readonly EngineTask[]): boolean =>
  ['APPROVED', 'REJECTED', 'SKIPPED'].includes(task.state) ||
  (task.state === 'CANCELLED' && voteOf(task, tasks) === 'rejected')

/** A seat that somebody added to it has rejected is asked again with them. */
function isSeenBy(task: EngineTask, tasks: readonly EngineTask[], seen: Seen | undefined): boolean {
  if (seen === undefined || seen.tasks.includes(task.key)) return true
  return (
    task.state === 'CANCELLED' && addedTo(task, tasks).some((one) => isSeenBy(one, tasks, seen))
  )
}

const isKeptSeen = (
  { user, vote }: KeptVote,
  earlier: ReadonlySet<string>,
  seen: Seen | undefined,
): boolean =>
  (seen === undefined || seen.users.includes(user)) && !(vote === 'approved' && earlier.has(user))

function askAgain(board: Board, activation: Activation, task: EngineTask): void {
  if (task.state !== 'CANCELLED') changeTask(board, task, { state: 'CANCELLED' }, 'change')
  const assignee = task.owner ?? task.assignee
  const again = { ...task, state: 'WAITING', assignee, owner: undefined } as const
  const { key } = reopenTask(board, activation, again, 'change')
  for (const child of tasksOf(board, activation.id)) {
    if (child.parent === task.key) changeTask(board, child, { parent: key }, 'change')
  }
}

/** One after the other: whose vote still counts keeps their place in the node. */
function askKeptAgain(
  board: Board,
  { id, kept: votes }: Activation,
  earlier: ReadonlySet<string>,
  seen?: Seen,
): void {
  for (const [index, vote] of votes.entries()) {
    const activation = board.activations.get(id)
    if (activation === undefined) return
    if (!isKeptSeen(vote, earlier, seen)) continue
    const left = { ...activation, kept: activation.kept.filter((one) => one !== vote) }
    board.activations.set(id, left)
    const asked = { ...toTask(board, left, vote, index), state: 'WAITING' } as const
    reopenTask(board, left, asked, 'change')
  }
}

/** A seat as it was before its vote was kept. Votes that were kept had their places first. */
const toTask = (
  board: Board,
  { id, node }: Activation,
  { user, onBehalfOf, weight, order, addedBy }: KeptVote,
  index: number,
): EngineTask => ({
  key: nextNumber(board),
  activation: id,
  node,
  state: 'OPEN',
  assignee: user,
  candidates: [],
  owner: undefined,
  ...(onBehalfOf === undefined ? {} : { onBehalf: { [user]: onBehalfOf } }),
  weight,
  order: order ?? index,
  part: 'seat',
  parent: undefined,
  addedBy,
  round: board.round,
})

/** Opens whose turn it is, and lets those wait whose turn it is not any more. */
function takeTurns(board: Board, activation: Activation): void {
  const tasks = tasksOf(board, activation.id)
  for (const task of tasks) {
    const state = turnOf(task, tasks, activation)
    if (state !== undefined && state !== task.state) changeTask(board, task, { state }, 'change')
  }
}

/** Work that is lent stays lent: it counts once it is back, and those before it have voted. */
function turnOf(
  task: EngineTask,
  tasks: readonly EngineTask[],
  { mode }: Activation,
): TaskState | undefined {
  if (task.state !== 'OPEN' && task.state !== 'CLAIMED' && task.state !== 'WAITING')
    return undefined
  const before = addedTo(task, tasks).filter(({ part }) => part === 'before')
  const parent = tasks.find(({ key }) => key === task.parent)
  const waits =
    before.some((one) => one.state !== 'CANCELLED' && voteOf(one, tasks) !== 'approved') ||
    (task.part === 'after' && parent?.state !== 'APPROVED') ||
    (task.part === 'seat' && mode === 'sequential' && firstUndecided(tasks) !== task)
  if (waits) return 'WAITING'
  if (task.state !== 'WAITING') return task.state
  return task.assignee !== undefined && task.candidates.length > 0 ? 'CLAIMED' : 'OPEN'
}

const firstUndecided = (tasks: readonly EngineTask[]): EngineTask | undefined =>
  tasks
    .filter(
      ({ part, state }) => part === 'seat' && state !== 'TRANSFERRED' && state !== 'CANCELLED',
    )
    .filter((task) => voteOf(task, tasks) === undefined)
    .toSorted((a, b) => a.order - b.order || a.key - b.key)[0]

/** The same for work that a return has put aside: it is asked when it is put back. */
export function askAside(
  board: Board,
  parked: Parked,
  asksAgain: (node: UserTaskNode) => boolean,
  seen?: Seen,
): Parked {
  return {
    ...parked,
    tokens: parked.tokens.map((token) =>
      token.parked === undefined
        ? token
        : { ...token, parked: askAside(board, token.parked, asksAgain, seen) },
    ),
    activations: parked.activations.map((one) => {
      const node = nodeOf(board, one.activation.node)
      return node.kind === 'userTask' && asksAgain(node) ? withoutVotes(board, one, seen) : one
    }),
  }
}

function withoutVotes(
  board: Board,
  { activation, tasks }: ParkedActivation,
  seen: Seen | undefined,
): ParkedActivation {
  const { earlier } = sittingAt(board, activation)
  const again = activation.kept.flatMap((vote, index) =>
    isKeptSeen(vote, earlier, seen) ? [toTask(board, activation, vote, index)] : [],
  )
  const all = [...tasks, ...again]
  return {
    activation: {
      ...activation,
      kept: activation.kept.filter((vote) => !isKeptSeen(vote, earlier, seen)),
    },
    tasks: all.map((task) => {
      const state = turnOf(task, all, activation)
      return state === undefined ? task : { ...task, state }
    }),
  }
}
