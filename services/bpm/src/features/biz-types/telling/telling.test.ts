import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { act, eventsOf, start, type QueuedEvent } from '../../../testing/approvals.testing.ts'
import { countBlocked } from '../../../testing/blocked.testing.ts'
import { inARow, toRole, toUser, userTask } from '../../../testing/processes.ts'
import {
  bizTypeBody,
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import { tellOpenTasks } from './worker.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
  const step = (id: string, candidates: string) => ({ id, xml: userTask(id, { candidates }) })
  const xml = inARow('two', [step('first', toRole('finance')), step('then', toUser('manager'))])
  await publish(service(), tenant.id, xml)
  // Others that no test has finished are none of this one's.
  await sql`delete from task_tellings where tenant_id <> ${tenant.id}`.execute(service().deps.db)
})

/** Declares the type as a later version of its application does. */
async function ask(
  events: readonly string[] = ['task.created', 'task.assigned', 'task.completed'],
) {
  const callback = { ...bizTypeBody.callback, events }
  const path = '/internal/v1/bpm/biz-types'
  expect((await tenant.application.post(path, { ...bizTypeBody, callback })).status).toBe(200)
}

async function tellAll(): Promise<void> {
  while ((await tellOpenTasks(service().deps)) > 0);
}

type Told = QueuedEvent & {
  readonly task?: { readonly candidates?: string[]; readonly assignee?: { readonly id: string } }
}
const told = async (instance: { id: string }): Promise<Told[]> =>
  ((await eventsOf(service(), instance)) as Told[]).filter(({ type }) => type === 'task.assigned')

it('[DMS-11] tells who has the tasks that were open before anybody asked, once, in order', async () => {
  const [pool, claimed, over] = [await start(tenant), await start(tenant), await start(tenant)]
  await act(tenant, 'finance2', claimed, 'claim')
  await act(tenant, 'finance1', over, 'approve')
  await act(tenant, 'manager', over, 'approve')
  expect(await told(pool)).toEqual([])

  await ask()
  await tellAll()
  await ask()
  await tellAll()

  const ids = ['finance1', 'finance2'].map((name) => tenant.person(name).id)
  const [ofPool, ...more] = await told(pool)
  expect(more).toEqual([])
  expect(ofPool?.task?.candidates?.toSorted()).toEqual(ids.toSorted())
  expect(await told(claimed)).toMatchObject([
    { task: { status: 'CLAIMED', assignee: { id: tenant.person('finance2').id } } },
  ])
  expect(await told(over)).toEqual([])
  await act(tenant, 'finance1', pool, 'approve')
  const events = await eventsOf(service(), pool)
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
})

it('tells nobody who does not ask for it', async () => {
  const instance = await start(tenant)
  await ask(['task.created'])
  await tellAll()
  expect(await told(instance)).toEqual([])
})

it('goes on where a process died', async () => {
  const instances = []
  for (let at = 0; at < 23; at++) instances.push(await start(tenant))
  await ask()
  const { deps } = service()
  let tellings = 0
  // It dies at the third approval, and keeps its lease.
  const dying = {
    ...deps,
    now: () => {
      tellings += 1
      if (tellings === 3) throw new Error('killed')
      return deps.now()
    },
  }
  await expect(tellOpenTasks(dying)).rejects.toThrow('killed')
  expect(await tellOpenTasks(deps)).toBe(0)
  await sql`update task_tellings set leased_until = now() where tenant_id = ${tenant.id}`.execute(
    deps.db,
  )
  expect(await tellOpenTasks(deps)).toBe(20)
  expect(await tellOpenTasks(deps)).toBe(1)
  expect(await tellOpenTasks(deps)).toBe(0)

  for (const instance of instances) expect(await told(instance)).toHaveLength(1)
})

it('tells nobody twice when a process stood still for longer than its lease', async () => {
  const instances = []
  for (let at = 0; at < 4; at++) instances.push(await start(tenant))
  await ask()
  const { deps } = service()
  const [, second] = instances
  // The first process stands still before the second approval, and another one takes over there.
  const processes = await deps.db.transaction().execute(async (tx) => {
    await sql`select from process_instances 
      where tenant_id = ${tenant.id} and id = ${second?.id} for update`.execute(tx)
    const begun = tellOpenTasks(deps)
    await expect.poll(() => countBlocked(deps.db)).toBe(1)
    await sql`update task_tellings set leased_until = now() where tenant_id = ${tenant.id}`.execute(
      deps.db,
    )
    const taken = tellOpenTasks(deps)
    await expect.poll(() => countBlocked(deps.db)).toBe(2)
    return { begun, taken }
  })
  await Promise.all(Object.values(processes))
  await tellAll()

  for (const instance of instances) expect(await told(instance)).toHaveLength(1)
})

it('[DMS-11] is in order with what people do at the same time', async () => {
  for (let round = 0; round < 4; round++) {
    const instances = await Promise.all(Array.from({ length: 6 }, () => start(tenant)))
    await ask(['task.created'])
    await ask()
    const deciding = instances.map((one) => act(tenant, 'finance1', one, 'approve'))
    await Promise.all([...deciding, tellAll()])
    await tellAll()

    for (const instance of instances) {
      const events = (await eventsOf(service(), instance)) as Told[]
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1))
      // Whoever takes the state that each event tells ends up with who has it now.
      const holders = new Map<string, unknown>()
      for (const { type, task } of events) {
        if (task === undefined || !type.startsWith('task.')) continue
        const isOpen = type !== 'task.completed' && type !== 'task.cancelled'
        if (isOpen) holders.set(task.taskNo, task.assignee?.id ?? task.candidates)
        else holders.delete(task.taskNo)
      }
      expect([...holders.values()]).toEqual([tenant.person('manager').id])
    }
  }
})
