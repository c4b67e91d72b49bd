import { startFor } from '../../core/definition/events/event-starts.ts'
import type { CallNode, CompiledProcess } from '../../core/definition/graph.ts'
import type { DefinitionProblem } from '../../core/definition/problem.ts'
import {
  findUnthrown,
  listensTo,
  thrownOutOf,
  type Thrown,
} from '../../core/definition/checks/thrown-out.ts'
import type { VariableDeclaration } from '../../core/variables.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { listPublishedByKeys, listPublishedCallers } from './queries.ts'

type CallDeps = Pick<Deps, 'processes'> & { readonly db: Db }

/** Processes that one leads to by calls; no sensible one has more. */
const MAX_KEYS = 200

/**
 * What is wrong between a process and those that it calls or that call it, as the tenant's published
 * processes are now: nobody is there to call, values do not fit, the calls lead back to this process,
 * or people are to be chosen where nobody is there to choose.
 */
export async function findCallProblems(
  deps: CallDeps,
  tenantId: string,
  process: CompiledProcess,
  variables: readonly VariableDeclaration[],
): Promise<readonly DefinitionProblem[]> {
  return [
    ...(await findProblemsOfCallers(deps, tenantId, process)),
    ...(await findProblemsOfCalls(deps, tenantId, process, variables)),
  ]
}

/** What its callers would get stuck at: people to be chosen by the initiator, and no start for a call to begin at. */
async function findProblemsOfCallers(
  { db }: CallDeps,
  tenantId: string,
  process: CompiledProcess,
): Promise<readonly DefinitionProblem[]> {
  const { tasksWithoutChooser } = await import('../../core/definition/checks/calls.ts')
  const tasks = tasksWithoutChooser(process)
  const isCallable = startFor(process, undefined) !== undefined
  if (isCallable && tasks.length === 0) return []
  const [caller] = await listPublishedCallers(db, tenantId, process.id)
  if (caller === undefined) return []
  const calls = `the process ${caller.key} calls this one, and`
  const why = `${calls} nobody is there to choose people`
  const message = `${calls} it begins by a time, a message or a signal alone: give it a plain start`
  return [
    ...(isCallable ? [] : [{ element: process.start, code: 'plain_start_missing', message }]),
    ...tasks.map(({ id }) => ({ element: id, code: 'chooser_missing', message: why + cure })),
  ]
}

const cure = ': name them otherwise, or say with onEmpty and users who is asked then'

async function findProblemsOfCalls(
  { db, processes }: CallDeps,
  tenantId: string,
  process: CompiledProcess,
  variables: readonly VariableDeclaration[],
): Promise<readonly DefinitionProblem[]> {
  // Loaded with the type checker, which processes without a definition to check never need.
  const { callsOf, checkCall, tasksWithoutChooser } =
    await import('../../core/definition/checks/calls.ts')
  const calls = callsOf(process)
  if (calls.length === 0) return []
  const found: DefinitionProblem[] = []
  const published = await readPublished(db, tenantId, calls)
  const readThrown = throwersAmong({ db, processes }, tenantId, published)
  for (const node of calls) {
    const report = (element: string, code: string, message: string) =>
      found.push({ element, code, message })
    const circle = findCircle(published, node.calledElement, process.id)
    if (circle !== undefined) {
      report(node.id, 'call_circle', `the calls lead back here: ${circle.join(', ')}`)
      continue
    }
    const called = published.get(node.calledElement)
    const bizType = called && (await findBizType(db, tenantId, called.bizType))
    if (called === undefined || bizType === undefined) {
      const message = `no process ${node.calledElement} is published: publish it first`
      report(node.id, 'called_unknown', message)
      continue
    }
    checkCall(node, variables, bizType.variables, { process, report })
    if (listensTo(process, node)) {
      findUnthrown(process, node, await readThrown(node.calledElement), report)
    }
    const callee = await processes.get(tenantId, called.id)
    if (startFor(callee, undefined) === undefined) {
      const message = `${node.calledElement} begins by a time, a message or a signal alone: give it a plain start`
      report(node.id, 'called_unknown', message)
    }
    const tasks = tasksWithoutChooser(callee)
    if (tasks.length === 0) continue
    const names = tasks.map(({ id }) => id).join(', ')
    const why = `nobody is there to choose people for ${names} of ${node.calledElement}`
    report(node.id, 'chooser_missing', why + cure)
  }
  return found
}

interface Published {
  readonly id: string
  readonly bizType: string
  readonly calledKeys: readonly string[]
}

/** The called processes, those that they call, and so on. */
async function readPublished(
  db: Db,
  tenantId: string,
  calls: readonly CallNode[],
): Promise<ReadonlyMap<string, Published>> {
  const known = new Map<string, Published>()
  const asked = new Set<string>()
  let keys = [...new Set(calls.map(({ calledElement }) => calledElement))]
  while (keys.length > 0 && asked.size < MAX_KEYS) {
    for (const key of keys) asked.add(key)
    const rows = await listPublishedByKeys(db, tenantId, keys)
    for (const { key, ...rest } of rows) known.set(key, rest)
    keys = [...new Set(rows.flatMap(({ calledKeys }) => calledKeys))].filter(
      (key) => !asked.has(key),
    )
  }
  return known
}

/** Reads what the published processes throw to their callers, by what those that they call throw to them. */
function throwersAmong(
  { processes }: CallDeps,
  tenantId: string,
  published: ReadonlyMap<string, Published>,
): (key: string) => Promise<readonly Thrown[]> {
  const known = new Map<string, readonly Thrown[]>()
  const read = async (key: string): Promise<readonly Thrown[]> => {
    const found = known.get(key)
    const one = published.get(key)
    if (found !== undefined || one === undefined) return found ?? []
    // Calls that lead back add nothing; they are refused when they are published, and bounded when they run.
    known.set(key, [])
    for (const called of one.calledKeys) await read(called)
    const process = await processes.get(tenantId, one.id)
    const thrown = thrownOutOf(process, (called) => known.get(called) ?? [])
    known.set(key, thrown)
    return thrown
  }
  return read
}

/** The keys on the way from one process to another; undefined when no call leads there. */
function findCircle(
  published: ReadonlyMap<string, Published>,
  from: string,
  to: string,
): readonly string[] | undefined {
  const seen = new Set<string>()
  const stack: (readonly string[])[] = [[from]]
  for (let path = stack.pop(); path !== undefined; path = stack.pop()) {
    const key = path.at(-1) ?? ''
    if (key === to) return [to, ...path]
    if (seen.has(key)) continue
    seen.add(key)
    for (const next of published.get(key)?.calledKeys ?? []) stack.push([...path, next])
  }
  return undefined
}
