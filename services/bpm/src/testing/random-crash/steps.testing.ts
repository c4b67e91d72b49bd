import { messagesExpected, valuesMissing } from '../../core/engine/testing/random-waits.testing.ts'
import type { CompiledProcess } from '../../core/definition/graph.ts'
import { isImplied } from '../../core/definition/events/implied-starts.ts'
import type { EngineState } from '../../core/engine/state.ts'
import type { InstanceRow } from '../../runtime/load/instances.ts'
import { loadInstance } from '../../runtime/load/read.ts'
import type { Asked } from '../answered.testing.ts'
import { instancesPath, ownedPath, tasksPath } from '../approvals.testing.ts'
import type { TestService, TestTenant } from '../service.testing.ts'
import type { Version } from './definitions.testing.ts'

/** Something that somebody asks for in an approval. */
export interface Step extends Asked {
  readonly instanceId: string
  /** The name of a person, or the application. */
  readonly by: string
  /** As the log has it once it is done; absent of a signal, which may be for nobody any more. */
  readonly action?: string
  readonly taskId?: string
}

/** Has no request key: asked for again it is done again. */
export const UPDATED = 'updateVariables'

/** The client that owns the business type. */
export const application = 'expense-app'

export interface World {
  readonly service: TestService
  readonly tenant: TestTenant
  /** All who are asked, by their names. */
  readonly people: readonly string[]
  readonly versions: ReadonlyMap<string, readonly Version[]>
}

/** Numbers from 0 to below 1. */
export type Luck = () => number

const pick = <T>(list: readonly T[], luck: Luck): T | undefined =>
  list[Math.floor(luck() * list.length)]

/**
 * What is tried next in an approval and those that it has called: mostly what somebody is asked for, now and then what an
 * administrator does. `waits`: for a time alone; undefined once it is over.
 */
export async function drawStep(
  world: World,
  rootId: string,
  luck: Luck,
): Promise<Step | 'waits' | undefined> {
  const family = await loadLive(world, rootId)
  const one = pick(family, luck)
  if (one === undefined) return undefined
  const chance = luck()
  if (chance < 0.03) return jump(one, pick(nodesOf(one.process), luck) ?? 'end')
  if (chance < 0.06) return migrate(world, one, luck)
  const returned = family.find(({ state }) => state.status === 'RETURNED')
  if (returned !== undefined) return sendOnItsWay(returned)
  const tasks = await listTodo(world, family)
  const others = family.flatMap(othersOf)
  const task = pick(tasks, luck)
  if (task !== undefined && (others.length === 0 || luck() < 0.7)) {
    const its = family.find(({ instance }) => instance.id === task.instanceId) ?? one
    return decide(task, its, luck)
  }
  const other = pick(others, luck)
  if (other !== undefined) return other
  const times = family.flatMap(({ state }) => state.execution.timers ?? [])
  // Nobody and nothing would move it any more: an administrator does.
  return times.some(({ left }) => left > 0) ? 'waits' : jump(one, 'end')
}

interface Live {
  readonly instance: InstanceRow
  readonly state: EngineState
  readonly process: CompiledProcess
}

async function loadLive({ service, tenant }: World, rootId: string): Promise<readonly Live[]> {
  const { db, processes } = service.deps
  const rows = await db
    .selectFrom('process_instances')
    .where('tenant_id', '=', tenant.id)
    .where((column) => column.or([column('id', '=', rootId), column('root_id', '=', rootId)]))
    .where('ended_at', 'is', null)
    .select('id')
    .orderBy('id')
    .execute()
  const live: Live[] = []
  for (const { id } of rows) {
    const loaded = await loadInstance(db, tenant.id, id)
    if (loaded === undefined || loaded.instance.endedAt !== null) continue
    const { instance, state } = loaded
    live.push({ instance, state, process: await processes.get(tenant.id, instance.definitionId) })
  }
  return live
}

interface OpenTask {
  readonly instanceId: string
  readonly taskId: string
  readonly taskNo: string
  readonly by: string
}

/** What is in the inboxes of people. */
async function listTodo(
  { service, tenant, people }: World,
  family: readonly Live[],
): Promise<readonly OpenTask[]> {
  const rows = await service.deps.db
    .selectFrom('inbox_entries as entry')
    .innerJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'entry.tenant_id').onRef('task.id', '=', 'entry.task_id'),
    )
    .where('entry.tenant_id', '=', tenant.id)
    .where('entry.box', '=', 'todo')
    .where(
      'task.instance_id',
      'in',
      family.map(({ instance }) => instance.id),
    )
    .select(['task.instance_id as instanceId', 'task.id as taskId', 'task.task_no as taskNo'])
    .select('entry.user_id as userId')
    .execute()
  const names = new Map(people.map((name) => [tenant.person(name).id, name]))
  return rows.map(({ userId, ...row }) => ({ ...row, by: names.get(userId) ?? '' }))
}

function decide({ taskNo, ...task }: OpenTask, { process }: Live, luck: Luck): Step {
  const chance = luck()
  const action = chance < 0.75 ? 'approve' : chance < 0.82 ? 'reject' : 'return'
  const places = ['initiator', 'previous', pick(nodesOf(process), luck) ?? 'previous']
  const body = action === 'return' ? { returnTo: pick(places, luck) } : {}
  return { ...task, action, path: `${tasksPath}/${taskNo}/${action}`, body }
}

const nodesOf = ({ nodes }: CompiledProcess): readonly string[] =>
  [...nodes.keys()].filter((id) => !isImplied(id))

/** What the application sends where it is waited for: messages, errors in their place, values, and signals. */
function othersOf({ instance, state, process }: Live): readonly Step[] {
  const { id: instanceId } = instance
  const { execution } = state
  const own = { instanceId, by: application }
  const messages = messagesExpected(process, execution).flatMap((message) =>
    [{ message }, { message }, { message, error: 'E' }].map((body) => ({
      ...own,
      action: 'message',
      path: `${ownedPath}/${instanceId}/messages`,
      body,
    })),
  )
  const values = valuesMissing(process, execution).map((name) => setValues(own, { [name]: true }))
  const path = '/internal/v1/bpm/signals'
  const hears = (execution.subscriptions ?? []).length > 0
  return [...messages, ...values, ...(hears ? [{ ...own, path, body: { name: 'T' } }] : [])]
}

const setValues = (own: Pick<Step, 'instanceId' | 'by'>, body: object): Step => ({
  ...own,
  action: UPDATED,
  method: 'PATCH',
  path: `${ownedPath}/${own.instanceId}/variables`,
  body,
})

/** As it is asked for: the application first, then who has started it. */
function sendOnItsWay({ instance: { id: instanceId }, state }: Live): Step {
  if (state.execution.returned?.ownerUpdated !== true) {
    return setValues({ instanceId, by: application }, {})
  }
  const path = `${instancesPath}/${instanceId}/resubmit`
  return { instanceId, by: 'employee', action: 'resubmit', path, body: {} }
}

function jump({ instance: { id: instanceId } }: Live, to: string): Step {
  const path = `${instancesPath}/${instanceId}/jump`
  const body = { to, reason: 'it is drawn', force: true }
  return { instanceId, by: 'admin', action: 'jump', path, body }
}

/** To any version of what it follows, with the names that are others there. */
async function migrate({ service, tenant, versions }: World, one: Live, luck: Luck): Promise<Step> {
  const { id: instanceId, definitionId: from } = one.instance
  const others = (versions.get(from) ?? []).filter(({ definitionId }) => definitionId !== from)
  const { definitionId, nodes } = pick(others, luck) ?? { definitionId: from, nodes: {} }
  const to = await service.deps.processes.get(tenant.id, definitionId)
  const named = Object.entries(nodes).filter(
    ([old, now]) => one.process.nodes.has(old) && to.nodes.has(now),
  )
  const body = { definitionId, nodes: Object.fromEntries(named), reason: 'it is drawn' }
  const path = `${instancesPath}/${instanceId}/migrate`
  return { instanceId, by: 'admin', action: 'migrate', path, body }
}
