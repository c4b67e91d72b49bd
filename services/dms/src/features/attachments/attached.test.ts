import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { createTools } from '../../conversion/tools.ts'
import { approvalOf } from '../../testing/attached.ts'
import { bindVersion } from '../../testing/bound.ts'
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

beforeAll(async () => {
  setup = await setUp({}, { tools: createTools('/nowhere') })
  owner = setup.makeUser()
})
afterAll(() => setup.close())

const get = (user: TestUser, path: string) => call(setup, user, 'GET', `/api/dms${path}`)
const reads = async (user: TestUser, { versionId }: { versionId: string }) =>
  (await get(user, `/versions/${versionId}`)).status
const admin = () => setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })
const keep = (keepSeconds: number) =>
  call(setup, admin(), 'PUT', '/api/dms/task-reading-policy', { keepSeconds })

/** What the audit of a document says of reading what is attached, and of whom. */
async function auditOf({ documentId }: { documentId: string }) {
  const { body } = await get(owner, `/documents/${documentId}/audit?limit=200`)
  const items = body['items'] as { action: string; detail: Record<string, unknown> }[]
  return items
    .filter(({ action }) => /^(approval\.reading_|version\.(at|de)tached)/.test(action))
    .map(({ action, detail }) => [action, detail['users']])
    .toReversed()
}

async function countWaiting() {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(setup.db)
  return rows[0]?.waiting
}

it('[DMS-11] who has a task of any approval reads what is attached to it, while they have it', async () => {
  const approval = approvalOf(setup)
  const [approver, next] = [setup.makeUser(), setup.makeUser()]
  const draft = await upload(setup, owner)
  const { documentId } = draft
  const annex = await upload(setup, owner, Buffer.from('annex'), { documentId })
  await approval.ask([approver])
  expect(await reads(approver, annex)).toBe(404)

  expect(await approval.attach(owner, annex)).toBe(204)
  expect(await reads(approver, annex)).toBe(200)
  expect((await get(approver, `/versions/${annex.versionId}/content`)).status).toBe(403)
  expect((await get(approver, `/documents/${documentId}`)).status).toBe(200)
  expect(await reads(approver, draft)).toBe(404)
  expect(await reads(next, annex)).toBe(404)

  await approval.ask([next])
  expect([await reads(approver, annex), await reads(next, annex)]).toEqual([404, 200])
  await approval.ask([])
  expect(await reads(next, annex)).toBe(404)
  expect(await auditOf(annex)).toEqual([
    ['version.attached', [approver.id]],
    ['approval.reading_granted', [next.id]],
    ['approval.reading_withdrawn', [approver.id]],
    ['approval.reading_withdrawn', [next.id]],
  ])
})

it('[DMS-11] what is taken away nobody reads by it, and it is said who took it', async () => {
  const approval = approvalOf(setup)
  const approver = setup.makeUser()
  const [annex, stays] = [await upload(setup, owner), await upload(setup, owner)]
  await approval.ask([approver])
  await approval.attach(owner, annex, stays)
  const why = async () =>
    (await get(owner, `/documents/${annex.documentId}/access?userId=${approver.id}`)).body
  const { versionId } = annex
  const task = { taskNo: 'T-00000001', nodeName: 'Manager approval', versionId }
  expect(await why()).toMatchObject({
    rights: ['read'],
    reasons: [{ right: 'read', effect: 'allow', by: 'task', task }],
  })

  await approval.remove(owner, annex)
  expect(await why()).toMatchObject({ rights: [], reasons: [] })
  expect([await reads(approver, annex), await reads(approver, stays)]).toEqual([404, 200])
  await keep(3600)
  expect(await reads(approver, annex)).toBe(404)
  await keep(0)
  const { body } = await get(owner, `/documents/${annex.documentId}/audit?limit=1`)
  expect(body['items']).toMatchObject([
    { action: 'version.detached', versionId, detail: { by: owner.id, users: [approver.id] } },
  ])

  await approval.attach(owner, annex)
  expect(await reads(approver, annex)).toBe(200)
})

it('[DMS-11] of an approval of a document as of any other', async () => {
  const bound = await bindVersion(setup, owner)
  const approval = approvalOf(setup, bound.instanceId)
  const approver = setup.makeUser()
  const annex = await upload(setup, owner)
  await bound.ask(approver)
  expect(await reads(approver, bound)).toBe(200)
  await approval.ask([approver])
  await approval.attach(owner, annex)
  expect(await reads(approver, annex)).toBe(200)
  await approval.remove(owner, annex)
  expect([await reads(approver, annex), await reads(approver, bound)]).toEqual([404, 200])
})

it('[DMS-11] stays for who has another task of the approval', async () => {
  const approval = approvalOf(setup)
  const approver = setup.makeUser()
  const annex = await upload(setup, owner)
  await approval.ask([approver], 'T-1')
  await approval.ask([approver], 'T-2')
  await approval.attach(owner, annex)
  await approval.ask([], 'T-1')
  expect(await reads(approver, annex)).toBe(200)
  await approval.ask([], 'T-2')
  expect(await reads(approver, annex)).toBe(404)
})

it('[DMS-11] nobody reads what was attached after their task ended, however long they read on', async () => {
  const approval = approvalOf(setup)
  const [early, late, both] = [setup.makeUser(), setup.makeUser(), setup.makeUser()]
  const [seen, unseen, atOnce] = [
    await upload(setup, owner),
    await upload(setup, owner),
    await upload(setup, owner),
  ]
  await approval.ask([early])
  await approval.attach(owner, seen)
  setup.advance(1000)
  await approval.ask([late])
  setup.advance(1000)
  await approval.attach(owner, unseen)
  setup.advance(1000)
  // What is attached in the moment of the end comes too late.
  await approval.ask([both])
  const told = approval.bodyOf()
  const versions = [...told.versions, { versionId: atOnce.versionId, attachedBy: owner.id }]
  await approval.send({ ...told, versions, tasks: [] })

  await keep(3600)
  const all = async (user: TestUser) =>
    Promise.all([seen, unseen, atOnce].map((one) => reads(user, one)))
  expect(await all(early)).toEqual([200, 404, 404])
  expect(await all(late)).toEqual([200, 200, 404])
  expect(await all(both)).toEqual([200, 200, 404])
  setup.advance(3601 * 1000)
  expect(await all(late)).toEqual([404, 404, 404])
  await keep(0)
})

it('[DMS-11] is told by ids in upper case as in lower case, and of versions that are gone', async () => {
  const approval = approvalOf(setup)
  const approver = setup.makeUser()
  const annex = await upload(setup, owner)
  const upper = { ...approver, id: approver.id.toUpperCase() }
  await approval.ask([upper, approver])
  const gone = { versionId: randomUUID() }
  expect(await approval.attach(owner, { versionId: annex.versionId.toUpperCase() }, gone)).toBe(204)
  expect(await reads(approver, annex)).toBe(200)
  expect(await auditOf(annex)).toEqual([['version.attached', [approver.id]]])
})

it('[DMS-11] of what is told at once the latest holds', async () => {
  for (let round = 0; round < 5; round++) {
    const approval = approvalOf(setup)
    const [first, last] = [setup.makeUser(), setup.makeUser()]
    const [annex, gone] = [await upload(setup, owner), await upload(setup, owner)]
    await approval.ask([first])
    await approval.attach(owner, annex, gone)
    const { versions } = approval.bodyOf()
    const task = (holder: TestUser) => [{ taskNo: 'T-1', nodeName: 'n', holders: [holder.id] }]
    const bodies = Array.from({ length: 8 }, (_, at) => {
      const { number } = approval.bodyOf()
      return at < 7
        ? { number, versions, removed: [], tasks: task(first) }
        : {
            number,
            versions: versions.filter(({ versionId }) => versionId === annex.versionId),
            removed: [{ versionId: gone.versionId, removedBy: owner.id }],
            tasks: task(last),
          }
    })
    const sent = [...bodies.toReversed(), ...bodies].map(approval.send)
    expect(new Set(await Promise.all(sent))).toEqual(new Set([204]))

    expect([await reads(first, annex), await reads(last, annex)]).toEqual([404, 200])
    expect([await reads(first, gone), await reads(last, gone)]).toEqual([404, 404])
    const detached = (await auditOf(gone)).filter(([action]) => action === 'version.detached')
    expect(detached).toHaveLength(1)
  }
  expect(await verifyAudit(setup.deps, setup.tenantId)).toMatchObject({ valid: true })
})

it('[DMS-15] what is attached stays out of the trash while it is decided on, and is kept afterwards', async () => {
  const approval = approvalOf(setup)
  const approver = setup.makeUser()
  const [annex, gone] = [await upload(setup, owner), await upload(setup, owner)]
  const remove = async ({ documentId }: { documentId: string }, query = '') => {
    const path = `/api/dms/documents/${documentId}${query}`
    const { status, body } = await call(setup, owner, 'DELETE', path)
    return status === 204 ? status : body
  }
  await approval.ask([approver])
  await approval.attach(owner, annex, gone)
  expect(await remove(annex)).toMatchObject({
    code: 'dms.locked',
    reason: 'approval',
    holder: owner.id,
    instanceId: approval.instanceId,
  })
  await approval.remove(owner, gone)
  expect([await remove(gone), await remove(gone, '?purge=true')]).toEqual([204, 204])

  await approval.ask([])
  expect(await remove(annex)).toBe(204)
  expect(await remove(annex, '?purge=true')).toMatchObject({ code: 'dms.document_retained' })
  await approval.remove(owner, annex)
  expect(await remove(annex, '?purge=true')).toBe(204)
})

it('[DMS-15] what comes with a remark when all is decided keeps no document', async () => {
  const approval = approvalOf(setup)
  await approval.ask([setup.makeUser()])
  await approval.ask([])
  await setup.db
    .updateTable('attachment_readers')
    .set({ ended_at: sql<Date>`ended_at - interval '1 second'` })
    .where('tenant_id', '=', setup.tenantId)
    .where('instance_id', '=', approval.instanceId)
    .execute()
  const late = await upload(setup, owner)
  await approval.attach(setup.makeUser(), late)
  const path = `/api/dms/documents/${late.documentId}`
  expect((await call(setup, owner, 'DELETE', path)).status).toBe(204)
  expect((await call(setup, owner, 'DELETE', `${path}?purge=true`)).status).toBe(204)
})

it('[DMS-15] what is attached is not archived while it is decided on', async () => {
  const approval = approvalOf(setup)
  const annex = await upload(setup, owner)
  await setup.db
    .updateTable('document_versions')
    .set({ status: 'PUBLISHED' })
    .where('tenant_id', '=', setup.tenantId)
    .where('id', '=', annex.versionId)
    .execute()
  const archive = () => call(setup, owner, 'POST', `/api/dms/versions/${annex.versionId}/archive`)
  await approval.ask([setup.makeUser()])
  await approval.attach(owner, annex)
  const { instanceId } = approval
  expect(await archive()).toMatchObject({ status: 423, body: { code: 'dms.locked', instanceId } })
  await approval.ask([])
  expect((await archive()).status).toBe(200)
})

it('[DMS-15] what is attached at the moment of a purge, or of the trash, is kept', async () => {
  for (const [query, code] of [
    ['', 'dms.locked'],
    ['?purge=true', 'dms.document_retained'],
  ] as const) {
    const approval = approvalOf(setup)
    const { documentId, versionId } = await upload(setup, owner)
    await approval.ask([setup.makeUser()])
    const remove = (more: string) =>
      call(setup, owner, 'DELETE', `/api/dms/documents/${documentId}${more}`)
    if (query !== '') await remove('')
    let removing: ReturnType<typeof remove>[] = []
    await setup.db.transaction().execute(async (tx) => {
      await sql`
        insert into attached_versions (tenant_id, version_id, instance_id, attached_by, attached_at)
        values (${setup.tenantId}, ${versionId}, ${approval.instanceId}, 'x', now())`.execute(tx)
      removing = [remove(query)]
      await expect.poll(countWaiting).toBe(1)
    })
    expect((await Promise.all(removing)).map(({ body }) => body['code'])).toEqual([code])
  }
})

it('[DMS-11] shows nothing after the audit says that it was taken away', async () => {
  let shownBefore = 0
  for (let round = 0; round < 8; round++) {
    const approval = approvalOf(setup)
    const approver = setup.makeUser()
    const annex = await upload(setup, owner, Buffer.from('annex'))
    while ((await renderDue(setup.deps)) > 0);
    await approval.ask([approver])
    await approval.attach(owner, annex)
    let isOver = false
    const read = async (part: string) => {
      for (;;) {
        const startedAfter = isOver
        const { status } = await get(approver, `/versions/${annex.versionId}/${part}`)
        if (status === 200) shownBefore++
        // Once it is acknowledged, what is asked for from then on is not there.
        if (startedAfter) return status
      }
    }
    const reading = ['preview', 'text', 'preview', 'text'].map(read)
    const actions = async () => {
      const { body } = await get(owner, `/documents/${annex.documentId}/audit?limit=200`)
      return (body['items'] as { action: string }[]).map(({ action }) => action).toReversed()
    }
    await expect.poll(actions).toContain('version.previewed')
    expect(await approval.remove(owner, annex)).toBe(204)
    isOver = true

    expect(await Promise.all(reading)).toEqual([404, 404, 404, 404])
    const audit = await actions()
    expect(audit.slice(audit.indexOf('version.detached'))).not.toContain('version.previewed')
  }
  expect(shownBefore).toBeGreaterThan(0)
})

it('[DMS-11] shows nothing that is taken away between the decision and the answer', async () => {
  const approval = approvalOf(setup)
  const approver = setup.makeUser()
  const annex = await upload(setup, owner, Buffer.from('annex'))
  while ((await renderDue(setup.deps)) > 0);
  await approval.ask([approver])
  await approval.attach(owner, annex)
  let reading: Promise<{ status: number }>[] = []
  await setup.db.transaction().execute(async (tx) => {
    await sql`
      update attached_versions set removed_at = now(), removed_by = 'x'
      where tenant_id = ${setup.tenantId} and version_id = ${annex.versionId}`.execute(tx)
    reading = ['preview', 'text'].map((part) =>
      get(approver, `/versions/${annex.versionId}/${part}`),
    )
    await expect.poll(countWaiting).toBe(2)
  })
  expect((await Promise.all(reading)).map(({ status }) => status)).toEqual([404, 404])
})
