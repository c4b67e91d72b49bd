import { beforeEach, describe, expect, it } from 'vitest'
import { hashOfContent } from '../../../runtime/views/content.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import {
  act,
  eventsOf,
  instancesPath,
  ownedPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import { byAll, inARow, toRole, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import type { TimelineItem } from '../../instances/schema.ts'
import type { TaskView } from '../schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const twoNodes = inARow('two', [
  { id: 'first', xml: userTask('first', { candidates: toRole('finance'), more: byAll }) },
  { id: 'then', xml: userTask('then', { candidates: toUser('manager') }) },
])

const hidden = '<approval:fields><approval:field name="note" access="hidden"/></approval:fields>'
const hiding = inARow('hiding', [
  { id: 'first', xml: userTask('first', { candidates: toUser('finance1') }) },
  { id: 'then', xml: userTask('then', { candidates: toUser('manager'), more: hidden }) },
])

const patch = ({ id }: InstanceView, values: Readonly<Record<string, unknown>>) =>
  tenant.application.send('PATCH', `${ownedPath}/${id}/variables`, values)

async function readTask(username: string, instance: InstanceView): Promise<TaskView> {
  const taskNo = await taskOf(tenant, username, instance)
  return (await tenant.as(username).get<TaskView>(`${tasksPath}/${taskNo}`)).body
}

async function timelineOf(username: string, { id }: InstanceView): Promise<TimelineItem[]> {
  const path = `${instancesPath}/${id}/timeline`
  return (await tenant.as(username).get<{ items: TimelineItem[] }>(path)).body.items
}

describe('the hash of what a task shows', () => {
  it('is that of its values, round and definition, and the same for all who see the same', async () => {
    await publish(service(), tenant.id, twoNodes)
    const instance = await start(tenant)
    const [mine, theirs] = [
      await readTask('finance1', instance),
      await readTask('finance2', instance),
    ]

    const { bizType, bizId, title, round } = instance
    const definitionId = instance.definition.id
    const variables = { amount: 2500 }
    const content = { bizType, bizId, title, variables, attachments: [], round, definitionId }
    expect(mine.contentHash).toBe(hashOfContent(content))
    expect(theirs.contentHash).toBe(mine.contentHash)
    expect(mine.attachments).toEqual([])
  })

  it('leaves out what the node hides, and is kept from whoever it is hidden from', async () => {
    await publish(service(), tenant.id, hiding)
    const instance = await start(tenant, { variables: { amount: 5, note: 'a secret' } })
    const { contentHash } = await readTask('finance1', instance)
    await act(tenant, 'finance1', instance, 'approve', { contentHash })
    const before = await readTask('manager', instance)
    await patch(instance, { note: 'another one' })
    const after = await readTask('manager', instance)

    expect(after.contentHash).toBe(before.contentHash)
    expect(after.contentHash).not.toBe(contentHash)
    const ofFirst = (items: TimelineItem[]) => items.find(({ action }) => action === 'approve')
    expect(ofFirst(await timelineOf('employee', instance))).toMatchObject({
      contentHash,
      changedSince: ['note'],
    })
    const shown = ofFirst(await timelineOf('manager', instance))
    expect(shown).not.toHaveProperty('contentHash')
    expect(shown).toMatchObject({ changedSince: [] })
  })

  it('is kept with the decision, sent or not, and told in timeline and events', async () => {
    await publish(service(), tenant.id, twoNodes)
    const instance = await start(tenant)
    const { contentHash, taskNo } = await readTask('finance1', instance)

    const { body } = await act(tenant, 'finance1', instance, 'approve')

    expect(body).toMatchObject({ status: 'APPROVED', contentHash })
    const items = await timelineOf('finance2', instance)
    expect(items.at(-1)).toMatchObject({ action: 'approve', contentHash, changedSince: [] })
    expect(items[0]).not.toHaveProperty('contentHash')
    const completed = (await eventsOf(service(), instance)).filter(
      ({ type }) => type === 'task.completed',
    )
    expect(completed).toMatchObject([{ task: { taskNo, contentHash } }])
  })
})

describe('an action that says what was seen', () => {
  it.each(['approve', 'reject', 'return'])(
    'does not %s what has changed, and says which content there is now',
    async (action) => {
      await publish(service(), tenant.id, twoNodes)
      const instance = await start(tenant, { variables: { amount: 10 } })
      const { taskNo, contentHash } = await readTask('finance1', instance)
      await patch(instance, { amount: 1_000_000 })
      const decide = (seen: string | null) =>
        tenant.as('finance1').post(`${tasksPath}/${taskNo}/${action}`, { contentHash: seen })

      const refused = await decide(contentHash)

      const now = await readTask('finance1', instance)
      expect([refused.status, refused.body['code']]).toEqual([412, 'bpm.content_changed'])
      expect(refused.body['contentHash']).toBe(now.contentHash)
      expect(await readInstance(tenant, instance)).toMatchObject({ status: 'RUNNING' })
      expect((await decide(now.contentHash)).status).toBe(200)
    },
  )

  it('is refused for one of a batch alone', async () => {
    await publish(service(), tenant.id, twoNodes)
    const instances = [await start(tenant), await start(tenant)]
    const tasks = await Promise.all(instances.map((one) => readTask('finance1', one)))
    await patch(instances[0] as InstanceView, { amount: 1 })
    const items = tasks.map(({ taskNo, contentHash }) => ({ taskNo, contentHash }))

    const { body } = await tenant
      .as('finance1')
      .post(`${tasksPath}/batch`, { items, action: 'approve' })

    expect(body['items']).toMatchObject([
      { status: 412, problem: { code: 'bpm.content_changed' } },
      { status: 200 },
    ])
  })

  it('takes back its own decision by the hash that the decided task has', async () => {
    await publish(service(), tenant.id, twoNodes)
    const instance = await start(tenant)
    const { body } = await act(tenant, 'finance1', instance, 'approve')
    const { taskNo, contentHash } = body as unknown as TaskView
    const reply = await tenant
      .as('finance1')
      .post(`${tasksPath}/${taskNo}/take-back`, { contentHash })

    expect(reply.status).toBe(200)
  })
})

describe('a decision from the list, which shows no values', () => {
  const writing = inARow('writing', [
    {
      id: 'first',
      xml: userTask('first', {
        candidates: toRole('finance'),
        more: `${byAll}<approval:fields><approval:field name="amount" access="write"/></approval:fields>`,
      }),
    },
    { id: 'then', xml: userTask('then', { candidates: toUser('manager') }) },
  ])

  async function listed(username: string, { id }: InstanceView) {
    const { body } = await tenant
      .as(username)
      .get<{ items: { instanceId: string; taskNo: string; revision: number }[] }>(tasksPath)
    return body.items
      .filter(({ instanceId }) => instanceId === id)
      .map(({ taskNo, revision }) => ({ taskNo, revision }))
  }

  async function approveAll(username: string, items: Awaited<ReturnType<typeof listed>>) {
    const path = `${tasksPath}/batch`
    const { body } = await tenant.as(username).post(path, { items, action: 'approve' })
    return body['items']
  }

  const stale = [{ status: 412, problem: { code: 'bpm.revision_mismatch' } }]

  it('is not made once the owner has changed what the task shows', async () => {
    await publish(service(), tenant.id, twoNodes)
    const instance = await start(tenant, { variables: { amount: 10 } })
    const items = await listed('finance1', instance)
    await patch(instance, { amount: 1_000_000 })

    expect(await approveAll('finance1', items)).toMatchObject(stale)
    const again = await listed('finance1', instance)
    expect(await approveAll('finance1', again)).toMatchObject([{ status: 200 }])
  })

  it('is not made once another approver has written what the task shows', async () => {
    await publish(service(), tenant.id, writing)
    const instance = await start(tenant, { variables: { amount: 10 } })
    const items = await listed('finance1', instance)
    const variables = { amount: 1_000_000 }
    expect((await act(tenant, 'finance2', instance, 'approve', { variables })).status).toBe(200)

    expect(await approveAll('finance1', items)).toMatchObject(stale)
  })

  it('is not made once the approval has moved to another definition', async () => {
    const definitionId = await publish(service(), tenant.id, twoNodes)
    const instance = await start(tenant, { definitionId, variables: { amount: 10 } })
    const items = await listed('finance1', instance)
    const other = await publish(service(), tenant.id, twoNodes.replaceAll('"two"', '"other"'))
    tenant.add('admin')
    const body = { definitionId: other, reason: 'new rules' }
    const path = `${instancesPath}/${instance.id}/migrate`
    expect((await tenant.as('admin', ['bpm:instance:admin']).post(path, body)).status).toBe(200)

    expect(await approveAll('finance1', items)).toMatchObject(stale)
  })

  it('is made where what has changed is hidden from the task, or has not changed', async () => {
    await publish(service(), tenant.id, hiding)
    const instance = await start(tenant, { variables: { amount: 5, note: 'a secret' } })
    await act(tenant, 'finance1', instance, 'approve')
    const items = await listed('manager', instance)
    await patch(instance, { note: 'another one', amount: 5 })

    expect(await approveAll('manager', items)).toMatchObject([{ status: 200 }])
  })

  it('is told apart in the timeline from one that does not say what was seen', async () => {
    await publish(service(), tenant.id, twoNodes)
    const bindings = ['contentHash', 'revision', 'none']
    for (const boundBy of bindings) {
      const instance = await start(tenant)
      const { taskNo, revision, contentHash } = await readTask('finance1', instance)
      const said = boundBy === 'contentHash' ? { contentHash } : { revision }
      const body = boundBy === 'none' ? {} : said
      await tenant.as('finance1').post(`${tasksPath}/${taskNo}/approve`, body)

      const items = await timelineOf('finance2', instance)
      expect(items.at(-1)).toMatchObject({ action: 'approve', boundBy })
      expect(items[0]).not.toHaveProperty('boundBy')
    }
  })
})

describe('values that the owner changes', () => {
  const refusing = inARow('refusing', [
    {
      id: 'first',
      xml: userTask('first', {
        candidates: toUser('finance1'),
        more: '<approval:change decided="refuse"/>',
      }),
    },
    { id: 'then', xml: userTask('then', { candidates: toUser('manager') }) },
  ])

  it('has votes given again on what there is now, and says where', async () => {
    await publish(service(), tenant.id, twoNodes)
    const instance = await start(tenant, { variables: { amount: 10 } })
    const { body: voted } = await act(tenant, 'finance1', instance, 'approve')

    expect((await patch(instance, { amount: 1_000_000 })).status).toBe(200)

    const again = await readTask('finance1', instance)
    expect(again.taskNo).not.toBe(voted['taskNo'])
    expect(again).toMatchObject({ status: 'OPEN', node: { id: 'first' } })
    expect(again.contentHash).not.toBe(voted['contentHash'])
    const { body: before } = await tenant
      .as('finance1')
      .get<TaskView>(`${tasksPath}/${String(voted['taskNo'])}`)
    expect(before).toMatchObject({ status: 'CANCELLED', contentHash: voted['contentHash'] })
    const [, decision, change] = await timelineOf('finance1', instance)
    expect(decision).toMatchObject({ changedSince: ['amount'] })
    expect(change).toMatchObject({ details: { askedAgain: ['first'] } })
    await act(tenant, 'finance2', instance, 'approve')
    expect((await readInstance(tenant, instance)).currentNodes).toMatchObject([{ id: 'first' }])
    await act(tenant, 'finance1', instance, 'approve')
    expect((await readInstance(tenant, instance)).currentNodes).toMatchObject([{ id: 'then' }])
  })

  it('marks what was decided before, in the tasks that come after', async () => {
    await publish(service(), tenant.id, twoNodes)
    const instance = await start(tenant, { variables: { amount: 10 } })
    await act(tenant, 'finance1', instance, 'approve')
    await act(tenant, 'finance2', instance, 'approve')
    expect(await readTask('manager', instance)).toMatchObject({ changedSince: [] })

    await patch(instance, { amount: 1_000_000 })

    const node = { id: 'first', name: 'first task' }
    expect(await readTask('manager', instance)).toMatchObject({
      changedSince: [{ node, names: ['amount'] }],
    })
  })

  it('stay as they are where a node that has decided says so', async () => {
    await publish(service(), tenant.id, refusing)
    const instance = await start(tenant, { variables: { amount: 10 } })
    await act(tenant, 'finance1', instance, 'approve')

    const refused = await patch(instance, { amount: 1_000_000 })

    expect([refused.status, refused.body['code']]).toEqual([409, 'bpm.change_refused'])
    expect(refused.body['names']).toEqual(['first'])
    expect(await readInstance(tenant, instance)).toMatchObject({ variables: { amount: 10 } })
    expect((await patch(instance, { amount: 10 })).status).toBe(200)
  })

  it('meet 20 votes at once: each counts on what it saw, or is asked again', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `signer${at}`)
    for (const name of names) tenant.add(name, { roles: ['signers'] })
    const xml = userTask('all', { candidates: toRole('signers'), more: byAll })
    const then = userTask('then', { candidates: toUser('manager') })
    const nodes = [
      { id: 'all', xml },
      { id: 'then', xml: then },
    ]
    await publish(service(), tenant.id, inARow('crowd', nodes))
    for (let round = 0; round < 10; round += 1) {
      const instance = await start(tenant, { variables: { amount: 10 } })
      const tasks = await Promise.all(names.map((name) => readTask(name, instance)))
      const vote = (name: string, at: number) => {
        // Some say what they saw, some which revision they have read, the others neither.
        const { taskNo, contentHash, revision } = tasks[at] as TaskView
        const seen = [{ contentHash }, { revision }, {}][at % 3]
        return tenant.as(name).post(`${tasksPath}/${taskNo}/approve`, seen)
      }
      const half = round * 2
      const [first, changed, second] = await Promise.all([
        Promise.all(names.slice(0, half).map(vote)),
        patch(instance, { amount: 1_000_000 }),
        Promise.all(names.slice(half).map((name, at) => vote(name, half + at))),
      ])

      expect(changed.status).toBe(200)
      const replies = [...first, ...second]
      const old = tasks[0]?.contentHash
      const counted = await countedVotes(instance)
      // Whoever came before the change is asked again; the others saw what there is now, or were refused.
      expect(counted.every((vote) => vote.content_hash !== old)).toBe(true)
      // All had read the tasks before the change: what counts was sent by those who did not say so, and says that.
      expect(counted.filter(({ bound_by: boundBy }) => boundBy !== 'none')).toEqual([])
      expect(replies.every(({ status }) => status === 200 || status === 412)).toBe(true)
      const open = await Promise.all(names.map((name) => countOpen(name, instance)))
      expect(counted.length + open.filter(Boolean).length).toBe(names.length)
    }
  }, 120_000)

  function countedVotes({ id }: InstanceView) {
    return service()
      .deps.db.selectFrom('tasks as task')
      .innerJoin('instance_actions as action', (join) =>
        join
          .onRef('action.tenant_id', '=', 'task.tenant_id')
          .onRef('action.task_id', '=', 'task.id'),
      )
      .select(['action.content_hash', 'action.bound_by'])
      .where('task.tenant_id', '=', tenant.id)
      .where('task.instance_id', '=', id)
      .where('task.node_id', '=', 'all')
      .where('task.status', '=', 'APPROVED')
      .execute()
  }

  async function countOpen(username: string, { id }: InstanceView): Promise<boolean> {
    const { body } = await tenant
      .as(username)
      .get<{ items: { instanceId: string }[] }>(`${tasksPath}?limit=200`)
    return body.items.some(({ instanceId }) => instanceId === id)
  }
})
