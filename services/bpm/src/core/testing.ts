import type { DecisionTable, PublishedTable } from './decision/table.ts'
import { compile, readDefinition } from './definition/compile.ts'
import type { CompiledProcess } from './definition/graph.ts'
import type { DefinitionProblem } from './definition/problem.ts'
import { findProblems } from './definition/validate.ts'
import type { Applied, Command, Directory, Effect, Outcome, TaskCommand } from './engine/command.ts'
import { initialState } from './engine/engine.ts'
import { apply } from './engine/engine.ts'
import { migrate, type MigrateCommand, type Migration } from './engine/actions/migrate.ts'
import type { EngineState, EngineTask } from './engine/state.ts'
import { isLive } from './task.ts'
import type { VariableDeclaration, Variables } from './variables.ts'

/** Wraps elements of a process into a document. For tests. */
export function bpmn(content: string, id = 'approval'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:approval="urn:countersign:bpmn:1" targetNamespace="test">
  <process id="${id}" name="Approval" isExecutable="true">${content}</process>
</definitions>`
}

/** What is found wrong with a document, as publishing it would find it. */
export async function validate(
  bpmnXml: string,
  variables: readonly VariableDeclaration[],
): Promise<readonly DefinitionProblem[]> {
  return findProblems(await readDefinition(bpmnXml), variables)
}

/** `a -> b -> c`, and `a -> b : condition` for one flow; flows are named `a_b`. */
export function flows(...paths: readonly string[]): string {
  return paths
    .flatMap((path) => {
      const [chain = '', condition] = path.split(' : ')
      const ids = chain.split('->').map((id) => id.trim())
      return ids.slice(1).map((target, index) => {
        const source = ids[index] ?? ''
        const body =
          condition === undefined
            ? ''
            : `<conditionExpression xsi:type="tFormalExpression"><![CDATA[${condition}]]></conditionExpression>`
        return `<sequenceFlow id="${source}_${target}" sourceRef="${source}" targetRef="${target}">${body}</sequenceFlow>`
      })
    })
    .join('')
}

/** A user task given to people by name; further extension elements may follow. */
export function user(id: string, people: string = id, extensions = ''): string {
  const candidates = people
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => `<approval:candidate kind="user" ref="${name}"/>`)
    .join('')
  return `<userTask id="${id}"><extensionElements><approval:candidates>${candidates}</approval:candidates>${extensions}</extensionElements></userTask>`
}

export const start = '<startEvent id="start"/>'
export const end = '<endEvent id="end"/>'

/** An approval played in memory: every person exists and has themselves as id. For tests. */
export interface Play {
  /** As it was started; see {@link migrate}. */
  readonly process: CompiledProcess
  readonly log: (Command | MigrateCommand)[]
  readonly effects: Effect[]
  state(): EngineState
  /** What it follows since it was last migrated. */
  follows(): CompiledProcess
  /** Applies and throws when it is refused. */
  must(command: Command): Applied
  try(command: Command): Outcome
  /** Goes on in another definition, if the work fits there. */
  migrate(to: CompiledProcess, command: Omit<MigrateCommand, 'kind' | 'actor'>): Migration
  /** Tasks that people hold now, `node/assignee` or `node/a|b` for a pool, in order of creation. */
  open(): readonly string[]
  task(node: string, person?: string): EngineTask
  approve(node: string, person?: string): Applied
  reject(node: string, person?: string): Applied
  act(
    node: string,
    person: string,
    action: DistributiveOmit<TaskCommand, 'actor' | 'task'>,
  ): Outcome
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

export interface PlayOptions {
  readonly variables?: Variables
  readonly initiator?: string
  /** Answers by request key; `user:<name>` is answered by the name itself. */
  readonly directory?: Readonly<Record<string, readonly string[]>>
  /** Decision tables that are published, by key. */
  readonly tables?: Readonly<Record<string, DecisionTable>>
  readonly started?: boolean
  /** Goes on with this state instead of a new one. */
  readonly from?: EngineState
}

const root = { userId: 'root', administrator: true }
export const engineOptions = { administratorsRole: 'admin' }

export async function play(xml: string, options: PlayOptions = {}): Promise<Play> {
  return playProcess(await compile(xml), options)
}

export function playProcess(process: CompiledProcess, options: PlayOptions = {}): Play {
  const { variables = {}, initiator = 'ann', directory = {}, tables = {}, started = true } = options
  let now = process
  let state = options.from ?? initialState(initiator, variables)
  const log: Play['log'] = []
  const effects: Effect[] = []
  const tryIt = (command: Command) => applyWith(now, state, command, directory, tables)
  const must = (command: Command): Applied => {
    const outcome = tryIt(command)
    if (outcome.kind !== 'applied') throw new Error(JSON.stringify(outcome))
    return keep(command, outcome)
  }
  const keep = <T extends Applied>(command: Command | MigrateCommand, outcome: T): T => {
    // What is stored and read again must be as good.
    state = JSON.parse(JSON.stringify(outcome.state)) as EngineState
    log.push(command)
    effects.push(...outcome.effects)
    return outcome
  }
  const task = (node: string, person?: string) => findTask(state, node, person)
  const decide = (kind: 'approve' | 'reject') => (node: string, person?: string) => {
    const { key, assignee, candidates } = task(node, person)
    return must({ kind, task: key, actor: { userId: person ?? assignee ?? candidates[0] ?? '' } })
  }
  if (started && options.from === undefined) must({ kind: 'start', actor: { userId: initiator } })
  return {
    process,
    log,
    effects,
    state: () => state,
    follows: () => now,
    must,
    try: tryIt,
    migrate: (to, given) => {
      const command = { ...given, kind: 'migrate', actor: root } as const
      const outcome = migrateWith(now, to, state, command, directory, tables)
      if (outcome.kind !== 'applied') return outcome
      now = to
      return keep(command, outcome)
    },
    open: () => openIn(state),
    task,
    approve: decide('approve'),
    reject: decide('reject'),
    act: (node, person, action) => {
      const command = { ...action, task: task(node, person).key, actor: { userId: person } }
      const outcome = tryIt(command)
      return outcome.kind === 'applied' ? must(command) : outcome
    },
  }
}

const openIn = ({ tasks }: EngineState): string[] =>
  tasks
    .filter(({ state }) => isLive(state) && state !== 'WAITING')
    .map((open) => `${open.node}/${open.assignee ?? open.candidates.join('|')}`)

function findTask({ tasks }: EngineState, node: string, person?: string): EngineTask {
  const isTheirs = ({ assignee, candidates }: EngineTask) =>
    person === undefined ||
    assignee === person ||
    (assignee === undefined && candidates.includes(person))
  const found = tasks.find((task) => task.node === node && isLive(task.state) && isTheirs(task))
  if (found === undefined) throw new Error(`${person ?? 'nobody'} has no task at ${node}`)
  return found
}

type Answers = Readonly<Record<string, readonly string[]>>

/** Applies and answers every question, as the loop of an action does. */
export function applyWith(
  process: CompiledProcess,
  state: EngineState,
  command: Command,
  directory: Answers = {},
  tables: Tables = {},
): Outcome {
  return answering(directory, (answers) =>
    apply(process, state, command, answers, { ...engineOptions, tables: publishedOf(tables) }),
  )
}

type Tables = NonNullable<PlayOptions['tables']>

/** Their ids are their keys. */
const publishedOf = (tables: Tables): ReadonlyMap<string, PublishedTable> =>
  new Map(Object.entries(tables).map(([key, table]) => [key, { id: key, key, version: 1, table }]))

/** Migrates and answers every question, as the loop of an action does. */
export function migrateWith(
  from: CompiledProcess,
  to: CompiledProcess,
  state: EngineState,
  command: MigrateCommand,
  directory: Answers = {},
  tables: Tables = {},
): Migration {
  return answering(directory, (answers) =>
    migrate(from, to, state, command, answers, {
      ...engineOptions,
      tables: publishedOf(tables),
    }),
  )
}

/** Answered by themselves: users, and the ids of decision tables, which are their keys. */
const isNamed: ReadonlySet<string> = new Set(['user', 'decision'])

function answering<T extends Outcome | Migration>(
  directory: Answers,
  work: (answers: Directory) => T,
): T {
  const answers = new Map<string, readonly string[]>(Object.entries(directory))
  for (;;) {
    const outcome = work(answers)
    if (outcome.kind !== 'needs') return outcome
    for (const { key, kind, ref } of outcome.requests) {
      answers.set(key, isNamed.has(kind) && ref !== undefined ? [ref] : [])
    }
  }
}
