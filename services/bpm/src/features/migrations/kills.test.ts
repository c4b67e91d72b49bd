import { spawn } from 'node:child_process'
import { programArguments } from '@countersign/test-kit/programs'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { instancesPath, start, tasksPath } from '../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type Client,
  type TestTenant,
} from '../../testing/service.testing.ts'
import type { MigrationView } from './schema.ts'

const service = useService()
const approvals = 240
let tenant: TestTenant
let admin: Client
let first: string
let second: string

const step = (id: string, name: string) => ({
  id,
  xml: userTask(id, { candidates: toUser(name) }),
})

beforeAll(async () => {
  tenant = await createTenant(service())
  tenant.add('admin')
  admin = tenant.as('admin', ['bpm:instance:admin'])
  const manager = step('manager', 'manager')
  const process = (key: string, last: string) => inARow(key, [manager, step(last, 'finance1')])
  first = await publish(service(), tenant.id, process('expense-first', 'finance'))
  second = await publish(service(), tenant.id, process('expense-second', 'money'))
})

/** Starts approvals, some of which come to stand where the second definition has no place. */
async function startMany(): Promise<readonly string[]> {
  const ids: string[] = []
  while (ids.length < approvals) {
    const started = await Promise.all(
      Array.from({ length: 20 }, () => start(tenant, { definitionId: first })),
    )
    ids.push(...started.map(({ id }) => id))
  }
  await decide(ids.filter((_, index) => index % 3 === 0))
  return ids
}

/** The manager approves. */
async function decide(ids: readonly string[]): Promise<void> {
  const tasks = await service()
    .deps.db.selectFrom('tasks')
    .where('tenant_id', '=', tenant.id)
    .where('instance_id', 'in', ids)
    .select('task_no')
    .execute()
  for (const { task_no: taskNo } of tasks) {
    const { status } = await tenant.as('manager').post(`${tasksPath}/${taskNo}/approve`)
    expect(status).toBe(200)
  }
}

const program = new URL('fixtures/migration-process.ts', import.meta.url)

function runWorker() {
  const child = spawn(process.execPath, [...programArguments(program), service().url, '1'])
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

it('[BPM-14] leaves each approval wholly in one definition, once, when the process that moves them is killed', async () => {
  const ids = await startMany()
  const { body } = await admin.post<MigrationView>(`/api/bpm/v1/definitions/${first}/migrations`, {
    definitionId: second,
    reason: 'new rules',
  })
  const read = async () =>
    (await admin.get<MigrationView>(`/api/bpm/v1/migrations/${body.id}`)).body
  const done = async () => {
    const { migrated, refused } = await read()
    return migrated + refused
  }

  // People decide meanwhile, on both sides of where the worker is.
  const deciding = decide(ids.filter((_, index) => index % 3 === 1))
  for (let last = 0, kills = 0; kills < 5 && last < approvals; kills++) {
    const children = [runWorker(), runWorker()]
    // As soon as they get somewhere, they die in the middle of something.
    await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(last)
    last = await done()
    for (const child of children) child.kill('SIGKILL')
  }
  runWorker()
  await expect.poll(async () => (await read()).status).toBe('ENDED')
  await deciding

  const { db } = service().deps
  const moved = await db
    .selectFrom('process_instances as instance')
    .leftJoin('migration_results as result', (join) =>
      join.onRef('result.instance_id', '=', 'instance.id').on('result.migration_id', '=', body.id),
    )
    .where('instance.id', 'in', ids)
    .select([
      'instance.id',
      'instance.definition_id',
      'instance.book as execution',
      'result.outcome',
    ])
    .execute()
  const migrations = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenant.id)
    .where('action', '=', 'migrate')
    .select('instance_id')
    .execute()
  const nodesOf: Readonly<Record<string, readonly string[]>> = {
    [first]: ['manager', 'finance'],
    [second]: ['manager', 'money'],
  }
  for (const { id, definition_id: definitionId, execution, outcome } of moved) {
    expect(outcome).toBe(definitionId === second ? 'migrated' : 'refused')
    expect(migrations.filter((one) => one.instance_id === id)).toHaveLength(
      definitionId === second ? 1 : 0,
    )
    const { currentNodes } = (
      await admin.get<{ currentNodes: { id: string }[] }>(`${instancesPath}/${id}`)
    ).body
    const places = [...execution.tokens, ...currentNodes.map((node) => ({ place: node.id }))]
    for (const { place } of places) expect(nodesOf[definitionId]).toContain(place)
  }
  const count = (wanted: string) => moved.filter(({ outcome }) => outcome === wanted).length
  expect(moved).toHaveLength(approvals)
  expect(await read()).toMatchObject({ migrated: count('migrated'), refused: count('refused') })
  expect(count('refused')).toBeGreaterThanOrEqual(approvals / 3)

  // Nothing was lost: all of them can be decided to their ends.
  await decideAll(ids)
  const { number } = await db
    .selectFrom('process_instances')
    .where('id', 'in', ids)
    .where('status', '=', 'APPROVED')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  expect(number).toBe(approvals)
}, 600_000)

async function decideAll(ids: readonly string[]): Promise<void> {
  for (;;) {
    const open = await service()
      .deps.db.selectFrom('tasks')
      .where('tenant_id', '=', tenant.id)
      .where('instance_id', 'in', ids)
      .where('ended_at', 'is', null)
      .select(['task_no', 'assignee_id'])
      .execute()
    if (open.length === 0) return
    for (const { task_no: taskNo, assignee_id: assignee } of open) {
      const name = assignee === tenant.person('manager').id ? 'manager' : 'finance1'
      const { status } = await tenant.as(name).post(`${tasksPath}/${taskNo}/approve`)
      expect(status).toBe(200)
    }
  }
}
