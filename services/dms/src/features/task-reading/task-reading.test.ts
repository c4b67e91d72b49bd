import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTools } from '../../conversion/tools.ts'
import { bind, bindVersion, type Bound, deliver, personOf } from '../../testing/bound.ts'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'
import { renderDue } from '../renditions/worker.ts'

let setup: Setup
let owner: TestUser
let approver: TestUser

beforeAll(async () => {
  setup = await setUp({}, { tools: createTools('/nowhere') })
  owner = setup.makeUser()
  approver = setup.makeUser({ permissions: ['dms:document:read'] })
})
afterAll(() => setup.close())

const get = (user: TestUser, path: string) => call(setup, user, 'GET', `/api/dms${path}`)
const statusOf = async (user: TestUser, path: string) => (await get(user, path)).status

async function bound(versions?: readonly string[]): Promise<Bound> {
  const made = await bindVersion(setup, owner, versions)
  while ((await renderDue(setup.deps)) > 0);
  return made
}

/** What a reader gets of a version: metadata, preview, text, thumbnail's state, the file. */
async function reads(user: TestUser, versionId: string) {
  const parts = ['', '/preview', '/text', '/renditions', '/content']
  return Promise.all(parts.map((part) => statusOf(user, `/versions/${versionId}${part}`)))
}
const shown = [200, 200, 200, 200, 403]
const hidden = [404, 404, 404, 404, 404]

const auditOf = async ({ documentId }: Bound) => {
  const { body } = await get(owner, `/documents/${documentId}/audit?limit=100`)
  const items = body['items'] as { action: string; detail: Record<string, unknown> }[]
  return items
    .filter(({ action }) => action.startsWith('approval.reading_'))
    .map(({ action, detail }) => [action.slice('approval.reading_'.length), detail['users']])
    .toReversed()
}

describe('whoever has to decide', () => {
  it('[DMS-11] reads the bound version while their task waits, and neither the file nor drafts', async () => {
    const approval = await bound(['draft', 'sent'])
    const { documentId, versionId } = approval
    const [draft = ''] = approval.versionIds
    expect(await reads(approver, versionId)).toEqual(hidden)

    expect(await approval.ask(approver)).toBe(200)
    expect(await reads(approver, versionId)).toEqual(shown)
    expect((await get(approver, `/versions/${versionId}/text`)).bytes.toString()).toBe('sent')
    expect(await reads(approver, draft)).toEqual(hidden)
    expect(
      await statusOf(approver, `/documents/${documentId}/compare?from=${draft}&to=${versionId}`),
    ).toBe(404)
    expect(await reads(setup.makeUser(), versionId)).toEqual(hidden)

    expect(await approval.end(approver)).toBe(200)
    expect(await reads(approver, versionId)).toEqual(hidden)
    expect(await auditOf(approval)).toEqual([
      ['granted', [approver.id]],
      ['withdrawn', [approver.id]],
    ])
  })

  it('[DMS-11] finds the document with what of it is theirs to see, and changes nothing', async () => {
    const { documentId, versionId, ask } = await bound(['draft', 'sent'])
    await ask(approver)

    expect((await get(approver, `/documents/${documentId}`)).body).toMatchObject({
      currentVersionId: versionId,
      versionCount: 1,
      rights: ['read'],
    })
    const versions = await get(approver, `/documents/${documentId}/versions`)
    expect(versions.body['items']).toMatchObject([{ id: versionId }])
    expect((await get(approver, `/documents/${documentId}/approval`)).body).toMatchObject({
      versionId,
    })
    const writer = setup.makeUser({ sub: approver.id })
    const path = `/api/dms/documents/${documentId}`
    expect((await call(setup, writer, 'PATCH', path, { title: 'Mine' })).status).toBe(404)
    expect((await call(setup, writer, 'GET', `${path}/acl`)).status).toBe(404)
    expect(
      (
        await call(setup, writer, 'POST', `/api/dms/versions/${versionId}/address`, {
          purpose: 'download',
        })
      ).status,
    ).toBe(403)
  })

  it('[DMS-11] compares with the version that was decided before', async () => {
    const first = await bound(['one\n', 'two\n'])
    await first.ask(approver)
    await first.end(approver)
    await first.say('instance.approved', { status: 'APPROVED' })
    const { documentId } = first
    const { versionId } = await upload(setup, owner, Buffer.from('three\n'), { documentId })
    const second = await bind(setup, owner, { documentId, versionId })
    await second.ask(approver)
    while ((await renderDue(setup.deps)) > 0);

    const compare = `/documents/${documentId}/compare?from=${first.versionId}&to=${versionId}&text=true`
    expect((await get(approver, compare)).body).toMatchObject({ text: { status: 'COMPARED' } })
    expect(await reads(approver, first.versionIds[0] ?? '')).toEqual(hidden)
    await second.end(approver)
    expect(await statusOf(approver, compare)).toBe(404)
  })

  it('[DMS-11] gets by an address what their task gives, and it ends with the task', async () => {
    const approval = await bound()
    await approval.ask(approver)
    const path = `/api/dms/versions/${approval.versionId}/address`
    const { body } = await call(setup, approver, 'POST', path, { purpose: 'preview' })
    const address = new URL(String(body['url'])).pathname
    const open = async () => (await call(setup, undefined, 'GET', address)).status
    expect(await open()).toBe(200)
    await approval.end(approver)
    expect(await open()).toBe(404)
  })

  it('[DMS-11] reads by an id in upper case as in lower case', async () => {
    const approval = await bound(['one\n'])
    await approval.ask(approver)
    const { documentId, versionId } = approval
    const upper = versionId.toUpperCase()
    expect(await reads(approver, upper)).toEqual(shown)

    const path = `/api/dms/versions/${upper}/address`
    const { body } = await call(setup, approver, 'POST', path, { purpose: 'preview' })
    const address = new URL(String(body['url'])).pathname
    expect((await call(setup, undefined, 'GET', address)).status).toBe(200)
    for (const user of [approver, owner]) {
      const compare = `/compare?from=${upper}&to=${versionId}&text=true`
      expect(await statusOf(user, `/documents/${documentId.toUpperCase()}${compare}`)).toBe(200)
    }
  })

  it('[DMS-11] is kept out by a list that keeps them out, and it is said', async () => {
    const approval = await bound()
    const path = `/api/dms/documents/${approval.documentId}`
    const entry = { principal: { kind: 'user', id: approver.id }, allow: [], deny: ['read'] }
    await call(setup, owner, 'PUT', `${path}/acl`, { inherit: true, entries: [entry] })
    await approval.ask(approver)

    expect(await reads(approver, approval.versionId)).toEqual(hidden)
    const { body } = await call(setup, owner, 'GET', `${path}/access?userId=${approver.id}`)
    expect(body['rights']).toEqual([])
    expect(body['reasons']).toContainEqual(expect.objectContaining({ effect: 'deny', by: 'acl' }))
    expect(body['reasons']).toContainEqual(expect.objectContaining({ effect: 'allow', by: 'task' }))
  })

  it('[DMS-11] is shown with the task that says so', async () => {
    const { documentId, versionId, ask, end } = await bound()
    await ask(approver)
    const task = { taskNo: 'T-00000001', nodeName: 'Manager approval', versionId }
    const reasons = [{ right: 'read', effect: 'allow', by: 'task', task }]
    for (const asking of [owner, approver]) {
      const { body } = await get(asking, `/documents/${documentId}/access?userId=${approver.id}`)
      expect(body).toMatchObject({ rights: ['read'], seesContent: true, reasons })
    }
    await end(approver)
    const { body } = await get(owner, `/documents/${documentId}/access?userId=${approver.id}`)
    expect(body).toMatchObject({ rights: [], reasons: [] })
  })
})

describe('the right to read', () => {
  it('[DMS-11] follows the task: to all who may take it, to who took it, to whom it is lent', async () => {
    const approval = await bound()
    const [one, two, lent] = [setup.makeUser(), setup.makeUser(), setup.makeUser()]
    const change = (status: string, who: object) =>
      approval.say('task.assigned', { task: approval.task(status, who) })
    const readers = async () =>
      Promise.all([one, two, lent].map((user) => statusOf(user, `/versions/${approval.versionId}`)))

    const pool = { candidates: [one.id, two.id.toUpperCase()] }
    await approval.say('task.created', { task: approval.task('OPEN', pool) })
    expect(await readers()).toEqual([200, 200, 404])
    await change('CLAIMED', personOf(one))
    expect(await readers()).toEqual([200, 404, 404])
    await change('DELEGATED', { ...personOf(lent), onBehalfOf: { id: one.id, name: 'One' } })
    expect(await readers()).toEqual([404, 404, 200])
    await change('WAITING', personOf(one))
    expect(await readers()).toEqual([404, 404, 404])
    await change('OPEN', pool)
    expect(await readers()).toEqual([200, 200, 404])
    expect(await auditOf(approval)).toEqual([
      ['granted', [one.id, two.id].toSorted()],
      ['withdrawn', [two.id]],
      ['granted', [lent.id]],
      ['withdrawn', [one.id]],
      ['withdrawn', [lent.id]],
      ['granted', [one.id, two.id].toSorted()],
    ])
  })

  it('[DMS-11] stays for who has another task of the approval', async () => {
    const approval = await bound()
    await approval.ask(approver, 'T-1')
    await approval.ask(approver, 'T-2')
    await approval.end(approver, 'T-1')
    expect(await reads(approver, approval.versionId)).toEqual(shown)
    await approval.end(approver, 'T-2')
    expect(await reads(approver, approval.versionId)).toEqual(hidden)
  })

  it.each(['instance.withdrawn', 'instance.terminated', 'instance.rejected'])(
    '[DMS-11] ends with the approval (%s), also for tasks whose end was never told',
    async (type) => {
      const approval = await bound()
      await approval.ask(approver)
      await approval.say(type, { status: 'TERMINATED' })
      expect(await reads(approver, approval.versionId)).toEqual(hidden)
      // Nothing of an approval that is over gives it again.
      await approval.ask(approver, 'T-2')
      expect(await reads(approver, approval.versionId)).toEqual(hidden)
    },
  )

  it('[DMS-11] is neither opened nor closed by events that come again, or ahead of others', async () => {
    const approval = await bound()
    const created = approval.make('task.created', {
      task: approval.task('OPEN', personOf(approver)),
    })
    const completed = approval.make('task.completed', {
      task: approval.task('APPROVED', personOf(approver)),
    })
    expect(await deliver(setup, completed)).toBe(409)
    expect(await deliver(setup, created)).toBe(200)
    expect(await reads(approver, approval.versionId)).toEqual(shown)
    expect(await deliver(setup, completed)).toBe(200)
    for (const late of [created, completed, created]) expect(await deliver(setup, late)).toBe(200)
    expect(await reads(approver, approval.versionId)).toEqual(hidden)
    expect(await auditOf(approval)).toHaveLength(2)
  })
})

describe('the time after the task', () => {
  const path = '/api/dms/task-reading-policy'
  const admin = () => setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })

  it('[DMS-11] is what the tenant says, of the version that was decided about', async () => {
    expect((await call(setup, admin(), 'GET', path)).body).toEqual({ keepSeconds: 0, revision: 0 })
    const approval = await bound()
    await approval.ask(approver)
    await approval.end(approver)
    expect(await reads(approver, approval.versionId)).toEqual(hidden)

    const said = await call(setup, admin(), 'PUT', path, { keepSeconds: 3600 })
    expect(said.body).toEqual({ keepSeconds: 3600, revision: 1 })
    expect(await reads(approver, approval.versionId)).toEqual(shown)
    const access = `/documents/${approval.documentId}/access?userId=${approver.id}`
    expect((await get(owner, access)).body).toMatchObject({
      reasons: [{ by: 'task', task: { until: expect.any(String) as string } }],
    })

    setup.advance(3601 * 1000)
    expect(await statusOf(approver, `/versions/${approval.versionId}`)).toBe(404)
    await call(setup, admin(), 'PUT', path, { keepSeconds: 0 })
  })

  it('[DMS-11] shows no version beside it, whatever is sent round later', async () => {
    await call(setup, admin(), 'PUT', path, { keepSeconds: 3600 })
    const approval = await bound(['draft', 'sent'])
    const { documentId } = approval
    const [draft = '', sent = ''] = approval.versionIds
    await approval.ask(approver)
    await approval.end(approver)
    await approval.say('instance.approved', { status: 'APPROVED' })

    await bind(setup, owner, { documentId, versionId: draft })
    expect(await reads(approver, draft)).toEqual(hidden)
    expect(await reads(approver, sent)).toEqual(shown)
    await call(setup, admin(), 'PUT', path, { keepSeconds: 0 })
  })

  it('[DMS-11] names no version to compare with that cannot be read any more', async () => {
    await call(setup, admin(), 'PUT', path, { keepSeconds: 3600 })
    const approval = await bound(['first'])
    const { documentId } = approval
    await approval.say('instance.returned', { status: 'RETURNED' })
    const { versionId } = await upload(setup, owner, Buffer.from('second'), { documentId })
    const instance = setup.bpm.instances.find(({ id }) => id === approval.instanceId)
    Object.assign(instance ?? {}, { status: 'RETURNED', patchedSinceReturn: false })
    const resubmit = `/api/dms/documents/${documentId}/approval/resubmit`
    expect((await call(setup, owner, 'POST', resubmit, { versionId })).status).toBe(200)
    const compared = async () =>
      (await get(approver, `/documents/${documentId}/approval`)).body['comparedWith']

    await approval.ask(approver)
    expect(await compared()).toEqual({ versionId: approval.versionId, versionNo: 1 })
    await approval.end(approver)
    expect(await statusOf(approver, `/documents/${documentId}/approval`)).toBe(200)
    expect(await compared()).toBeUndefined()
    await call(setup, admin(), 'PUT', path, { keepSeconds: 0 })
  })

  it('[DMS-15] is changed by administrators alone, one after the other, on the record', async () => {
    const { headers } = await call(setup, admin(), 'GET', path)
    const match = { 'if-match': String(headers['etag']) }
    expect((await call(setup, owner, 'PUT', path, { keepSeconds: 1 })).status).toBe(403)
    const put = (keepSeconds: number) => call(setup, admin(), 'PUT', path, { keepSeconds }, match)
    const both = await Promise.all([put(10), put(20)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const audit = await call(setup, admin(), 'GET', '/api/dms/audit?limit=1')
    expect(audit.body['items']).toMatchObject([{ action: 'task_reading_policy.changed' }])
  })
})
