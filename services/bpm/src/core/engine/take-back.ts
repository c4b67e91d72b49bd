import type { CompiledProcess, DecisionMode, UserTaskNode } from '../definition/graph.ts'
import { beginVisit } from './activation.ts'
import { nextNumber, Refusal, type Board } from './board.ts'
import type { TaskCommand } from './command.ts'
import { rollBack } from './returns.ts'
import type { Activation, EngineTask, KeptVote, Token, Visit } from './state.ts'
import { changeTask, createTask, tasksOf } from './tasks.ts'
import { addedTo, voteOf } from './voting.ts'

type TakeBack = Extract<TaskCommand, { kind: 'takeBack' }>

/**
 * Takes back one's own decision, as long as nothing that followed from it was decided on. While the
 * node is still asked, only the vote goes; otherwise all that came of the node is undone, the votes
 * of the others stay, and whoever was not asked any more is asked again.
 */
export function takeBack(board: Board, command: TakeBack): void {
  const mine = command.decided.find(({ key }) => key === command.task)
  if (mine === undefined || mine.assignee !== command.actor.userId) {
    throw new Refusal('not_candidate', 'it is not their decision')
  }
  if (mine.state !== 'APPROVED' && mine.state !== 'REJECTED') {
    throw new Refusal('task_not_open', `the task is ${mine.state}`)
  }
  const activation = board.activations.get(mine.activation)
  const visit = [...board.visits.values()].find(({ decidedIn }) => decidedIn === mine.activation)
  // By another name than it was decided under, where the approval follows another definition now.
  const node = board.process.nodes.get((activation ?? visit)?.node ?? '')
  if (node?.kind !== 'userTask') throw tooLate('the approval has gone on too far')
  if (node.forbidden.has('takeBack')) {
    throw new Refusal('action_forbidden', 'the process does not allow this here', ['takeBack'])
  }
  if (mine.part !== 'seat' || addedTo(mine, command.decided).length > 0) {
    throw tooLate('it was decided together with people who were added')
  }
  if (activation !== undefined) retractVote(board, activation, mine)
  else if (visit !== undefined) undoNode(board, node, visit, { mine, command })
}

const tooLate = (why: string) => new Refusal('decided_since', why)

/** Others are still asked: only this vote goes. */
function retractVote(board: Board, activation: Activation, mine: EngineTask): void {
  if (activation.mode === 'sequential') {
    for (const task of tasksOf(board, activation.id)) {
      if (task.order <= mine.order) continue
      // Whoever asks others first, or hands it on, has begun to decide.
      if (task.part !== 'seat' || hasActed(task)) throw tooLate('the next one in turn has acted')
      if (task.state === 'OPEN' || task.state === 'CLAIMED') {
        changeTask(board, task, { state: 'WAITING' }, 'takeBack')
      }
    }
  }
  changeTask(board, mine, { state: 'CANCELLED' }, 'takeBack')
  createTask(board, asked(mine, activation), 'takeBack')
}

const hasActed = ({ state }: EngineTask) =>
  ['APPROVED', 'REJECTED', 'DELEGATED', 'TRANSFERRED'].includes(state)

interface TakenBack {
  readonly mine: EngineTask
  readonly command: TakeBack
}

function undoNode(
  board: Board,
  node: UserTaskNode,
  visit: Visit,
  { mine, command }: TakenBack,
): void {
  if (visit.token.parked !== undefined) {
    throw tooLate('work that waited for this decision has been put back')
  }
  const ahead = reachableFrom(board.process, node.id)
  // What the definition of today does not know was decided before the approval came to follow it.
  const followed = command.since.find((id) => ahead.has(id) || !board.process.nodes.has(id))
  if (followed !== undefined) {
    throw new Refusal('decided_since', 'others have acted since', [followed])
  }
  const undo = () => {
    changeTask(board, mine, { state: 'CANCELLED' }, 'takeBack')
  }
  rollBack(board, [visit], undo, {
    cause: 'takeBack',
    enter: (_, target) => askAgain(board, node, target, { mine, command }),
  })
}

function askAgain(
  board: Board,
  node: UserTaskNode,
  { token: { scope, past } }: Visit,
  { mine, command }: TakenBack,
): void {
  const { decided, reopened } = command
  const seats = decided.filter(({ part }) => part === 'seat')
  const others = seats.filter(({ key }) => key !== mine.key)
  const kept = others.flatMap((task): KeptVote[] => {
    const vote = task.state === 'TRANSFERRED' ? undefined : voteOf(task, decided)
    return vote === undefined ? [] : [{ user: task.assignee ?? '', weight: task.weight, vote }]
  })
  const single = node.decision.mode === 'single' && seats.length === 1
  const several: DecisionMode = node.decision.mode === 'single' ? 'all' : node.decision.mode
  const token: Token = { id: nextNumber(board), on: 'node', place: node.id, scope, past }
  board.effects.push({ kind: 'nodeEntered', node: node.id })
  const mode = single ? 'single' : several
  const activation = beginVisit(board, token, node, { mode, auto: false, kept })
  createTask(board, asked(mine, activation), 'takeBack')
  for (const task of others.filter(({ key }) => reopened.includes(key))) {
    const waits = mode === 'sequential' && task.order > mine.order
    const state = waits ? 'WAITING' : asked(task, activation).state
    createTask(board, { ...asked(task, activation), state }, 'takeBack')
  }
}

/** The same task, to be decided. Whoever took it from a pool holds it and can put it back. */
function asked(
  { key: _key, round: _round, ...task }: EngineTask,
  { id: activation, node }: Activation,
): Omit<EngineTask, 'key' | 'round'> {
  const fromPool = task.assignee !== undefined && task.candidates.length > 0
  const state = fromPool ? 'CLAIMED' : 'OPEN'
  return { ...task, node, activation, state, owner: undefined, parent: undefined }
}

/** Nodes that can be reached from one, over borders and into and out of sub-processes, too. */
function reachableFrom(process: CompiledProcess, from: string): ReadonlySet<string> {
  const seen = new Set<string>()
  const stack = after(process, from)
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    stack.push(...after(process, id))
  }
  return seen
}

function after(process: CompiledProcess, id: string): string[] {
  const node = process.nodes.get(id)
  const targets = (node?.outgoing ?? []).flatMap((flow) => process.flows.get(flow)?.target ?? [])
  const timed = (process.boundaries.get(id) ?? []).map((event) => event.id)
  const inside = node?.kind === 'subProcess' ? [node.start] : []
  const outside =
    node?.kind === 'end' && node.parent !== undefined ? after(process, node.parent) : []
  return [...targets, ...timed, ...inside, ...outside]
}
