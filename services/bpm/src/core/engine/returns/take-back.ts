import type {
  CompiledProcess,
  DecisionMode,
  HandlerNode,
  Node,
  Trigger,
  UserTaskNode,
} from '../../definition/graph.ts'
import { atOnceOf } from '../../definition/elements/repeats.ts'
import {
  reachesOthers,
  signalsIn,
  thrownSignalsOf,
  triggersAt,
  triggersOf,
} from '../../definition/events/triggers.ts'
import { beginVisit } from '../activation.ts'
import { askVotesAgain } from '../votes/ask-again.ts'
import { Refusal, type Board } from '../board.ts'
import { showsAny } from '../votes/content.ts'
import type { TaskCommand } from '../command.ts'
import { rollBack, turnAnew } from './returns.ts'
import { toKept } from './parking.ts'
import { forgetDecision } from '../people/separations.ts'
import { isSameInstance, itemsOf, visitOf } from '../many/items.ts'
import { runsOf } from '../scopes.ts'
import { reopenTask } from '../people/sitting.ts'
import type { Activation, EngineTask, KeptVote, Token, Visit } from '../state.ts'
import { annulTask, changeTask, tasksOf } from '../tasks.ts'
import { descends } from './visits.ts'
import { addedTo, counts, voteOf } from '../votes/voting.ts'

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
  const { carried = [] } = command
  if (carried.length > 0) {
    throw new Refusal('decided_since', 'it was counted at other nodes, too', carried)
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
  annulTask(board, mine, 'takeBack')
  forgetDecision(board, mine, activation.node)
  askedAgain(board, activation, mine)
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
  // What can be undone keeps visits also of runs that an event has ended.
  const rests = [...board.tokens.values(), ...board.scopes.values(), { past: board.ended }]
  if (!rests.some((one) => descends(board, one, new Set([visit.id])))) {
    throw tooLate('the approval has gone on too far')
  }
  const ahead = reachableFrom(board.process, node.id)
  const isKnown = (id: string) => board.process.nodes.has(id)
  // What the definition of today does not know was decided before the approval came to follow it.
  const acted = (command.acted ?? []).filter(([, run]) => !isInAnother(board, visit, run))
  const since = [...command.since, ...acted.map(([id]) => id)]
  const followed = since.find((id) => ahead.has(id) || !isKnown(id))
  if (followed !== undefined) {
    throw new Refusal('decided_since', 'others have acted since', [followed])
  }
  const told = command.signals?.find(
    (id) =>
      !isKnown(id) ||
      (ahead.has(id) && isHeard(board, id, command) && !isToldByAnother(board, visit, id)),
  )
  if (told !== undefined) {
    throw new Refusal('decided_since', 'something has gone on by a signal that followed', [told])
  }
  const came = command.signals?.find((id) =>
    triggersAt(board.process, id).some(({ on }) => on === 'condition'),
  )
  if (came !== undefined) {
    throw new Refusal('decided_since', 'something has gone on by values that are so since', [came])
  }
  const undo = () => {
    annulTask(board, mine, 'takeBack')
    forgetDecision(board, mine, node.id)
  }
  rollBack(board, [visit], undo, {
    cause: 'takeBack',
    enter: (_, target) => askAgain(board, node, target, { mine, command }),
  })
}

/** Whether a run of a node is in another one of many at once. Of one that is forgotten nobody knows. */
function isInAnother(board: Board, visit: Visit, run: number): boolean {
  const other = visitOf(board, run)
  return other !== undefined && !isSameInstance(itemsOf(board, visit), itemsOf(board, other))
}

/** Whether many at once have told of an end that was another's: what the visit was in has not ended. */
const isToldByAnother = (board: Board, visit: Visit, id: string): boolean =>
  runsOf(board, visit).some(
    (run) => run.node === id && run.many === undefined && board.scopes.has(run.id),
  )

function isHeard({ process }: Board, thrower: string, { signals = [] }: TakeBack): boolean {
  const node = process.nodes.get(thrower)
  // What others do on it is not known here.
  if (node !== undefined && reachesOthers(node)) return true
  const thrown = node === undefined ? [] : thrownSignalsOf(node)
  const heard = signals.flatMap((id) => signalsIn(triggersAt(process, id)))
  return thrown.some((signal) => heard.includes(signal))
}

function askAgain(
  board: Board,
  node: UserTaskNode,
  { token: came, rule, quorum, changed, kept: before = [] }: Visit,
  { mine, command }: TakenBack,
): void {
  const { decided, reopened } = command
  const seats = decided.filter(({ part }) => part === 'seat')
  const others = seats.filter(({ key }) => key !== mine.key)
  // What the others saw is not what there is now: they are asked, too.
  const anew = node.change.open === 'askAgain' && showsAny(node, changed)
  const kept = others.flatMap((task): KeptVote[] => {
    if (anew) return []
    const vote = task.state === 'TRANSFERRED' ? undefined : voteOf(task, decided)
    return vote === undefined ? [] : [toKept(task, vote, quorum)]
  })
  const asked = (rule ?? node.decision).mode
  const single = asked === 'single' && seats.length === 1 && before.length === 0
  // A quorum that could not be reached was decided by others, of no group.
  const inGroups = asked === 'quorum' && quorum === undefined
  const each = asked === 'single' || inGroups
  const several: DecisionMode = each ? 'all' : asked
  const token: Token = { ...turnAnew(board, came), on: 'node', place: node.id }
  board.effects.push({ kind: 'nodeEntered', node: node.id })
  const mode = single ? 'single' : several
  const since = anew || changed === undefined ? {} : { changed }
  const given = { auto: false, kept: [...before, ...kept], rule, quorum, ...since }
  const activation = beginVisit(board, token, node, { mode, ...given })
  askedAgain(board, activation, mine)
  const again = (task: EngineTask) => reopened.includes(task.key) || (anew && counts(task, decided))
  for (const task of others.filter(again)) {
    askedAgain(board, activation, task, mode === 'sequential' && task.order > mine.order)
  }
  if (anew) askVotesAgain(board, activation)
}

/**
 * The same task, to be decided. Whoever took it from a pool holds it and can put it back; what was lent
 * is with its owner again.
 */
function askedAgain(board: Board, activation: Activation, task: EngineTask, waits = false): void {
  const assignee = task.owner ?? task.assignee
  const claimed = assignee !== undefined && task.candidates.length > 0 ? 'CLAIMED' : 'OPEN'
  const state = waits ? 'WAITING' : claimed
  const again = { ...task, state, assignee, owner: undefined, parent: undefined } as const
  reopenTask(board, activation, again, 'takeBack')
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
  if (node === undefined) return []
  const mayThrow = node.kind === 'end' || node.kind === 'throw' || node.kind === 'call'
  const begun = mayThrow ? throwsTo(process, node.parent) : (process.handlers.get(id) ?? [])
  const inside = node.kind === 'subProcess' ? [node.start] : []
  return [...onwards(process, node), ...inside, ...begun.map(({ start }) => start)]
}

/** Ways on from a node, out of what it is in where it is the last one there. */
function onwards(process: CompiledProcess, node: Node): string[] {
  const { id, outgoing, parent, repeat } = node
  const targets = outgoing.flatMap((flow) => process.flows.get(flow)?.target ?? [])
  const timed = (process.boundaries.get(id) ?? []).map((event) => event.id)
  // Of many at once none comes after another, save by what they throw.
  const isApart = atOnceOf(node) !== undefined && thrownSignalsOf(node).length === 0
  const again = repeat === undefined || isApart ? [] : [id]
  const around = outgoing.length === 0 ? process.nodes.get(parent ?? '') : undefined
  return [...targets, ...timed, ...again, ...(around ? onwards(process, around) : [])]
}

/** Event sub-processes that may begin by what is thrown on a level: there and further out. */
function throwsTo(process: CompiledProcess, level: string | undefined): readonly HandlerNode[] {
  const here = process.handlers.get(level ?? '') ?? []
  const begun = here.filter((handler) => triggersOf(handler).some(({ on }) => thrown.has(on)))
  const around = level === undefined ? [] : throwsTo(process, process.nodes.get(level)?.parent)
  return [...begun, ...around]
}

const thrown: ReadonlySet<Trigger['on']> = new Set(['error', 'escalation', 'signal'])
