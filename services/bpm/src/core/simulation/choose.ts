// What happens next in a replay: what history says, and where it says nothing what has to be assumed.
import type { CompiledProcess } from '../definition/graph.ts'
import type { Command, Selections, Written } from '../engine/command.ts'
import { isExpected, messagesAt } from '../engine/events/messages.ts'
import { signalToCome } from '../engine/events/subscriptions.ts'
import type { EngineState, EngineTask } from '../engine/state.ts'
import { isLive } from '../task.ts'
import type { Decided, Past, Told } from './past.ts'

export interface Choice {
  readonly command: Command
  /** Of what history tells; it is used up by it. */
  readonly told?: number
  /** The node where nobody decided in history: approving it is an assumption. */
  readonly open?: string
}

interface Situation {
  readonly process: CompiledProcess
  readonly state: EngineState
  readonly past: Past
  readonly used: ReadonlySet<number>
}

const nobody = { userId: '' }

/** undefined: nothing more can happen. */
export function chooseNext(situation: Situation): Choice | undefined {
  const { state } = situation
  if (state.status === 'RETURNED') return chooseWhileReturned(situation)
  if (state.status !== 'RUNNING') return undefined
  return chooseTold(situation) ?? lastWord(situation) ?? giveUp(situation) ?? assume(situation)
}

/** With the initiator: what the application changed then, and that they sent it again. */
function chooseWhileReturned(situation: Situation): Choice | undefined {
  const { state, past } = situation
  const again = findTold(situation, ({ kind }) => kind === 'resubmitted')
  const updated = findTold(situation, (one) => one.kind === 'updated' && one.returned)
  if (updated !== undefined && (again === undefined || updated < again)) {
    return update(past, updated)
  }
  const told = again === undefined ? undefined : past.told[again]
  if (again === undefined || told?.kind !== 'resubmitted') return giveUp(situation)
  const actor = { userId: state.initiator }
  if (state.execution.returned?.ownerUpdated !== true) {
    return { command: { kind: 'updateVariables', variables: {}, actor: nobody } }
  }
  const selections = selectionsIn(situation, told.selections)
  const { variables } = state
  return { command: { kind: 'resubmit', variables, actor, ...selections }, told: again }
}

/** The earliest thing in history that can happen here: of a node its own people first, then whoever has the seat. */
function chooseTold(situation: Situation): Choice | undefined {
  const { process, state, past } = situation
  const active = state.tasks.filter(isActive)
  const decided = findDecision(situation, active)
  const other = findTold(situation, (one) => eventOf(situation, one) !== undefined)
  const updated = findTold(situation, (one) => one.kind === 'updated' && !one.returned)
  const next = Math.min(decided?.told ?? Infinity, other ?? Infinity)
  // What conditional events wait for may have ended those who are still asked.
  const matters = next < Infinity || active.length === 0 || process.watches
  if (updated !== undefined && updated < next && matters) {
    return update(past, updated)
  }
  if (other !== undefined && other === next) {
    const told = past.told[other]
    const command = told && eventOf(situation, told)
    if (command !== undefined) return { command, told: other }
  }
  return decided
}

function findDecision(situation: Situation, active: readonly EngineTask[]): Choice | undefined {
  const { state } = situation
  const own = findTold(situation, (one) => taskOf(one, active) !== undefined)
  if (own !== undefined) return decide(situation, own, (one) => taskOf(one, active))
  const seat = (one: Decided) => active.find(({ node }) => node === one.node)
  // Somebody whose turn is still to come decides then.
  const isNotTheirTurn = (one: Decided) =>
    state.tasks.some((task) => isLive(task.state) && task.node === one.node && holds(task, one))
  const other = findTold(
    situation,
    (one) => one.kind === 'decided' && seat(one) !== undefined && !isNotTheirTurn(one),
  )
  return other === undefined ? undefined : decide(situation, other, seat)
}

/** Of several that one person has at one node, in many at once, the one that was decided then; else the first. */
function taskOf(one: Told, active: readonly EngineTask[]): EngineTask | undefined {
  if (one.kind !== 'decided') return undefined
  const theirs = active.filter((task) => task.node === one.node && holds(task, one))
  return theirs.find(({ key }) => key === one.task) ?? theirs[0]
}

function decide(
  situation: Situation,
  told: number,
  findTask: (one: Decided) => EngineTask | undefined,
): Choice | undefined {
  const one = situation.past.told[told]
  const task = one?.kind === 'decided' ? findTask(one) : undefined
  if (one?.kind !== 'decided' || task === undefined) return undefined
  return { command: commandFor(situation, one, task), told }
}

/** Who is asked somewhere else than in history says what they said last; a return was about that other place. */
function lastWord(situation: Situation): Choice | undefined {
  const { state, past } = situation
  for (const task of state.tasks.filter(isActive)) {
    const last = past.told.findLast(
      (one): one is Decided =>
        one.kind === 'decided' && one.command.kind !== 'return' && holds(task, one),
    )
    if (last !== undefined) return { command: commandFor(situation, last, task) }
  }
  return undefined
}

/** It was withdrawn or ended from outside, when nobody else had decided any more. */
function giveUp(situation: Situation): Choice | undefined {
  const { state, past } = situation
  const ended = findTold(situation, ({ kind }) => kind === 'ended')
  const told = ended === undefined ? undefined : past.told[ended]
  if (ended === undefined || told?.kind !== 'ended') return undefined
  const actor =
    told.does === 'withdraw' ? { userId: state.initiator } : { userId: '', administrator: true }
  return { command: { kind: told.does, actor }, told: ended }
}

/** As a dry run: everybody approves, times, messages and signals of others come. */
function assume({ process, state }: Situation): Choice | undefined {
  const task = state.tasks.find((one) => isActive(one) && holderOf(one) !== undefined)
  const userId = task && holderOf(task)
  if (task !== undefined && userId !== undefined) {
    const command = { kind: 'approve', task: task.key, actor: { userId } } as const
    return { command, open: task.node }
  }
  const timer = state.execution.timers?.find(({ purpose, left }) => purpose === 'catch' && left > 0)
  if (timer !== undefined) return { command: { kind: 'fireTimer', timer: timer.id, actor: nobody } }
  const [awaited] = state.execution.tokens.flatMap((token) => messagesAt(process, token))
  if (awaited !== undefined) {
    return { command: { kind: 'message', name: awaited, actor: nobody } }
  }
  const signal = signalToCome(process, state)
  if (signal !== undefined) return { command: { ...signal, actor: nobody } }
  const [call] = state.execution.calls ?? []
  if (call === undefined) return undefined
  const { variables } = state
  const actor = nobody
  return {
    command: { kind: 'callEnded', call: call.id, result: 'approved', variables, actor },
    open: call.node,
  }
}

/** What came of itself or from outside, where the same is waited for here. */
function eventOf({ process, state }: Situation, one: Told): Command | undefined {
  const { timers = [], calls = [], subscriptions = [] } = state.execution
  switch (one.kind) {
    case 'fired': {
      const due = timers.filter(
        ({ node, purpose, left }) => left > 0 && node === one.node && purpose === one.purpose,
      )
      const timer = sameOrFirst(due, one.timer)
      return timer && { kind: 'fireTimer', timer: timer.id, actor: nobody }
    }
    case 'received':
      return isExpected(process, state.execution, one.name)
        ? {
            kind: 'message',
            name: one.name,
            ...(one.error === undefined ? {} : { error: one.error }),
            actor: nobody,
          }
        : undefined
    case 'heard': {
      const here = subscriptions.flatMap(({ id, name }) => (name === one.name ? [id] : []))
      // What began to wait after it was thrown did not hear it; elsewhere than in history, all that waits does.
      const waits = one.waits.every((id) => here.includes(id)) ? one.waits : here
      return waits.length === 0
        ? undefined
        : { kind: 'signal', name: one.name, waits, actor: nobody }
    }
    case 'callEnded': {
      const call = callOf(calls, one)
      const { result, error, variables } = one
      const failed = error === undefined ? {} : { error }
      return (
        call && { kind: 'callEnded', call: call.id, result, ...failed, variables, actor: nobody }
      )
    }
    case 'callEscalated': {
      const call = callOf(calls, one)
      return call && { kind: 'callEscalated', call: call.id, code: one.code, actor: nobody }
    }
    default:
      return undefined
  }
}

/** Of several at one node, in many at once, the one that it was then; elsewhere than in history the first. */
const sameOrFirst = <T extends { readonly id: number }>(some: readonly T[], id: number) =>
  some.find((one) => one.id === id) ?? some[0]

const callOf = <T extends { readonly id: number; readonly node: string }>(
  calls: readonly T[],
  { node, call }: { readonly node: string; readonly call: number },
) =>
  sameOrFirst(
    calls.filter((one) => one.node === node),
    call,
  )

function commandFor(situation: Situation, { command, people }: Decided, task: EngineTask): Command {
  const mine = people.find((person) => isHeldBy(task, person)) ?? holderOf(task) ?? ''
  const common = { task: task.key, actor: { userId: mine } }
  if (command.kind === 'return') return { ...command, ...common }
  const variables = writable(situation.process, task.node, command.variables)
  if (command.kind === 'reject') return { kind: 'reject', ...common, variables }
  return { kind: 'approve', ...common, variables, ...selectionsIn(situation, command.selections) }
}

/** What may be written at the node: what is not asked there was not said there. */
function writable(process: CompiledProcess, id: string, values: Written = {}): Written {
  const node = process.nodes.get(id)
  const may = (name: string) => node?.kind === 'userTask' && node.fields.get(name) === 'write'
  return Object.fromEntries(Object.entries(values).filter(([name]) => may(name)))
}

/** People who were chosen for nodes that are here as well; as a member to spread. */
export function selectionsIn(
  { process }: Pick<Situation, 'process'>,
  selections: Selections | undefined,
): { readonly selections?: Selections } {
  const here = Object.entries(selections ?? {}).filter(
    ([node]) => process.nodes.get(node)?.kind === 'userTask',
  )
  return here.length === 0 ? {} : { selections: Object.fromEntries(here) }
}

function update({ told }: Past, index: number): Choice | undefined {
  const one = told[index]
  if (one?.kind !== 'updated') return undefined
  const { variables } = one
  return { command: { kind: 'updateVariables', variables, actor: nobody }, told: index }
}

function findTold(
  { past, used }: Pick<Situation, 'past' | 'used'>,
  wanted: (one: Told) => boolean,
): number | undefined {
  const index = past.told.findIndex((one, at) => !used.has(at) && wanted(one))
  return index === -1 ? undefined : index
}

export const isActive = ({ state }: EngineTask): boolean => isLive(state) && state !== 'WAITING'

const isHeldBy = ({ assignee, candidates }: EngineTask, person: string): boolean =>
  assignee === undefined ? candidates.includes(person) : assignee === person

const holds = (task: EngineTask, { people }: Decided): boolean =>
  people.some((person) => isHeldBy(task, person))

const holderOf = ({ assignee, candidates }: EngineTask): string | undefined =>
  assignee ?? candidates[0]
