import { eventStartsOf, startFor } from '../../src/core/definition/events/event-starts.ts'
import type { CompiledProcess } from '../../src/core/definition/graph.ts'
import type { Command, Effect } from '../../src/core/engine/command.ts'
import { initialState } from '../../src/core/engine/engine.ts'
import type { EngineState, Timer } from '../../src/core/engine/state.ts'
import { isLive } from '../../src/core/task.ts'
import { addTime, defaultCalendar, readMoment } from '../../src/core/working-time.ts'
import type { Case } from './cases.ts'
import { settle } from './measure.ts'
import { valuesOf } from './scripts.ts'

const mostSteps = 500
const longTaskMs = 10_000
const actor = { userId: 'ann' }

/** One approval of a run; `since`: when its tasks and timers were first there. */
interface Running {
  readonly process: CompiledProcess
  state: EngineState
  readonly since: Map<string, number>
  /** The approval that called it, and by which number. */
  readonly caller?: { readonly approval: Running; readonly call: number } | undefined
}

interface Run {
  readonly processes: ReadonlyMap<string, CompiledProcess>
  readonly steps: ReadonlyMap<string, string>
  readonly approvals: Running[]
  readonly log: string[]
  now: number
}

/**
 * Runs a model on a clock of its own: whoever has a task does it at once, or when its script would have ended; times come
 * when nobody has anything to do before.
 *
 * @param first Processes that are started, in order.
 * @returns what its steps logged, sorted.
 */
export function runCase(
  processes: ReadonlyMap<string, CompiledProcess>,
  steps: ReadonlyMap<string, string>,
  first: readonly string[],
  { input, integer }: Case,
): readonly string[] {
  const run: Run = { processes, steps, approvals: [], log: [], now: 0 }
  const variables = { test: input, integerVariable: integer, data: '' }
  for (const key of first) start(run, key, initialState(actor.userId, variables))
  for (let step = 0; step < mostSteps; step += 1) {
    const next = soonest(run)
    if (next === undefined) break
    run.now = next.at
    if (!next.does()) break
  }
  if (run.approvals.some(({ state }) => state.status === 'REJECTED')) run.log.push('ERROR_THROWN')
  return run.log.toSorted()
}

interface Beginning {
  readonly caller?: Running['caller']
  /** The start event that a message begins it at. */
  readonly at?: string
}

function start(run: Run, key: string, state: EngineState, { caller, at }: Beginning = {}): boolean {
  const process = run.processes.get(key)
  if (process === undefined) return refuse(run)
  const approval: Running = { process, state, since: new Map(), caller }
  run.approvals.push(approval)
  return act(run, approval, {
    kind: 'start',
    actor,
    ...(caller === undefined ? {} : { called: true }),
    ...(at === undefined ? {} : { at }),
  })
}

function refuse(run: Run): false {
  run.log.push('ERROR')
  return false
}

function act(run: Run, approval: Running, command: Command): boolean {
  const outcome = settle(approval.process, approval.state, command)
  if (outcome === undefined) return refuse(run)
  approval.state = outcome.state
  for (const effect of outcome.effects) follow(run, approval, effect)
  for (const { key } of outcome.state.tasks) note(run, approval, `task ${key}`)
  for (const { id } of outcome.state.execution.timers ?? []) note(run, approval, `timer ${id}`)
  const { caller, state } = approval
  if (caller === undefined || state.status === 'RUNNING' || !isAwaited(caller)) return true
  const error = outcome.effects.flatMap((one) =>
    one.kind === 'callerTold' && one.on === 'error' ? [{ error: one.code }] : [],
  )[0]
  const result = state.status === 'APPROVED' ? 'approved' : 'rejected'
  const { variables } = state
  return act(run, caller.approval, {
    kind: 'callEnded',
    call: caller.call,
    result,
    ...error,
    variables,
    actor,
  })
}

const isAwaited = ({ approval, call }: NonNullable<Running['caller']>): boolean =>
  approval.state.execution.calls?.some(({ id }) => id === call) === true

/** With all that it has called. */
function stop(run: Run, approval: Running, call: number): void {
  const stopped = run.approvals.filter(
    ({ caller }) => caller?.approval === approval && caller.call === call,
  )
  for (const one of stopped) {
    run.approvals.splice(run.approvals.indexOf(one), 1)
    for (const { id } of one.state.execution.calls ?? []) stop(run, one, id)
  }
}

const note = ({ now }: Run, { since }: Running, key: string) => {
  if (!since.has(key)) since.set(key, now)
}

function follow(run: Run, approval: Running, effect: Effect): void {
  if (effect.kind === 'nodeLeft' && effect.outcome === 'passed') {
    // What people do is logged as they do it: a task that is passed over was not done.
    const { kind } = approval.process.nodes.get(effect.node) ?? {}
    if (kind !== 'userTask') log(run, approval, effect.node)
  }
  if (effect.kind === 'callStopped') stop(run, approval, effect.call)
  if (effect.kind === 'signalThrown') bring(run, approval, effect.name)
  if (effect.kind === 'callbackRequested') relay(run, approval, effect.request)
  const { caller } = approval
  if (effect.kind === 'callerTold' && effect.on === 'escalation' && caller && isAwaited(caller)) {
    const { code } = effect
    act(run, caller.approval, { kind: 'callEscalated', call: caller.call, code, actor })
  }
  if (effect.kind !== 'called') return
  const node = approval.process.nodes.get(effect.node)
  if (node?.kind !== 'call') return
  const state = initialState(actor.userId, effect.variables)
  start(run, node.calledElement, state, { caller: { approval, call: effect.call } })
}

/** As the application would that owns both: what one asks it for it sends to who waits for it, or starts by it. */
function relay(run: Run, asker: Running, name: string): void {
  const command = { kind: 'message', name, actor } as const
  for (const one of run.approvals.filter((other) => other !== asker)) {
    if (settle(one.process, one.state, command) !== undefined) act(run, one, command)
  }
  for (const [key, process] of run.processes) {
    const begun = startFor(process, name)
    if (begun === undefined) continue
    start(run, key, initialState(actor.userId, asker.state.variables), { at: begun })
  }
}

/** To the others that wait for it, and those that begin by it; its own approval has heard it by then. */
function bring(run: Run, thrower: Running, name: string): void {
  for (const one of run.approvals.filter((other) => other !== thrower)) {
    const subscriptions = one.state.execution.subscriptions ?? []
    const waits = subscriptions.filter((wait) => wait.name === name).map(({ id }) => id)
    if (waits.length > 0) act(run, one, { kind: 'signal', name, waits, actor })
  }
  for (const [key, process] of run.processes) {
    for (const { id, startedBy } of eventStartsOf(process, 'signal')) {
      if (startedBy.signal === name) start(run, key, initialState(actor.userId, {}), { at: id })
    }
  }
}

const silent: ReadonlySet<string> = new Set([
  'CREATE_LOG_FILE',
  'INCREMENT_INTEGER_VARIABLE',
  'SET_STRING_DATA',
  'WAIT_TEN_SECONDS',
  'THROW_ERROR',
])

function log(run: Run, { state }: Running, node: string): void {
  const script = run.steps.get(node)
  if (script === undefined || silent.has(script)) return
  if (script === 'LOG_DATA' && state.variables['data'] !== 'String') return
  run.log.push(script)
}

interface Next {
  readonly at: number
  readonly does: () => boolean
}

function soonest(run: Run): Next | undefined {
  let soonest: Next | undefined
  for (const next of run.approvals.flatMap((approval) => [
    ...tasksOf(run, approval),
    ...timersOf(run, approval),
  ])) {
    if (soonest === undefined || next.at < soonest.at) soonest = next
  }
  return soonest
}

function tasksOf(run: Run, approval: Running): readonly Next[] {
  const open = approval.state.tasks.filter(
    ({ state }) => isLive(state) && state !== 'WAITING' && approval.state.status === 'RUNNING',
  )
  return open.map(({ key, node }) => {
    const script = run.steps.get(node) ?? ''
    const since = approval.since.get(`task ${key}`) ?? run.now
    const at = script === 'WAIT_TEN_SECONDS' ? since + longTaskMs : since
    const does = () => {
      if (script === 'THROW_ERROR') return act(run, approval, { kind: 'reject', task: key, actor })
      const integer = Number(approval.state.variables['integerVariable'])
      const variables = valuesOf(script, integer) as Record<string, string | number>
      log(run, approval, node)
      return act(run, approval, { kind: 'approve', task: key, actor, variables })
    }
    return { at, does }
  })
}

function timersOf(run: Run, approval: Running): readonly Next[] {
  const timers = approval.state.execution.timers ?? []
  return timers
    .filter(({ left }) => left > 0)
    .map((timer) => ({
      at: timeOf(timer, approval.since.get(`timer ${timer.id}`) ?? run.now),
      does: () => act(run, approval, { kind: 'fireTimer', timer: timer.id, actor }),
    }))
}

function timeOf({ when: { kind, text } }: Timer, since: number): number {
  return kind === 'at'
    ? readMoment(text, defaultCalendar).getTime()
    : addTime(new Date(since), text, defaultCalendar).getTime()
}
