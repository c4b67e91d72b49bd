import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  act,
  instancesPath,
  ownedPath,
  readInstance,
  start,
  taskOf,
  tasksPath,
} from '../../../testing/approvals.testing.ts'
import { digestOf } from '../../../testing/fake-iam.ts'
import { byAll, inARow, toRole, toUser, userTask } from '../../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../../testing/service.testing.ts'
import { hashOfContent } from '../../../runtime/views/content.ts'
import type { InstanceView } from '../../../runtime/views/instance-view.ts'
import type { TaskView } from '../../tasks/schema.ts'
import type { TimelineItem } from '../schema.ts'

const service = useService()
let tenant: TestTenant

beforeEach(async () => {
  tenant = await createTenant(service())
})

const reading = ['dms:document:read', 'expense:start']
const document = (name = 'offer.pdf') => ({ documentId: uuidv7(), versionId: uuidv7(), name })
type File = ReturnType<typeof document>

const twoNodes = (more = '') =>
  inARow('two', [
    { id: 'first', xml: userTask('first', { candidates: toRole('finance'), more: byAll + more }) },
    { id: 'then', xml: userTask('then', { candidates: toUser('manager') }) },
  ])
const change = (attributes: string) => `<approval:change ${attributes}/>`

async function begin(xml = twoNodes()): Promise<InstanceView> {
  await publish(service(), tenant.id, xml)
  return start(tenant)
}

const remark = (username: string, { id }: InstanceView, ...attachments: File[]) =>
  tenant
    .as(username, reading)
    .post(`${instancesPath}/${id}/comments`, { comment: 'see here', attachments })

const remove = (
  username: string,
  { id }: InstanceView,
  { versionId }: File,
  headers: Record<string, string> = {},
  permissions: readonly string[] = [],
) =>
  tenant
    .as(username, permissions)
    .send('DELETE', `${instancesPath}/${id}/attachments/${versionId}`, undefined, headers)

const removeAsOwner = ({ id }: InstanceView, { versionId }: File, client = tenant.application) =>
  client.send('DELETE', `${ownedPath}/${id}/attachments/${versionId}`)

async function readTask(username: string, instance: InstanceView): Promise<TaskView> {
  const taskNo = await taskOf(tenant, username, instance)
  return (await tenant.as(username).get<TaskView>(`${tasksPath}/${taskNo}`)).body
}

async function timelineOf({ id }: InstanceView): Promise<TimelineItem[]> {
  const path = `${instancesPath}/${id}/timeline`
  return (await tenant.as('employee').get<{ items: TimelineItem[] }>(path)).body.items
}

const asked = async (username: string, instance: InstanceView) => {
  const { body } = await tenant
    .as(username)
    .get<{ items: { instanceId: string }[] }>(`${tasksPath}?limit=200`)
  return body.items.some(({ instanceId }) => instanceId === instance.id)
}

describe('what is attached', () => {
  it('is in the hash of what tasks show, until it is taken away', async () => {
    const instance = await begin()
    const before = await readTask('finance1', instance)
    const file = document()
    expect((await remark('employee', instance, file)).status).toBe(201)

    const shown = await readTask('finance1', instance)
    const { bizType, bizId, title, round, definition } = instance
    const variables = { amount: 2500 }
    const attachments = [{ versionId: file.versionId, sha256: digestOf(file.versionId) }]
    const definitionId = definition.id
    const content = { bizType, bizId, title, variables, attachments, round, definitionId }
    expect(shown.attachments).toEqual(attachments)
    expect(shown.contentHash).toBe(hashOfContent(content))
    expect(shown.revision).toBe(before.revision + 1)

    expect((await remove('employee', instance, file)).status).toBe(204)
    const after = await readTask('finance1', instance)
    expect(after.attachments).toEqual([])
    expect(after.contentHash).toBe(before.contentHash)
    expect(after.revision).toBe(shown.revision + 1)
  })

  it('is decided on by nobody who saw it, once it is gone, without being told', async () => {
    const instance = await begin()
    const file = document()
    await remark('employee', instance, file)
    const { contentHash, taskNo, revision } = await readTask('finance1', instance)
    await remove('employee', instance, file)
    const approve = (body: object, headers = {}) =>
      tenant.as('finance1').post(`${tasksPath}/${taskNo}/approve`, body, headers)

    expect(await approve({ contentHash })).toMatchObject({
      status: 412,
      body: { code: 'bpm.content_changed' },
    })
    expect(await approve({ revision })).toMatchObject({
      status: 412,
      body: { code: 'bpm.revision_mismatch' },
    })
    expect((await approve({}, { 'if-match': `"${revision}"` })).status).toBe(412)
    const now = await readTask('finance1', instance)
    expect((await approve({ contentHash: now.contentHash })).status).toBe(200)
  })
})

describe('who takes an attachment away', () => {
  it('is who attached it, the owning application, or an administrator', async () => {
    const instance = await begin()
    const files = [document('1'), document('2'), document('3')] as const
    await remark('employee', instance, ...files)
    const [mine, owners, administrators] = files

    const mayRemove = async (username: string, permissions: readonly string[] = []) => {
      const path = `${instancesPath}/${instance.id}/timeline`
      const { body } = await tenant.as(username, permissions).get<{ items: TimelineItem[] }>(path)
      return body.items.flatMap(({ attachments }) => attachments.map((one) => one.mayRemove))
    }
    expect(await mayRemove('employee')).toEqual([true, true, true])
    expect(await mayRemove('finance1')).toEqual([false, false, false])
    expect(await mayRemove('finance1', ['bpm:instance:admin'])).toEqual([true, true, true])
    const others = await remove('finance1', instance, mine)
    expect([others.status, others.body['code']]).toEqual([403, 'bpm.action_forbidden'])
    expect((await remove('employee', instance, document())).status).toBe(404)
    tenant.add('outsider')
    expect((await remove('outsider', instance, mine)).status).toBe(404)
    const another = tenant.service('another-app')
    expect((await removeAsOwner(instance, mine, another)).status).toBe(404)
    expect(
      (
        await tenant
          .agentOf('employee')
          .send('DELETE', `${instancesPath}/${instance.id}/attachments/${mine.versionId}`)
      ).status,
    ).toBe(403)

    expect((await remove('employee', instance, mine)).status).toBe(204)
    expect((await removeAsOwner(instance, owners)).status).toBe(204)
    const admin = ['bpm:instance:admin']
    expect((await remove('manager', instance, administrators, {}, admin)).status).toBe(204)
    const by = (await timelineOf(instance)).flatMap(({ attachments }) =>
      attachments.map(({ removed }) => removed?.by.id),
    )
    expect(by).toEqual([tenant.person('employee').id, 'expense-app', tenant.person('manager').id])
  })

  it('leaves what somebody else has attached as well', async () => {
    const instance = await begin()
    const file = document()
    await remark('employee', instance, file)
    await remark('finance2', instance, file)
    await act(tenant, 'finance1', instance, 'approve')

    expect((await remove('employee', instance, file)).status).toBe(204)
    expect((await readTask('finance2', instance)).attachments).toHaveLength(1)
    expect(await asked('finance1', instance)).toBe(false)

    expect((await remove('finance2', instance, file)).status).toBe(204)
    expect((await readTask('finance2', instance)).attachments).toEqual([])
    expect(await asked('finance1', instance)).toBe(true)
  })

  it('may say which revision they have read', async () => {
    const instance = await begin()
    const file = document()
    await remark('employee', instance, file)
    await tenant.application.send('PATCH', `${ownedPath}/${instance.id}/variables`, { note: 'x' })

    const stale = await remove('employee', instance, file, { 'if-match': `"${instance.revision}"` })
    expect([stale.status, stale.body['code']]).toEqual([412, 'bpm.revision_mismatch'])
    const { revision } = await readInstance(tenant, instance)
    const fresh = await remove('employee', instance, file, { 'if-match': `"${revision}"` })
    expect(fresh.status).toBe(204)
  })

  it('does so while it is undecided', async () => {
    const instance = await begin()
    const file = document()
    await remark('employee', instance, file)
    await act(tenant, 'finance1', instance, 'reject', { comment: 'no' })

    const late = await remove('employee', instance, file)
    expect([late.status, late.body['code']]).toEqual([409, 'bpm.instance_not_running'])
  })
})

describe('votes that were given on what is taken away', () => {
  it('are asked again, and those of before it was attached are not', async () => {
    const instance = await begin()
    await act(tenant, 'finance1', instance, 'approve')
    const file = document()
    await remark('employee', instance, file)
    await remove('employee', instance, file)
    expect(await asked('finance1', instance)).toBe(false)

    const another = document()
    tenant.add('finance3', { roles: ['finance'] })
    const second = await start(tenant)
    await remark('employee', second, another)
    await act(tenant, 'finance1', second, 'approve')
    await remove('employee', second, another)
    expect(await asked('finance1', second)).toBe(true)
    const item = (await timelineOf(second)).at(-1)
    expect(item).toMatchObject({
      action: 'removeAttachment',
      actor: { id: tenant.person('employee').id },
      details: { removed: [another], askedAgain: ['first'] },
    })
  })

  it('stay where the node says so', async () => {
    const instance = await begin(twoNodes(change('open="keep"')))
    const file = document()
    await remark('employee', instance, file)
    await act(tenant, 'finance1', instance, 'approve')
    await remove('employee', instance, file)

    expect(await asked('finance1', instance)).toBe(false)
  })

  it.each([
    ['mark', 204, 'manager'],
    ['askAgain', 204, 'finance1'],
    ['refuse', 409, 'manager'],
  ])('of a decided node that says %s', async (decided, status, holder) => {
    const instance = await begin(twoNodes(change(`decided="${decided}"`)))
    const file = document()
    await remark('employee', instance, file)
    for (const one of ['finance1', 'finance2']) await act(tenant, one, instance, 'approve')

    const removed = await remove('employee', instance, file)

    expect(removed.status).toBe(status)
    if (status === 409) expect(removed.body['code']).toBe('bpm.change_refused')
    const task = await readTask(holder, instance)
    expect(task.changedSince).toEqual(
      decided === 'mark'
        ? [{ node: { id: 'first', name: 'first task' }, names: ['@attachments'] }]
        : [],
    )
  })

  it('stay at a node that was decided before it was attached, whatever it says', async () => {
    const instance = await begin(twoNodes(change('decided="refuse"')))
    for (const one of ['finance1', 'finance2']) await act(tenant, one, instance, 'approve')
    const file = document()
    await remark('employee', instance, file)

    expect((await remove('employee', instance, file)).status).toBe(204)
    expect((await readTask('manager', instance)).changedSince).toEqual([])
  })
})

it('leaves in the log and the record that it was there, who took it away and when', async () => {
  const instance = await begin()
  const file = document()
  await remark('employee', instance, file)
  const { contentHash } = await readTask('finance1', instance)
  await act(tenant, 'finance1', instance, 'approve', { contentHash })
  await remove('employee', instance, file)

  const items = await timelineOf(instance)
  const said = items.find(({ action }) => action === 'comment')
  const employee = tenant.person('employee')
  const removed = {
    at: expect.any(String) as string,
    by: { id: employee.id, name: 'EMPLOYEE', kind: 'user' },
    sequence: items.at(-1)?.sequence,
  }
  const attachment = { ...file, sha256: digestOf(file.versionId), removed }
  expect(said?.attachments).toEqual([{ ...attachment, mayRemove: false }])
  expect(items.find(({ action }) => action === 'approve')).toMatchObject({
    contentHash,
    changedSince: ['@attachments'],
  })
  const record = await tenant.as('employee').send('GET', `${instancesPath}/${instance.id}/record`)
  const [, payload = ''] = String(record.body).split('.')
  const { actions } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    actions: TimelineItem[]
  }
  expect(actions.find(({ action }) => action === 'comment')?.attachments).toEqual([attachment])
})

describe('at once', () => {
  it('takes it away once, however many do at the same time', async () => {
    const instance = await begin()
    const file = document()
    await remark('employee', instance, file)

    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0 ? remove('employee', instance, file) : removeAsOwner(instance, file),
      ),
    )

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 204))
    const entries = (await timelineOf(instance)).filter(
      ({ action }) => action === 'removeAttachment',
    )
    expect(entries).toHaveLength(1)
  })

  it('each of 20 votes beside it counts on what it saw, or is asked again', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `voter${at}`)
    for (const name of names) tenant.add(name, { roles: ['voter'] })
    const node = userTask('first', { candidates: toRole('voter'), more: byAll })
    await publish(service(), tenant.id, inARow('many', [{ id: 'first', xml: node }]))
    for (let round = 0; round < 3; round++) {
      const instance = await start(tenant)
      const file = document()
      await remark('employee', instance, file)
      const tasks = await Promise.all(names.map((name) => readTask(name, instance)))
      const vote = (at: number) =>
        tenant.as(names[at] ?? '').post(`${tasksPath}/${tasks[at]?.taskNo ?? ''}/approve`, {
          ...(at % 2 === 0 ? { contentHash: tasks[at]?.contentHash } : {}),
        })
      // Nobody ends it: one of them waits.
      const voting = names.slice(0, 19).map((_, at) => vote(at))
      const [removed, ...votes] = await Promise.all([remove('employee', instance, file), ...voting])

      expect(removed.status).toBe(204)
      const items = await timelineOf(instance)
      const removal = items.find(({ action }) => action === 'removeAttachment')?.sequence ?? 0
      const given = items.filter(({ action }) => action === 'approve')
      for (const [at, { status }] of votes.entries()) {
        const mine = given.find(({ actor }) => actor.id === tenant.person(names[at] ?? '').id)
        const isAsked = await asked(names[at] ?? '', instance)
        // Refused for what has moved, given before and asked again, or given on what is there now.
        expect([status, mine === undefined, isAsked]).toEqual(
          mine === undefined ? [412, true, true] : [200, false, mine.sequence < removal],
        )
      }
    }
  })

  it('the end of the approval beside it: one of them is first', async () => {
    const node = userTask('m', { candidates: toUser('manager') })
    await publish(service(), tenant.id, inARow('one', [{ id: 'm', xml: node }]))
    const outcomes = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const instance = await start(tenant)
      const file = document()
      await remark('employee', instance, file)
      const { taskNo, contentHash } = await readTask('manager', instance)
      const decide = () =>
        tenant.as('manager').post(`${tasksPath}/${taskNo}/approve`, { contentHash })
      const both = [() => remove('employee', instance, file), decide]
      const order = round % 2 === 0 ? both : both.toReversed()
      const replies = await Promise.all(order.map((send) => send()))
      const [removed, decided] = round % 2 === 0 ? replies : replies.toReversed()

      const pair = `${removed?.status ?? 0} ${decided?.status ?? 0}`
      expect(['204 412', '409 200']).toContain(pair)
      outcomes.add(pair)
      const { status } = await readInstance(tenant, instance)
      expect(status).toBe(pair === '204 412' ? 'RUNNING' : 'APPROVED')
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })
})
