import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadInstance, type LoadedInstance } from './runtime/load/read.ts'
import { sendUntilAnswered, tokensOf } from './testing/answered.testing.ts'
import { instancesPath, startBody, tasksPath } from './testing/approvals.testing.ts'
import { startBpmProcess, type BpmProcess } from './testing/bpm-process.ts'
import { expenseProcess } from './testing/processes.ts'
import { plain, replayLog } from './testing/replay.testing.ts'
import { createTenant, publish, useService, type TestTenant } from './testing/service.testing.ts'

const approvals = 1_000
const kills = 5
const atOnce = 60
const service = useService()
let tenant: TestTenant
let bpm: BpmProcess

beforeAll(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  bpm = startBpmProcess(service())
})
afterAll(() => bpm.stop())

/** What somebody does, and does again in the same words until it is answered. */
interface Step {
  readonly by: string
  readonly action: 'start' | 'approve' | 'reject' | 'return'
}

interface Approval {
  readonly id: string
  readonly steps: readonly Step[]
}

const chain: readonly Step[] = [
  { by: 'manager', action: 'approve' },
  { by: 'finance1', action: 'approve' },
  { by: 'finance2', action: 'approve' },
]

/** Some approvals stop somewhere on their way, some are refused or sent back there. */
function drawSteps(): Step[] {
  const steps = chain.slice(0, Math.floor(Math.random() * (chain.length + 1)))
  const last = steps.at(-1)
  const draw = Math.random()
  if (last !== undefined && draw < 0.2) {
    steps.splice(-1, 1, { ...last, action: draw < 0.1 ? 'reject' : 'return' })
  }
  return [{ by: 'employee', action: 'start' }, ...steps]
}

/** What was answered, which is never a refusal here. */
async function ask(path: string, by: string, body: object): Promise<{ id: string }> {
  const answered = await sendUntilAnswered(() => bpm, tokenOf(by), { path, body })
  if (answered.status >= 400) throw new Error(JSON.stringify(answered.body))
  return answered.body as { id: string }
}

const tokenOf = tokensOf(service, () => tenant)

async function run(step: Step, id: string | undefined): Promise<string> {
  const { by, action } = step
  if (id === undefined) return (await ask(instancesPath, by, startBody())).id
  const { task_no: taskNo } = await service()
    .deps.db.selectFrom('tasks')
    .where('tenant_id', '=', tenant.id)
    .where('instance_id', '=', id)
    .where('assignee_id', '=', tenant.person(by).id)
    .where('ended_at', 'is', null)
    .select('task_no')
    .executeTakeFirstOrThrow()
  await ask(`${tasksPath}/${taskNo}/${action}`, by, {})
  return id
}

/** Carries out approvals, many at once, and kills the service at random points between the first and the last. */
async function runUnderKills(): Promise<Approval[]> {
  const plans = Array.from({ length: approvals }, drawSteps)
  const total = plans.flat().length
  const points = Array.from({ length: kills }, () => Math.floor(Math.random() * total))
  // Once more right after the first: also while it starts.
  const killAt = new Set([...points, Number(points[0]) + 1])
  const done: Approval[] = []
  let answered = 0
  let next = 0
  const person = async () => {
    for (let plan = plans[next++]; plan !== undefined; plan = plans[next++]) {
      let id: string | undefined
      for (const step of plan) {
        id = await run(step, id)
        if (killAt.has(answered++)) bpm.restart()
      }
      if (id !== undefined) done.push({ id, steps: plan })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  return done
}

async function getLoaded(id: string): Promise<LoadedInstance> {
  const loaded = await loadInstance(service().deps.db, tenant.id, id)
  if (loaded === undefined) throw new Error('the instance is gone')
  return loaded
}

it('[BPM-10] [BPM-21] explains by its log each of 1,000 approvals that were under way when it was killed', async () => {
  const run = await runUnderKills()

  expect(run).toHaveLength(approvals)
  const stored = await service()
    .deps.db.selectFrom('process_instances')
    .where('tenant_id', '=', tenant.id)
    .select('id')
    .execute()
  // No start was doubled or lost.
  expect(stored.map(({ id }) => id).toSorted()).toEqual(run.map(({ id }) => id).toSorted())

  const openTasks: string[] = []
  for (let first = 0; first < run.length; first += 50) {
    const checked = await Promise.all(run.slice(first, first + 50).map(checkApproval))
    openTasks.push(...checked.flat())
  }
  expect(await listOpenTasks()).toEqual(openTasks.toSorted())
  expect(await listTodo()).toEqual(openTasks.toSorted())
  expect(await listBrokenLanes()).toEqual([])
}, 600_000)

/** @returns its open tasks, as its state has them. */
async function checkApproval({ id, steps }: Approval): Promise<string[]> {
  const { instance, state, rows } = await getLoaded(id)
  const replayed = await replayLog(service(), instance, { amount: 2500 })
  expect(plain(state)).toEqual(plain(replayed.state))
  // Each step that was answered is there, once, in its order.
  expect(replayed.actions.map(({ sequence }) => sequence)).toEqual(steps.map((_, at) => at + 1))
  expect(replayed.actions.map(({ by, action }) => `${by} ${action}`)).toEqual(
    steps.map(({ by, action }) => `${by.toUpperCase()} ${action}`),
  )
  expect(instance.lockVersion).toBe(steps.length)
  const open = [...rows.values()].filter((row) => row.ended_at === null)
  return open.map((row) => `${row.id} ${row.assignee_id ?? ''}`)
}

/** Of all rows, also those that no state would know of. */
async function listOpenTasks(): Promise<string[]> {
  const rows = await service()
    .deps.db.selectFrom('tasks')
    .where('tenant_id', '=', tenant.id)
    .where('ended_at', 'is', null)
    .select(['id', 'assignee_id as assignee'])
    .execute()
  return rows.map(({ id, assignee }) => `${id} ${assignee ?? ''}`).toSorted()
}

async function listTodo(): Promise<string[]> {
  const rows = await service()
    .deps.db.selectFrom('inbox_entries')
    .where('tenant_id', '=', tenant.id)
    .where('box', '=', 'todo')
    .select(['task_id as id', 'user_id as userId'])
    .execute()
  return rows.map(({ id, userId }) => `${id} ${userId}`).toSorted()
}

/** Lanes whose events are not numbered from one to the last. */
async function listBrokenLanes() {
  return service()
    .deps.db.selectFrom('delivery_lanes as lane')
    .innerJoin('delivery_events as event', (join) =>
      join
        .onRef('event.tenant_id', '=', 'lane.tenant_id')
        .onRef('event.instance_id', '=', 'lane.instance_id'),
    )
    .where('lane.tenant_id', '=', tenant.id)
    .groupBy(['lane.instance_id', 'lane.last_sequence'])
    .having((having) =>
      having.or([
        having(having.fn.max('event.sequence'), '<>', having.ref('lane.last_sequence')),
        having(having.fn.countAll(), '<>', having.ref('lane.last_sequence')),
      ]),
    )
    .select('lane.instance_id')
    .execute()
}
