import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAtOnce } from '../../testing/race.ts'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'

const DAY_MS = 86_400_000

let setup: Setup
let user: TestUser
let admin: TestUser

beforeAll(async () => {
  setup = await setUp()
  user = setup.makeUser()
  admin = setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })
})
afterAll(() => setup.close())

const purge = (documentId: string) =>
  call(setup, user, 'DELETE', `/api/dms/documents/${documentId}?purge=true`)

async function makeTrashed(tags: string[] = []) {
  const { documentId } = await upload(setup, user, Buffer.from('x'), { tags })
  await call(setup, user, 'DELETE', `/api/dms/documents/${documentId}`)
  return documentId
}

const purgeTrash = (dryRun: boolean) =>
  call(setup, admin, 'POST', '/api/dms/documents/purge', { dryRun })

describe('a legal hold', () => {
  it('[DMS-15] keeps a document until it is released, and stays on record', async () => {
    const documentId = await makeTrashed()
    const path = `/api/dms/documents/${documentId}/holds`
    const placed = await call(setup, admin, 'POST', path, { reason: 'case 7' })
    expect(placed).toMatchObject({ status: 201, body: { reason: 'case 7', releasedAt: null } })
    expect((await purge(documentId)).body['code']).toBe('dms.document_held')

    const hold = `${path}/${String(placed.body['id'])}`
    expect((await call(setup, admin, 'DELETE', hold)).status).toBe(204)

    const { body } = await call(setup, admin, 'GET', path)
    expect(body['items']).toMatchObject([{ releasedBy: admin.id }])
    expect((await call(setup, admin, 'DELETE', hold)).status).toBe(404)
    expect((await purge(documentId)).status).toBe(204)
  })

  it('[DMS-05] and a purge at the same moment never both succeed', async () => {
    const documentIds = await Promise.all(Array.from({ length: 6 }, () => makeTrashed()))

    const results = await Promise.all(
      documentIds.map((documentId) =>
        Promise.all([
          call(setup, admin, 'POST', `/api/dms/documents/${documentId}/holds`, { reason: 'x' }),
          purge(documentId),
        ]),
      ),
    )

    for (const [held, purged] of results) {
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([held.status, purged.status])
    }
  })

  it('[DMS-07] is for administrators of documents', async () => {
    const { documentId } = await upload(setup, user)
    const path = `/api/dms/documents/${documentId}/holds`
    expect((await call(setup, user, 'POST', path, { reason: 'x' })).status).toBe(403)
  })
})

describe('retention', () => {
  it('[DMS-15] keeps by the longest rule that fits, then purges with a report', async () => {
    const add = (policy: object) =>
      call(setup, admin, 'POST', '/api/dms/retention-policies', policy)
    const [plain, tagged, held] = [
      await makeTrashed(),
      await makeTrashed(['contract']),
      await makeTrashed(),
    ]
    await call(setup, admin, 'POST', `/api/dms/documents/${held}/holds`, { reason: 'x' })
    expect((await add({ name: 'all', keepDays: 10, purgeTrashAfterDays: 5 })).status).toBe(201)
    const long = await add({ name: 'contracts', tag: 'contract', keepDays: 100 })
    expect((await add({ name: 'all', keepDays: 1 })).body['code']).toBe('dms.retention_name_taken')
    const listed = await call(setup, admin, 'GET', '/api/dms/retention-policies')
    expect(listed.body['items']).toContainEqual(long.body)
    const kept = await purge(plain)
    expect(kept).toMatchObject({ status: 409, body: { code: 'dms.retention_not_over' } })
    setup.advance(11 * DAY_MS)

    const dry = await purgeTrash(true)
    expect(dry.body).toMatchObject({ dryRun: true, more: false })
    expect(dry.body['purged']).toContain(plain)
    const done = await purgeTrash(false)

    expect(done.body['purged']).toEqual(dry.body['purged'])
    expect(done.body['kept']).toEqual(
      expect.arrayContaining([
        { documentId: tagged, code: 'dms.retention_not_over' },
        { documentId: held, code: 'dms.document_held' },
      ]),
    )
    const find = (id: string) => call(setup, user, 'GET', `/api/dms/documents/${id}`)
    expect((await find(plain)).status).toBe(404)
    expect((await find(tagged)).status).toBe(200)

    const rule = `/api/dms/retention-policies/${String(long.body['id'])}`
    expect((await call(setup, admin, 'DELETE', rule)).status).toBe(204)
    expect((await purgeTrash(false)).body['purged']).toEqual([tagged])
  })

  it('[DMS-15] purges nothing that was restored and trashed again since it was found', async () => {
    const tenantId = randomUUID()
    const permissions = [...allPermissions, 'dms:document:admin']
    const other = setup.makeUser({ tenantId, permissions })
    const policy = { name: 'all', keepDays: 1, purgeTrashAfterDays: 5 }
    await call(setup, other, 'POST', '/api/dms/retention-policies', policy)
    const { documentId: id } = await upload(setup, other)
    await call(setup, other, 'DELETE', `/api/dms/documents/${id}`)
    setup.advance(6 * DAY_MS)
    const purging = () => call(setup, other, 'POST', '/api/dms/documents/purge', { dryRun: false })

    const row = { table: 'documents', id }
    const [done] = await sendAtOnce(setup, row, purging, 1, async (tx) => {
      await sql`update documents set trashed_at = ${setup.deps.now()}
        where tenant_id = ${tenantId} and id = ${id}`.execute(tx)
    })

    const kept = [{ documentId: id, code: 'dms.document_not_trashed' }]
    expect(done?.body).toMatchObject({ purged: [], kept, more: false })
    expect((await call(setup, other, 'GET', `/api/dms/documents/${id}`)).status).toBe(200)
  })

  it('[DMS-15] purges what lies behind more kept documents than one call looks at', async () => {
    const tenantId = randomUUID()
    const permissions = [...allPermissions, 'dms:document:admin']
    const other = setup.makeUser({ tenantId, permissions })
    const policy = { name: 'all', keepDays: 1, purgeTrashAfterDays: 5 }
    await call(setup, other, 'POST', '/api/dms/retention-policies', policy)
    const { documentId } = await upload(setup, other)
    await call(setup, other, 'DELETE', `/api/dms/documents/${documentId}`)
    await sql`
      with kept as (
        insert into documents (tenant_id, id, title, tags, owner_id, last_version_no,
          status, trashed_at, created_at, updated_at)
        select tenant_id, gen_random_uuid(), title, tags, owner_id, 0, 'TRASHED',
          trashed_at - interval '1 day', created_at, updated_at
        from documents, generate_series(1, 1001)
        where tenant_id = ${tenantId} and id = ${documentId}
        returning tenant_id, id
      )
      insert into legal_holds (tenant_id, id, document_id, reason, created_by, created_at)
      select tenant_id, id, id, 'x', 'x', now() from kept`.execute(setup.db)
    setup.advance(6 * DAY_MS)

    for (const dryRun of [true, false]) {
      const { body } = await call(setup, other, 'POST', '/api/dms/documents/purge', { dryRun })
      expect(body).toMatchObject({ purged: [documentId], more: false })
      expect(body['kept']).toHaveLength(1000)
    }
  })

  it('[DMS-15] is not for a document whose only approval was refused before it began', async () => {
    const tenantId = randomUUID()
    const other = setup.makeUser({ tenantId })
    const used = async () => {
      const { rows } = await sql<{ used: number }>`select used_bytes as used from tenant_usage
        where tenant_id = ${tenantId}`.execute(setup.db)
      return rows[0]?.used
    }
    await upload(setup, other)
    const before = await used()
    const { documentId, versionId } = await upload(setup, other, Buffer.from('refused'))
    setup.bpm.faults.start = { status: 422, body: { code: 'bpm.no_published_definition' } }
    const body = { versionId, title: 'Please', requestKey: randomUUID() }
    const path = `/api/dms/documents/${documentId}`
    expect((await call(setup, other, 'POST', `${path}/approval`, body)).status).toBe(422)
    delete setup.bpm.faults.start
    await call(setup, other, 'DELETE', path)

    expect((await call(setup, other, 'DELETE', `${path}?purge=true`)).status).toBe(204)
    expect(await used()).toBe(before)
  })

  it('[DMS-15] is not escaped by taking off the tag that keeps a document', async () => {
    const rule = { name: 'invoices', tag: 'invoice', keepDays: 30 }
    const added = await call(setup, admin, 'POST', '/api/dms/retention-policies', rule)
    const { documentId } = await upload(setup, user, Buffer.from('x'), { tags: ['invoice', 'a'] })
    const edit = (tags: string[]) =>
      call(setup, user, 'PATCH', `/api/dms/documents/${documentId}`, { tags })

    expect((await edit(['b', 'invoice'])).status).toBe(200)
    expect(await edit(['b'])).toMatchObject({
      status: 409,
      body: { code: 'dms.retention_not_over', retainedUntil: expect.any(String) },
    })
    const tags = async () =>
      (await call(setup, user, 'GET', `/api/dms/documents/${documentId}`)).body['tags']
    expect(await tags()).toEqual(['b', 'invoice'])

    setup.advance(31 * DAY_MS)
    expect((await edit(['b'])).status).toBe(200)
    const path = `/api/dms/retention-policies/${String(added.body['id'])}`
    expect((await call(setup, admin, 'DELETE', path)).status).toBe(204)
  })
})
