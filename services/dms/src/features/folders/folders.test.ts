import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Schema } from '../../db/schema.ts'
import { sendAtOnce } from '../../testing/race.ts'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

describe('folders', () => {
  it('refuse a change of what has changed since, all but one of three at once included', async () => {
    const made = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
    const path = `/api/dms/folders/${String(made.body['id'])}`
    const rename = (body: object, headers: Record<string, string> = {}) =>
      call(setup, owner, 'PATCH', path, { name: randomUUID(), ...body }, headers)
    const { etag } = (await call(setup, owner, 'GET', path)).headers
    expect(etag).toBe('"1"')
    const listed = await call(setup, owner, 'GET', '/api/dms/folders')
    expect(listed.body['items']).toContainEqual(expect.objectContaining({ id: made.body['id'] }))

    const row = { table: 'folders', id: String(made.body['id']) }

    const replies = await sendAtOnce(setup, row, () => rename({}, { 'if-match': '"1"' }))

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect(replies.find(({ status }) => status === 200)?.headers['etag']).toBe('"2"')
    for (const stale of [
      await rename({ revision: 1 }),
      await rename({ parentId: null, revision: 1 }),
    ]) {
      expect(stale).toMatchObject({
        status: 412,
        body: { code: 'dms.revision_mismatch', revision: 2 },
      })
    }
    expect((await rename({ revision: 2 })).status).toBe(200)
    expect((await rename({})).status).toBe(200)
  })

  const make = (parentId?: string) =>
    call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID(), parentId })
  const move = (id: string | undefined, parentId: string | null | undefined) =>
    call(setup, owner, 'PATCH', `/api/dms/folders/${String(id)}`, { parentId })
  const tooDeep = {
    status: 400,
    body: { code: 'dms.invalid_request', errors: [{ pointer: '/parentId', code: 'too_deep' }] },
  }

  /** Folders inside each other, the outermost first. */
  async function makeChain(length: number): Promise<string[]> {
    const ids: string[] = []
    while (ids.length < length) ids.push(String((await make(ids.at(-1))).body['id']))
    return ids
  }

  it('[DMS-07] are put in order by administrators, who write in none of them', async () => {
    const permissions = [...allPermissions, 'dms:document:admin']
    const administrator = setup.makeUser({ permissions })
    const folders = [await make(), await make()]
    const [target, moved] = folders.map(({ body }) => String(body['id']))
    const { documentId } = await upload(setup, owner)
    const patch = (user: TestUser, path: string, body: object) =>
      call(setup, user, 'PATCH', `/api/dms/${path}`, body)
    const document = `documents/${documentId}`

    const renamed = { folderId: target, title: 'Renamed' }
    for (const body of [renamed, { title: 'Renamed' }]) {
      expect(await patch(administrator, document, body)).toMatchObject({
        status: 403,
        body: { required: 'write' },
      })
    }
    expect(await patch(administrator, document, { folderId: target })).toMatchObject({
      status: 200,
      body: { folderId: target },
    })
    const into = { parentId: target }
    expect((await patch(administrator, `folders/${moved}`, into)).status).toBe(200)
    const file = { fileName: 'a.txt', sizeBytes: 1, folderId: target }
    const put = await call(setup, administrator, 'POST', '/api/dms/uploads/initiate', file)
    expect(put).toMatchObject({ status: 403, body: { required: 'write' } })
  })

  it('[DMS-07] lie no deeper than access lists are read: a deny at the top holds in the lowest', async () => {
    const ids = await makeChain(64)
    const reader = setup.makeUser()
    const entry = (allow: string[], deny: string[]) => ({
      inherit: true,
      entries: [{ principal: { kind: 'user', id: reader.id }, allow, deny }],
    })
    const listOf = (id: string | undefined) => `/api/dms/folders/${String(id)}/acl`
    const put = (id: string | undefined, list: object) =>
      call(setup, owner, 'PUT', listOf(id), list)
    expect((await put(ids.at(-1), entry(['read'], []))).status).toBe(200)
    const read = () => call(setup, reader, 'GET', `/api/dms/folders/${String(ids.at(-1))}`)
    expect((await read()).status).toBe(200)
    expect((await put(ids[0], entry([], ['read']))).status).toBe(200)

    expect((await read()).status).toBe(404)
    expect(await make(ids.at(-1))).toMatchObject(tooDeep)
    const [high, low] = await makeChain(2)
    expect(await move(high, ids[62])).toMatchObject(tooDeep)
    expect((await move(low, ids[62])).status).toBe(200)
    expect(await move(ids[0], high)).toMatchObject(tooDeep)
  })

  it('[DMS-07] lie no deeper when one is moved down while another is put into it', async () => {
    const ids = await makeChain(63)
    for (let round = 0; round < 5; round++) {
      const moved = await makeChain(1)
      const replies = await Promise.all([move(moved[0], ids.at(-1)), make(moved[0])])
      expect(replies.map(({ status }) => status).filter((status) => status === 400)).toHaveLength(1)
    }
  })

  it('[DMS-07] are not moved below themselves by ids in upper case, and a ring in the data stops nobody', async () => {
    const [high, low] = await makeChain(2)
    const into = (id: string | undefined) => move(high?.toUpperCase(), id?.toUpperCase())
    const refused = { status: 409, body: { code: 'dms.folder_cycle' } }
    expect(await into(high)).toMatchObject(refused)
    expect(await into(low)).toMatchObject(refused)
    const ring = await makeChain(2)
    await sql`update folders set parent_id = ${ring[1]}
      where tenant_id = ${setup.tenantId} and id = ${ring[0]}`.execute(setup.db)
    expect(await move(high, ring[0])).toMatchObject(tooDeep)
    expect((await move(ring[0], null)).status).toBe(200)
  })

  /** To everybody, as who keeps the access list does under the lock of the folder. */
  async function deny(tx: Transaction<Schema>, id: string, right: string): Promise<void> {
    await sql`
      insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
      values (${setup.tenantId}, 'folder', ${id}, 'public', '{}', array[${right}])`.execute(tx)
  }

  it('[DMS-07] are not removed by who may no longer manage them', async () => {
    const id = String((await make()).body['id'])
    const keeper = setup.makeUser()
    const allowed = { principal: { kind: 'user', id: keeper.id }, allow: ['manage'], deny: [] }
    const list = { inherit: true, entries: [allowed] }
    expect((await call(setup, owner, 'PUT', `/api/dms/folders/${id}/acl`, list)).status).toBe(200)
    const remove = () => call(setup, keeper, 'DELETE', `/api/dms/folders/${id}`)

    const [removed] = await sendAtOnce(setup, { table: 'folders', id }, remove, 1, async (tx) => {
      await deny(tx, id, 'manage')
    })

    expect(removed).toMatchObject({ status: 403, body: { code: 'dms.forbidden' } })
    expect((await call(setup, owner, 'GET', `/api/dms/folders/${id}`)).status).toBe(200)
  })

  it('[DMS-07] leave no access list, also one that was changed at the same moment', async () => {
    const id = String((await make()).body['id'])
    const remove = () => call(setup, owner, 'DELETE', `/api/dms/folders/${id}`)

    const [removed] = await sendAtOnce(setup, { table: 'folders', id }, remove, 1, async (tx) => {
      await deny(tx, id, 'download')
    })

    expect(removed?.status).toBe(204)
    const { rows } = await sql`
      select from acl_entries
      where tenant_id = ${setup.tenantId} and resource_id = ${id}`.execute(setup.db)
    expect(rows).toEqual([])
  })
  it('[DMS-07] are not found by what is put into them while they are removed', async () => {
    const { documentId } = await upload(setup, owner)
    const intoIt = [
      (id: string) => make(id),
      (id: string) =>
        call(setup, owner, 'PATCH', `/api/dms/documents/${documentId}`, { folderId: id }),
    ]
    for (const put of intoIt) {
      const id = String((await make()).body['id'])
      const remove = (tx: Transaction<Schema>) =>
        sql`delete from folders where tenant_id = ${setup.tenantId} and id = ${id}`.execute(tx)
      const [reply] = await sendAtOnce(
        setup,
        { table: 'folders', id },
        () => put(id),
        1,
        async (tx) => void (await remove(tx)),
      )
      expect(reply).toMatchObject({ status: 404, body: { code: 'dms.not_found' } })
    }
  })
})
