import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allPermissions,
  call,
  initiate,
  sendBytes,
  type Setup,
  setUp,
  sha256,
  type TestUser,
  upload,
} from '../../testing/setup.ts'
import { reap } from '../../testing/reap.ts'

let setup: Setup
let owner: TestUser
let other: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
  other = setup.makeUser()
})
afterAll(() => setup.close())

const documentPath = (id: string) => `/api/dms/documents/${id}`
const contentPath = (versionId: string) => `/api/dms/versions/${versionId}/content`
const get = (user: TestUser | undefined, url: string, headers?: Record<string, string>) =>
  call(setup, user, 'GET', url, undefined, headers)

interface Entry {
  principal: { kind: string; id?: string }
  allow?: string[]
  deny?: string[]
}

const setAcl = (path: string, entries: Entry[], inherit = true) =>
  call(setup, owner, 'PUT', `${path}/acl`, { inherit, entries })

describe('access', () => {
  it('[DMS-07] is the same 404 for what one may not see and what does not exist', async () => {
    const { documentId, versionId } = await upload(setup, owner)

    for (const url of [documentPath(documentId), contentPath(versionId)]) {
      const [hidden, absent] = [
        await get(other, url),
        await get(other, url.replace(/[0-9a-f-]{36}/, randomUUID())),
      ]
      expect(hidden.status).toBe(404)
      expect({ ...hidden.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
    }
  })

  it('[DMS-07] needs functional permission and access list both', async () => {
    const { documentId, versionId } = await upload(setup, owner)
    const powerless = setup.makeUser({ permissions: [] })
    const entries = [other, powerless].map(({ id }) => ({
      principal: { kind: 'user', id },
      allow: ['read', 'download'],
    }))
    await setAcl(documentPath(documentId), entries)

    expect((await get(other, contentPath(versionId))).status).toBe(200)
    expect(await get(powerless, contentPath(versionId))).toMatchObject({
      status: 403,
      body: { code: 'auth.insufficient_scope', required: 'dms:document:read' },
    })
  })

  it('[DMS-07] lets a reader neither download nor write', async () => {
    const { documentId, versionId } = await upload(setup, owner)
    const entry = { principal: { kind: 'user', id: other.id }, allow: ['read'] }
    await setAcl(documentPath(documentId), [entry])

    expect((await get(other, documentPath(documentId))).body['rights']).toEqual(['read'])
    expect(await get(other, contentPath(versionId))).toMatchObject({
      status: 403,
      body: { code: 'dms.forbidden', required: 'download' },
    })
    const patch = await call(setup, other, 'PATCH', documentPath(documentId), { title: 'x' })
    expect([patch.status, patch.body['code']]).toEqual([403, 'dms.forbidden'])
  })

  it('[DMS-07] refuses service tokens', async () => {
    const { versionId } = await upload(setup, owner)
    const token = setup.issuer.serviceToken({
      tenantId: setup.tenantId,
      scopes: ['dms.internal'],
      permissions: allPermissions,
    })
    const service = { id: 'service', token, headers: { authorization: `Bearer ${token}` } }

    expect(await get(service, contentPath(versionId))).toMatchObject({
      status: 403,
      body: { code: 'auth.user_required' },
    })
  })

  it('[DMS-07] follows roles, departments and folders, and a deny wins', async () => {
    const folder = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
    const folderId = String(folder.body['id'])
    const { documentId, versionId } = await upload(setup, owner, Buffer.from('x'), { folderId })
    setup.memberships.set(other.id, ['role:auditors', 'department:sales'])
    const path = `/api/dms/folders/${folderId}`
    const auditors = { kind: 'role', id: 'auditors' }

    await setAcl(path, [{ principal: auditors, allow: ['download'] }])
    expect((await get(other, contentPath(versionId))).status).toBe(200)
    const explained = await get(owner, `${documentPath(documentId)}/access?userId=${other.id}`)
    expect(explained.body).toMatchObject({
      rights: ['read', 'download'],
      reasons: [
        { right: 'download', effect: 'allow', principal: 'role:auditors' },
        { right: 'read', resource: { kind: 'folder', id: folderId } },
      ],
    })
    const sales = { kind: 'department', id: 'sales' }
    await setAcl(path, [
      { principal: auditors, allow: ['download'] },
      { principal: sales, deny: ['download'] },
    ])
    expect((await get(other, contentPath(versionId))).status).toBe(403)
    await setAcl(documentPath(documentId), [], false)
    expect((await get(other, contentPath(versionId))).status).toBe(404)
    setup.memberships.delete(other.id)
  })

  it('[DMS-07] decides nothing while roles cannot be looked up', async () => {
    const { documentId } = await upload(setup, owner)
    const entry = { principal: { kind: 'role', id: randomUUID() }, deny: ['read'] }
    await setAcl(documentPath(documentId), [entry])
    // What was asked for the list is not remembered any more.
    setup.advance(10_000)
    setup.bpm.faults.directory = { status: 500, body: {} }

    const reply = await get(other, documentPath(documentId))
    delete setup.bpm.faults.directory

    expect(reply).toMatchObject({ status: 503, body: { code: 'dms.unavailable' } })
    expect((await get(other, documentPath(documentId))).status).toBe(404)
    const asked = setup.bpm.requests.findLast(({ line }) => line.endsWith('/resolve'))
    expect(asked?.token).toBe(`iam.internal tenant:${setup.tenantId}`)
  })

  it('[DMS-07] lists exactly what one may open', async () => {
    const reader = setup.makeUser()
    const folder = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
    const folderId = String(folder.body['id'])
    const ids: string[] = []
    for (let index = 0; index < 12; index++) {
      const more = index % 2 === 0 ? { folderId } : {}
      ids.push((await upload(setup, owner, Buffer.from('x'), more)).documentId)
    }
    const principal = { kind: 'user', id: reader.id }
    await setAcl(`/api/dms/folders/${folderId}`, [{ principal, allow: ['read'] }])
    await setAcl(documentPath(ids[0] ?? ''), [{ principal, deny: ['read'] }])
    await setAcl(documentPath(ids[1] ?? ''), [{ principal, allow: ['write'] }])
    await setAcl(documentPath(ids[2] ?? ''), [], false)

    const listed: string[] = []
    for (let cursor: unknown = ''; cursor !== null;) {
      const page = await get(
        reader,
        `/api/dms/documents?limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`,
      )
      listed.push(...(page.body['items'] as { id: string }[]).map(({ id }) => id))
      cursor = page.body['nextCursor']
    }

    const opened = []
    for (const id of ids) {
      if ((await get(reader, documentPath(id))).status === 200) opened.push(id)
    }
    expect(listed).toEqual(opened.toReversed())
    expect(opened).toHaveLength(5)
  })

  it('keeps the owner managing whatever a list says, until the document is given away', async () => {
    const { documentId } = await upload(setup, owner)
    const everything = ['read', 'download', 'write', 'manage']
    await setAcl(documentPath(documentId), [{ principal: { kind: 'public' }, deny: everything }])
    expect((await setAcl(documentPath(documentId), [])).status).toBe(200)

    const path = `${documentPath(documentId)}/transfer`
    expect((await call(setup, owner, 'POST', path, { ownerId: other.id })).status).toBe(200)

    expect((await get(owner, documentPath(documentId))).status).toBe(404)
    expect((await get(other, documentPath(documentId))).status).toBe(200)
  })

  it.each([
    [{ kind: 'user' }, '/entries/0/principal/id'],
    [{ kind: 'public', id: 'x' }, '/entries/0/principal/id'],
    [{ kind: 'group', id: 'x' }, '/entries/0/principal/kind'],
  ])('refuses the principal %j', async (principal, pointer) => {
    const { documentId } = await upload(setup, owner)
    const reply = await setAcl(documentPath(documentId), [{ principal, allow: ['read'] }])

    expect(reply).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
  })
})

describe('downloads', () => {
  it('[DMS-16] give ranges, 304 and a strong entity tag', async () => {
    const bytes = randomBytes(100_000)
    const { versionId } = await upload(setup, owner, bytes, { fileName: 'päper "1".bin' })
    const path = contentPath(versionId)
    const etag = `"${sha256(bytes)}"`

    const whole = await get(owner, path)
    expect(whole.headers).toMatchObject({
      etag,
      'accept-ranges': 'bytes',
      'content-length': '100000',
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
    expect(whole.headers['content-disposition']).toBe(
      `attachment; filename="p?per _1_.bin"; filename*=UTF-8''p%C3%A4per%20_1_.bin`,
    )
    const part = await get(owner, path, { range: 'bytes=1000-1999', 'if-range': etag })
    expect([part.status, part.headers['content-range'], part.bytes]).toEqual([
      206,
      'bytes 1000-1999/100000',
      bytes.subarray(1000, 2000),
    ])
    expect((await get(owner, path, { 'if-none-match': etag })).status).toBe(304)
    expect(await get(owner, path, { range: 'bytes=100000-' })).toMatchObject({
      status: 416,
      body: { code: 'dms.range_not_satisfiable' },
      headers: { 'content-range': 'bytes */100000' },
    })
    expect((await get(owner, path, { 'if-match': `"old", ${etag}` })).status).toBe(200)
    expect(await get(owner, path, { 'if-match': `W/${etag}` })).toMatchObject({
      status: 412,
      body: { code: 'dms.content_changed' },
    })
    const head = await call(setup, owner, 'HEAD', path)
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      '100000',
      0,
    ])
  })

  it.each([
    ['bytes=0-0', 206, 0, 1],
    ['bytes=99-', 206, 99, 100],
    ['bytes=-1', 206, 99, 100],
    ['bytes=-1000', 206, 0, 100],
    ['bytes=0-99999999999999999999', 206, 0, 100],
    ['bytes= 5-9 ', 206, 5, 10],
    // What the RFC lets a server ignore: whole, and never a byte too many.
    ['bytes=0-0,2-2', 200, 0, 100],
    [`bytes=${'0-,'.repeat(900)}0-`, 200, 0, 100],
    ['bytes=9-5', 200, 0, 100],
    ['bytes=--5', 200, 0, 100],
    ['bytes=0x1-5', 200, 0, 100],
    ['pages=1-2', 200, 0, 100],
    ['bytes=-0', 416, 0, 0],
    ['bytes=100-', 416, 0, 0],
    ['bytes=99999999999999999999-', 416, 0, 0],
  ])('[DMS-16] answer the range %s', async (range, status, from, to) => {
    const bytes = randomBytes(100)
    const { versionId } = await upload(setup, owner, bytes)
    const reply = await get(owner, contentPath(versionId), { range })
    expect(reply.status).toBe(status)
    if (status === 416) return
    expect(reply.bytes).toEqual(bytes.subarray(from, to))
    expect(reply.headers['content-length']).toBe(String(to - from))
  })

  it('[DMS-16] never show active content in place', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>')
    const more = { fileName: 'a.html', contentType: 'text/html' }
    const { versionId } = await upload(setup, owner, html, more)

    const download = await get(owner, contentPath(versionId))
    expect(download.headers['content-disposition']).toContain('attachment')
    expect(download.headers['content-security-policy']).toContain('sandbox')
    expect(await get(owner, `/api/dms/versions/${versionId}/preview`)).toMatchObject({
      status: 409,
      body: { code: 'dms.preview_unavailable' },
    })
  })

  it('[DMS-06] [DMS-16] give an address bound to version, purpose and a few minutes', async () => {
    const { versionId, documentId } = await upload(setup, owner, Buffer.from('secret'))
    const principal = { kind: 'user', id: other.id }
    await setAcl(documentPath(documentId), [{ principal, allow: ['download'] }])
    const make = (user: TestUser, purpose: string) =>
      call(setup, user, 'POST', `/api/dms/versions/${versionId}/address`, { purpose })
    const made = await make(other, 'download')
    const path = new URL(String(made.body['url'])).pathname

    expect(Date.parse(String(made.body['expiresAt']))).toBeLessThanOrEqual(
      setup.deps.now().getTime() + 300_000,
    )
    expect((await get(undefined, path)).bytes.toString()).toBe('secret')
    expect((await get(undefined, `${path.slice(0, -4)}AAAA`)).status).toBe(404)
    await setAcl(documentPath(documentId), [])
    expect((await get(undefined, path)).status).toBe(404)
    await setAcl(documentPath(documentId), [{ principal, allow: ['download'] }])
    setup.advance(300_000)
    expect(await get(undefined, path)).toMatchObject({
      status: 410,
      body: { code: 'dms.address_expired' },
    })
  })
})

describe('temporary addresses', () => {
  it.each(['active', 'dms:document:read'])(
    '[DMS-07] end when whoever made them loses %j',
    async (lost) => {
      const user = setup.makeUser()
      const { versionId } = await upload(setup, user)
      const path = `/api/dms/versions/${versionId}/address`
      const made = await call(setup, user, 'POST', path, { purpose: 'download' })
      const { pathname } = new URL(String(made.body['url']))
      expect((await get(undefined, pathname)).status).toBe(200)
      setup.bpm.lost.set(user.id, [lost])
      // What the directory said before is believed for ten seconds.
      setup.advance(11_000)
      expect((await get(undefined, pathname)).status).toBe(404)
    },
  )
})

describe('public documents', () => {
  it('[DMS-08] follow the public entry of the access list alone', async () => {
    const { documentId } = await upload(setup, owner, Buffer.from('for all'))
    const path = `/api/dms/public/documents/${documentId}`
    expect((await get(undefined, path)).status).toBe(404)

    await setAcl(documentPath(documentId), [{ principal: { kind: 'public' }, allow: ['read'] }])
    expect((await get(undefined, path)).body).toMatchObject({ id: documentId, versionNo: 1 })
    expect((await get(undefined, `${path}/content`)).status).toBe(403)
    await setAcl(documentPath(documentId), [{ principal: { kind: 'public' }, allow: ['download'] }])
    expect((await get(undefined, `${path}/content`)).bytes.toString()).toBe('for all')
    await setAcl(documentPath(documentId), [])
    expect((await get(undefined, `${path}/content`)).status).toBe(404)
  })
})

describe('versions', () => {
  it('[DMS-13] are published only when approved, and archived only when published', async () => {
    const { documentId, versionId } = await upload(setup, owner)
    const act = (action: string) =>
      call(setup, owner, 'POST', `/api/dms/versions/${versionId}/${action}`)

    expect(await act('publish')).toMatchObject({ status: 409, body: { code: 'dms.version_state' } })
    await setup.db
      .updateTable('document_versions')
      .set({ status: 'APPROVED' })
      .where('id', '=', versionId)
      .execute()
    expect((await act('publish')).body).toMatchObject({ status: 'PUBLISHED' })
    expect((await act('archive')).body).toMatchObject({ status: 'ARCHIVED' })
    await setAcl(documentPath(documentId), [
      { principal: { kind: 'user', id: other.id }, allow: ['download'] },
    ])
    expect(await get(other, contentPath(versionId))).toMatchObject({
      status: 403,
      body: { code: 'dms.version_archived' },
    })
  })

  it('are listed newest first, with their source for its administrators alone', async () => {
    const { documentId } = await upload(setup, owner)
    await upload(setup, owner, Buffer.from('2'), { documentId })
    const plain = setup.makeUser({ sub: owner.id, permissions: ['dms:document:read'] })

    const [all, seen] = [
      await get(owner, `${documentPath(documentId)}/versions`),
      await get(plain, `${documentPath(documentId)}/versions?limit=1`),
    ]

    expect(all.body['items']).toMatchObject([{ versionNo: 2 }, { versionNo: 1 }])
    expect(JSON.stringify(all.body)).toContain('storageSourceId')
    expect(JSON.stringify(seen.body)).not.toContain('storageSourceId')
    expect(seen.body['nextCursor']).toEqual(expect.any(String))
  })
})

describe('the life of a document', () => {
  it('goes through the trash, and is purged with its bytes once nobody refers to it', async () => {
    const { documentId, versionId } = await upload(setup, owner, Buffer.from('gone'))
    const path = documentPath(documentId)
    const entry = { principal: { kind: 'user', id: other.id }, allow: ['download'] }
    await setAcl(path, [entry])
    const reference = { application: 'expense', type: 'claim', refId: '7' }
    const made = await call(setup, owner, 'POST', `${path}/references`, reference)
    const again = await call(setup, owner, 'POST', `${path}/references`, reference)
    expect([made.status, again.status, again.body['id']]).toEqual([201, 200, made.body['id']])
    expect((await get(owner, `${path}/references`)).body).toMatchObject({ items: [made.body] })

    expect((await call(setup, owner, 'DELETE', `${path}?purge=true`)).status).toBe(409)
    expect((await call(setup, owner, 'DELETE', path)).status).toBe(204)
    expect((await get(other, path)).status).toBe(404)
    expect((await get(owner, contentPath(versionId))).status).toBe(409)
    expect((await call(setup, owner, 'POST', `${path}/restore`)).status).toBe(200)
    expect((await get(other, contentPath(versionId))).status).toBe(200)
    await call(setup, owner, 'DELETE', path)
    expect(await call(setup, owner, 'DELETE', `${path}?purge=true`)).toMatchObject({
      status: 409,
      body: { code: 'dms.document_referenced' },
    })
    const referencePath = `${path}/references/${String(made.body['id'])}`
    expect((await call(setup, owner, 'DELETE', referencePath)).status).toBe(204)
    expect((await call(setup, owner, 'DELETE', `${path}?purge=true`)).status).toBe(204)
    expect((await get(owner, path)).status).toBe(404)
    await reap(setup.deps)
    const left = await setup.db
      .selectFrom('storage_objects')
      .select('id')
      .where('status', '=', 'DELETING')
      .execute()
    expect(left).toEqual([])
  })

  it('takes uploads of new versions with it when it is purged', async () => {
    const { documentId } = await upload(setup, owner)
    const id = await initiate(setup, owner, 1000, { documentId })
    await sendBytes(setup, owner, id, randomBytes(400))
    await call(setup, owner, 'DELETE', documentPath(documentId))

    expect(
      (await call(setup, owner, 'DELETE', `${documentPath(documentId)}?purge=true`)).status,
    ).toBe(204)

    expect((await get(owner, `/api/dms/uploads/${id}`)).status).toBe(404)
    setup.advance(3_600_000)
    while ((await reap(setup.deps)) > 0);
    const { rows } = await sql<{ reserved: number; left: number }>`
      select reserved_bytes as reserved,
        (select count(*) from storage_objects o where o.tenant_id = u.tenant_id
          and o.status = 'PENDING') as left
      from tenant_usage u where tenant_id = ${setup.tenantId}`.execute(setup.db)
    expect(rows).toEqual([{ reserved: 0, left: 0 }])
  })

  it('is locked by one person at a time, who alone may change it', async () => {
    const { documentId } = await upload(setup, owner)
    const path = documentPath(documentId)
    await setAcl(path, [{ principal: { kind: 'user', id: other.id }, allow: ['write'] }])
    const lock = (user: TestUser) =>
      call(setup, user, 'POST', `${path}/lock`, { reason: 'editing' })
    const edit = (user: TestUser) => call(setup, user, 'PATCH', path, { title: 'New' })

    expect((await lock(other)).status).toBe(200)
    expect(await lock(owner)).toMatchObject({
      status: 423,
      body: { code: 'dms.locked', holder: other.id, reason: 'editing' },
    })
    expect((await edit(owner)).status).toBe(423)
    expect((await edit(other)).status).toBe(200)
    // The owner manages the document and may break the lock.
    expect((await call(setup, owner, 'DELETE', `${path}/lock`)).status).toBe(204)
    expect((await edit(owner)).status).toBe(200)
  })

  it('refuses an edit of what has changed since', async () => {
    const { documentId } = await upload(setup, owner)
    const path = documentPath(documentId)
    const { etag } = (await get(owner, path)).headers
    const edit = () =>
      call(setup, owner, 'PATCH', path, { title: 'New' }, { 'if-match': String(etag) })

    expect((await edit()).status).toBe(200)
    expect(await edit()).toMatchObject({ status: 412, body: { code: 'dms.revision_mismatch' } })
  })
})

describe('folders', () => {
  const make = (name: string, parentId?: string) =>
    call(setup, owner, 'POST', '/api/dms/folders', { name, ...(parentId ? { parentId } : {}) })

  it('have unique names, no circles, and go only when they are empty', async () => {
    const top = String((await make('top')).body['id'])
    const below = String((await make('below', top)).body['id'])
    expect(await make('top')).toMatchObject({
      status: 409,
      body: { code: 'dms.folder_name_taken' },
    })

    const move = await call(setup, owner, 'PATCH', `/api/dms/folders/${top}`, { parentId: below })
    expect([move.status, move.body['code']]).toEqual([409, 'dms.folder_cycle'])
    const remove = await call(setup, owner, 'DELETE', `/api/dms/folders/${top}`)
    expect([remove.status, remove.body['code']]).toEqual([409, 'dms.folder_not_empty'])
    expect((await call(setup, owner, 'DELETE', `/api/dms/folders/${below}`)).status).toBe(204)
    expect((await call(setup, owner, 'DELETE', `/api/dms/folders/${top}`)).status).toBe(204)
    expect((await get(other, `/api/dms/folders/${top}`)).status).toBe(404)
  })
})

describe('storage sources', () => {
  const path = '/api/dms/storage-sources'
  const add = (body: object) => call(setup, owner, 'POST', path, body)

  it('[DMS-10] the default decides where new uploads go, and old versions stay', async () => {
    const before = await upload(setup, owner, Buffer.from('old'))
    const added = await add({ name: 'second', kind: 'filesystem', basePath: 'second' })
    const pending = await initiate(setup, owner, 3)
    const made = await call(setup, owner, 'POST', `${path}/${String(added.body['id'])}/default`)
    expect(made.body).toMatchObject({ isDefault: true })
    const after = await upload(setup, owner, Buffer.from('new'))
    await sendBytes(setup, owner, pending, Buffer.from('mid'))
    const middle = await call(setup, owner, 'POST', `/api/dms/uploads/${pending}/complete`, {})

    const sourceOf = async (versionId: unknown) =>
      (await get(owner, `/api/dms/versions/${String(versionId)}`)).body['storageSourceId']
    expect(await sourceOf(after.versionId)).toBe(added.body['id'])
    expect(await sourceOf(before.versionId)).not.toBe(added.body['id'])
    expect(await sourceOf(middle.body['versionId'])).toBe(await sourceOf(before.versionId))
    expect((await get(owner, contentPath(before.versionId))).bytes.toString()).toBe('old')
    const check = await call(setup, owner, 'POST', `${path}/${String(added.body['id'])}/check`)
    expect(check.body).toEqual({ ok: true })
  })

  const s3 = { name: 's3', kind: 's3', region: 'eu', bucket: 'bucket' }

  it.each([
    [{ ...s3, endpoint: 'http://169.254.169.254', credentialsRef: 'STORAGE_TEST' }],
    [{ ...s3, endpoint: 'http://s3.allowed.example', credentialsRef: 'STORAGE_ABSENT' }],
    // Other writings of inner addresses, and what only looks like the allowed one.
    ...[
      'http://[::1]:9000',
      'http://[::ffff:169.254.169.254]',
      'http://2852039166',
      'http://0x7f.1',
      'http://s3.allowed.example:9000',
      'https://s3.allowed.example',
      'http://s3.allowed.example.',
      'http://s3.allowed.example.evil.example',
    ].map((endpoint) => [{ ...s3, endpoint, credentialsRef: 'STORAGE_TEST' }]),
  ])('refuse what the deployment does not allow: %j', async (body) => {
    expect(await add(body)).toMatchObject({
      status: 422,
      body: { code: 'dms.source_not_allowed' },
    })
  })

  it('[DMS-14] name an environment prefix and never show a credential', async () => {
    const body = { ...s3, endpoint: 'http://s3.allowed.example', credentialsRef: 'STORAGE_TEST' }
    expect((await add({ ...body, secretKey: 'x' })).status).toBe(400)
    expect((await add({ ...body, credentialsRef: 'PATH' })).status).toBe(400)

    expect((await add(body)).body).toMatchObject({ credentialsRef: 'STORAGE_TEST' })

    expect(JSON.stringify((await get(owner, path)).body)).not.toContain('top-secret')
  })
})

describe('audit', () => {
  it('[DMS-15] has every access and change, and its own reading', async () => {
    const { documentId, versionId } = await upload(setup, owner)
    const path = documentPath(documentId)
    await get(owner, contentPath(versionId))
    await call(setup, owner, 'PATCH', path, { title: 'New' })
    await call(setup, owner, 'DELETE', path)
    await get(owner, `${path}/audit`)

    const actions = (await get(owner, `${path}/audit`)).body['items'] as { action: string }[]

    expect(actions.map(({ action }) => action)).toEqual([
      'audit.read',
      'document.trashed',
      'document.edited',
      'version.downloaded',
      'version.created',
      'document.created',
    ])
  })

  it('[DMS-15] refuses change, even by whoever owns its tables, and shows one that was forced', async () => {
    await upload(setup, owner)
    for (const change of [
      `update audit_events set action = 'nothing'`,
      'delete from audit_events',
    ]) {
      await expect(sql.raw(change).execute(setup.db)).rejects.toThrow('permission denied')
      await expect(setup.asOwner(change)).rejects.toThrow('append-only')
    }
    const verify = () => get(owner, '/api/dms/audit/verify')
    expect((await verify()).body).toMatchObject({ valid: true })

    await setup.asOwner(`
      alter table audit_events disable trigger all;
      update audit_events set action = 'nothing'
        where tenant_id = '${setup.tenantId}' and sequence = 3;
      alter table audit_events enable trigger all`)

    expect((await verify()).body).toMatchObject({
      valid: false,
      faults: [{ sequence: 3, reason: 'changed' }],
    })
  })
})
