// oxlint-disable-next-line no-restricted-imports -- how much of the processor something took is the same wherever it runs
import { threadCpuUsage } from 'node:process'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import type { Applied, Command, Effect, Refused } from '../../core/engine/command.ts'
import { initialState } from '../../core/engine/engine.ts'
import { apply, type EngineOptions } from '../../core/engine/engine.ts'
import { messagesAt } from '../../core/engine/events/messages.ts'
import { signalToCome } from '../../core/engine/events/subscriptions.ts'
import type { EngineState, EngineTask } from '../../core/engine/state.ts'
import type { Variables } from '../../core/variables.ts'
import type { Deps } from '../../deps.ts'
import { needAnswers, needNames, type Known } from '../decide/known.ts'
import { toProblem } from '../decide/refusals.ts'
import { isActive } from '../decide/task-changes.ts'
import { createKnown, learn, type Sources } from '../people/learn.ts'
import { withStandIns } from '../people/stand-ins.ts'
import type { PathView, SeatView, Selections, StartPathView } from '../views/path-view.ts'
import { noteReached, selectableAtStart } from './selectable.ts'
import { letOthers } from './turns.ts'

/** More decisions than any process has; loops end here. */
const maxDecisions = 300
/** As often as the loop of an action asks for one decision. */
const MAX_ATTEMPTS = 50
/** So long others wait at most, and for one decision. */
const SLICE_MS = 15
/** A path that takes more than this to decide is as good as endless. */
const MOST_MS = 500

interface Step {
  readonly node: string
  readonly kind: 'task' | 'copy' | 'call'
  readonly state: 'active' | 'expected'
  readonly people: Set<string>
  /** Of a node at work. */
  readonly seats?: EngineTask[]
}

interface ImaginedStart {
  readonly tenantId: string
  readonly initiatorId: string
  readonly bizType: string
  readonly variables: Variables
  readonly selections: Selections | undefined
  /** The start event; that of the process when absent. */
  readonly begin?: string
}

/** Where a process would lead, if it were started like this and everybody approved. */
export async function walkStart(
  deps: Pick<Deps, 'db' | 'now' | 'directory' | 'engineOptions'>,
  process: CompiledProcess,
  { tenantId, initiatorId, bizType, variables, selections, begin }: ImaginedStart,
): Promise<StartPathView> {
  const command: Command = {
    kind: 'start',
    actor: { userId: initiatorId },
    ...(begin === undefined ? {} : { at: begin }),
    ...(selections === undefined ? {} : { selections }),
  }
  const directory = withStandIns(deps, { bizType, initiatorId })
  const sources = { db: deps.db, directory, tenantId }
  const reached = { atStart: new Set<string>(), later: new Set<string>() }
  const given = { sources, process, options: deps.engineOptions, reached }
  const path = await walk(given, initialState(initiatorId, variables), command)
  return {
    ...path,
    selections: selectableAtStart(process, { ...reached, complete: path.complete }),
  }
}

interface Walk {
  readonly process: CompiledProcess
  readonly sources: Sources
  readonly options: EngineOptions
  /** Where the nodes are noted that are come to, for who wants to know. */
  readonly reached?: { readonly atStart: Set<string>; readonly later: Set<string> }
}

/**
 * Follows a state to its end, or to the first question that only a person can answer. Hundreds of decisions take a second
 * of the processor: others have their turn in between. Who has to be known for a decision is looked up before it.
 */
export async function walk(
  given: Walk,
  from: EngineState,
  first: Command | undefined,
): Promise<PathView> {
  const { process } = given
  const known = createKnown()
  const steps: Step[] = [...stepsOf(from.tasks), ...callsIn(from)]
  let state = from
  let command = first ?? nextCommand(process, state)
  let openQuestion: string | null = null
  const work: Work = { spentMs: 0, restedMs: 0 }
  await rest(work)
  for (let count = 0; command !== undefined && openQuestion === null; count++) {
    const reached = given.reached?.[count === 0 ? 'atStart' : 'later'] ?? new Set()
    const outcome =
      count === maxDecisions ? undefined : await decide(given, { known, work }, state, command)
    if (outcome === undefined) {
      openQuestion = 'The path is too long to tell.'
      break
    }
    if (outcome.kind === 'refused') {
      // A person has to choose, or a value is missing: what comes then cannot be told.
      const { reason, names } = outcome
      if (reason === 'selection_required') for (const name of names) reached.add(name)
      openQuestion = toProblem(outcome, { status: state.status }).message
    } else {
      noteReached(reached, outcome.effects)
      for (const effect of outcome.effects) addStep(steps, effect)
      state = outcome.state
    }
    command = nextCommand(process, state)
    if (work.spentMs - work.restedMs > SLICE_MS) await rest(work)
  }
  await learnNames(given, known, steps)
  const complete = openQuestion === null && state.status !== 'RUNNING'
  return { steps: toViews(steps, process, known), complete, openQuestion }
}

/** Of the processor and of this thread, so that a machine or a service that has much to do tells no less. */
interface Work {
  spentMs: number
  /** What was spent when others had their turn. */
  restedMs: number
}

async function rest(work: Work): Promise<void> {
  await letOthers()
  work.restedMs = work.spentMs
}

/** Applies a command, with all that has to be known for it; undefined where that has no end. */
async function decide(
  { process, sources, options }: Walk,
  { known, work }: { readonly known: ReturnType<typeof createKnown>; readonly work: Work },
  state: EngineState,
  command: Command,
): Promise<Applied | Refused | undefined> {
  for (let count = 1; count <= MAX_ATTEMPTS && work.spentMs <= MOST_MS; count++) {
    const given = { ...options, tables: known.tables }
    const before = threadCpuUsage()
    const outcome = apply(process, state, command, known.answers, given)
    const { user, system } = threadCpuUsage(before)
    work.spentMs += (user + system) / 1000
    if (outcome.kind !== 'needs') return outcome
    await learn(sources, known, needAnswers(outcome.requests))
    // One answer of the database may be for many who walk, and they would all go on at once.
    await rest(work)
  }
  return undefined
}

async function learnNames(
  { sources }: Walk,
  known: ReturnType<typeof createKnown>,
  steps: readonly Step[],
): Promise<void> {
  const seats = steps.flatMap((step) => step.seats ?? [])
  const mentioned = [...steps.flatMap(({ people }) => [...people]), ...seats.flatMap(peopleOf)]
  const unknown = mentioned.filter((id) => !known.names.has(id))
  if (unknown.length > 0) await learn(sources, known, needNames(unknown))
}

/** Where nobody is asked, the times, messages and signals of others that are waited for are taken to come. */
function nextCommand(process: CompiledProcess, state: EngineState): Command | undefined {
  const actor = { userId: state.initiator }
  const decision = nextDecision(state)
  if (decision !== undefined || state.status !== 'RUNNING') return decision
  if (state.tasks.some((task) => isActive(task.state))) return undefined
  const timer = state.execution.timers?.find(({ purpose, left }) => purpose === 'catch' && left > 0)
  if (timer !== undefined) return { kind: 'fireTimer', timer: timer.id, actor }
  const [awaited] = state.execution.tokens.flatMap((token) => messagesAt(process, token))
  if (awaited !== undefined) return { kind: 'message', name: awaited, actor }
  const signal = signalToCome(process, state)
  if (signal !== undefined) return { ...signal, actor }
  const [call] = state.execution.calls ?? []
  if (call === undefined) return undefined
  // What comes back from it cannot be known: the values are taken as they are.
  const { variables } = state
  return { kind: 'callEnded', call: call.id, result: 'approved', variables, actor }
}

function nextDecision({ status, tasks }: EngineState): Command | undefined {
  if (status !== 'RUNNING') return undefined
  const task = tasks.find(({ state }) => isActive(state))
  const userId = task?.assignee ?? task?.candidates[0]
  if (task === undefined || userId === undefined) return undefined
  const kind = task.state === 'DELEGATED' ? 'resolve' : 'approve'
  return { kind, actor: { userId }, task: task.key }
}

function stepsOf(tasks: readonly EngineTask[]): Step[] {
  const steps: Step[] = []
  for (const task of tasks) {
    if (!isActive(task.state) && task.state !== 'WAITING') continue
    const step = steps.find(({ node }) => node === task.node)
    const people = step?.people ?? new Set<string>()
    for (const user of holdersOf(task)) people.add(user)
    if (step !== undefined) continue
    const seats = tasks.filter((one) => one.node === task.node && !gone.has(one.state))
    steps.push({ node: task.node, kind: 'task', state: 'active', people, seats })
  }
  return steps
}

const gone: ReadonlySet<EngineTask['state']> = new Set(['TRANSFERRED', 'CANCELLED'])

/** One step for all that a node calls in one visit. */
const callsIn = ({ execution }: EngineState): Step[] =>
  [...new Set((execution.calls ?? []).map(({ node }) => node))].map((node) => ({
    node,
    kind: 'call',
    state: 'active',
    people: new Set<string>(),
  }))

function addStep(steps: Step[], effect: Effect): void {
  if (effect.kind === 'copied') {
    const people = new Set(effect.users)
    steps.push({ node: effect.node, kind: 'copy', state: 'expected', people })
  }
  if (effect.kind === 'called' && (effect.item ?? 0) === 0) {
    steps.push({ node: effect.node, kind: 'call', state: 'expected', people: new Set() })
  }
  if (effect.kind !== 'taskCreated') return
  const { task } = effect
  const last = steps.findLast(({ node }) => node === task.node)
  const step = last ?? { node: task.node, kind: 'task', state: 'expected', people: new Set() }
  if (last === undefined) steps.push(step)
  for (const user of holdersOf(task)) step.people.add(user)
}

const holdersOf = ({ assignee, candidates }: EngineTask): readonly string[] =>
  assignee === undefined ? candidates : [assignee]

function toViews(
  steps: readonly Step[],
  process: CompiledProcess,
  known: Known,
): PathView['steps'] {
  return steps.map((step) => {
    const node = process.nodes.get(step.node)
    return {
      node: { id: step.node, name: node?.name ?? step.node },
      kind: step.kind,
      state: step.state,
      people: [...step.people].map((id) => nameIn(known, id)),
      ...(step.seats === undefined ? {} : { seats: step.seats.map((one) => toSeat(one, known)) }),
      mode: node?.kind === 'userTask' ? node.decision.mode : null,
    }
  })
}

const nameIn = ({ names }: Known, id: string) => ({ id, name: names.get(id) ?? id })

const peopleOf = (task: EngineTask): readonly string[] => [
  ...holdersOf(task),
  ...[task.owner, whoseSeat(task)].filter((id) => id !== undefined),
]

const whoseSeat = ({ owner, assignee, onBehalf }: EngineTask) => onBehalf?.[owner ?? assignee ?? '']

function toSeat(task: EngineTask, known: Known): SeatView {
  const whose = whoseSeat(task)
  return {
    people: holdersOf(task).map((id) => nameIn(known, id)),
    status: task.state,
    ...(whose === undefined ? {} : { onBehalfOf: nameIn(known, whose) }),
    ...(task.owner === undefined ? {} : { owner: nameIn(known, task.owner) }),
  }
}
