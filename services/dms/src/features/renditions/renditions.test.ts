import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTools } from '../../conversion/tools.ts'
import { createClamdScanner } from '../../scanning/clamd.ts'
import { startFakeClamd } from '../../testing/fake-clamd.ts'
import { DOCX, makeDocx, makePdf, makePng, makeZip } from '../../testing/files.ts'
import { call, type Setup, setUp, sha256, type TestUser, upload } from '../../testing/setup.ts'
import { scanDue } from '../scans/worker.ts'
import { reap } from '../../testing/reap.ts'
import { renderDue, requeueInstalled } from './worker.ts'

let setup: Setup
let owner: TestUser

// A machine without any tool: what is made here is made by the service itself.
beforeAll(async () => {
  setup = await setUp({}, { tools: createTools('/nowhere') })
  owner = setup.makeUser()
})
afterAll(() => setup.close())

async function renderAll(of: Setup = setup): Promise<void> {
  while ((await renderDue(of.deps)) > 0);
}

const get = (user: TestUser | undefined, id: string, part: string, headers = {}) =>
  call(setup, user, 'GET', `/api/dms/versions/${id}/${part}`, undefined, headers)

async function render(bytes: Buffer, fileName: string, contentType: string) {
  const made = await upload(setup, owner, bytes, { fileName, contentType })
  await renderAll()
  return made
}

const states = async (versionId: string) => {
  const { body } = await get(owner, versionId, 'renditions')
  return Object.fromEntries(
    (body['items'] as { kind: string; status: string }[]).map(({ kind, status }) => [kind, status]),
  )
}

const acl = (documentId: string, entries: object[]) =>
  call(setup, owner, 'PUT', `/api/dms/documents/${documentId}/acl`, { inherit: true, entries })

const entry = (user: TestUser, more: object) => ({
  principal: { kind: 'user', id: user.id },
  allow: ['read'],
  ...more,
})

describe('previews', () => {
  it('[DMS-16] are being made until they are made, and say so', async () => {
    const bytes = Buffer.from('<h1>hello</h1>')
    const more = { fileName: 'a.html', contentType: 'text/html' }
    const { versionId } = await upload(setup, owner, bytes, more)

    expect(await states(versionId)).toEqual({
      preview: 'PENDING',
      thumbnail: 'PENDING',
      text: 'PENDING',
    })
    expect(await get(owner, versionId, 'preview')).toMatchObject({
      status: 409,
      body: { code: 'dms.preview_unavailable', previewStatus: 'PENDING' },
      headers: { 'retry-after': '2' },
    })
    await renderAll()

    expect(await states(versionId)).toEqual({
      preview: 'READY',
      thumbnail: 'UNSUPPORTED',
      text: 'READY',
    })
  })

  it.each([
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'],
    [
      'feed.xml',
      'application/xml',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    ],
  ])('[DMS-16] show %s as plain text and never as what it is', async (name, type, text) => {
    const { versionId } = await render(Buffer.from(text), name, type)

    const shown = await get(owner, versionId, 'preview')

    expect(shown.status).toBe(200)
    expect(shown.bytes.toString()).toBe(text)
    expect(shown.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      etag: `"${sha256(shown.bytes)}"`,
    })
    const again = { 'if-none-match': String(shown.headers['etag']) }
    expect((await get(owner, versionId, 'preview', again)).status).toBe(304)
  })

  it('[DMS-16] of what no tool can read bring nothing here', async () => {
    const made = await upload(setup, owner, makePdf(['hello']), {
      fileName: 'a.pdf',
      contentType: 'application/pdf',
    })
    const opened = vi.spyOn(setup.deps.stores, 'open')
    onTestFinished(() => opened.mockRestore())
    await renderAll()
    expect(opened).not.toHaveBeenCalled()
    expect(await states(made.versionId)).toMatchObject({ text: 'TOOL_MISSING' })
  })

  it('[DMS-16] name the tool that is missing to those who write', async () => {
    const reader = setup.makeUser()
    const pdf = makePdf(['hello'])
    const { documentId, versionId } = await render(pdf, 'a.pdf', 'application/pdf')
    await acl(documentId, [entry(reader, {})])

    // The file itself is what is shown of a PDF.
    expect((await get(owner, versionId, 'preview')).bytes.equals(pdf)).toBe(true)
    expect(await get(owner, versionId, 'thumbnail')).toMatchObject({
      status: 409,
      body: { previewStatus: 'TOOL_MISSING' },
    })
    const items = async (user: TestUser) => (await get(user, versionId, 'renditions')).body['items']
    expect(await items(owner)).toContainEqual({
      kind: 'text',
      status: 'TOOL_MISSING',
      reason: 'pdftotext',
    })
    expect(await items(reader)).toContainEqual({ kind: 'text', status: 'TOOL_MISSING' })
  })

  it('[DMS-07] are for those who may read, and found by nobody else', async () => {
    const { documentId, versionId } = await render(Buffer.from('words'), 'a.csv', 'text/csv')
    const stranger = setup.makeUser()
    const reader = setup.makeUser()
    await acl(documentId, [entry(reader, {})])

    for (const part of ['preview', 'thumbnail', 'text', 'renditions']) {
      expect([part, (await get(stranger, versionId, part)).status]).toEqual([part, 404])
      expect([part, (await get(undefined, versionId, part)).status]).toEqual([part, 401])
    }
    expect((await get(reader, versionId, 'text')).bytes.toString()).toBe('words')
    const retry = await call(setup, reader, 'POST', `/api/dms/versions/${versionId}/renditions`)
    expect(retry).toMatchObject({ status: 403, body: { code: 'dms.forbidden' } })
  })

  it('[DMS-15] are in the audit, with the part that was shown', async () => {
    const { documentId, versionId } = await render(Buffer.from('words'), 'a.csv', 'text/csv')
    await get(owner, versionId, 'preview')
    await get(owner, versionId, 'text')

    const { body } = await call(setup, owner, 'GET', `/api/dms/documents/${documentId}/audit`)

    expect(body['items']).toMatchObject([
      { action: 'version.previewed', detail: { by: 'text' } },
      { action: 'version.previewed', detail: {} },
      { action: 'version.created' },
      { action: 'document.created' },
    ])
  })

  it('[DMS-15] are not in the audit of who asks for the head of an answer alone', async () => {
    const { documentId, versionId } = await render(Buffer.from('words'), 'a.csv', 'text/csv')
    const path = `/api/dms/versions/${versionId}`
    const address = await call(setup, owner, 'POST', `${path}/address`, { purpose: 'preview' })
    const { pathname } = new URL(String(address.body['url']))
    for (const url of [`${path}/preview`, `${path}/text`, pathname]) {
      const { status, bytes } = await call(setup, owner, 'HEAD', url)
      expect([url, status, bytes.length]).toEqual([url, 200, 0])
    }

    const { body } = await call(setup, owner, 'GET', `/api/dms/documents/${documentId}/audit`)
    expect(JSON.stringify(body['items'])).not.toContain('version.previewed')
  })

  it('[DMS-16] stay for a while when they are made anew: somebody may be about to read them', async () => {
    const { versionId } = await render(Buffer.from('words'), 'a.csv', 'text/csv')
    const id = randomUUID()
    await sql`
      with old as (
        insert into storage_objects (tenant_id, id, source_id, key, size_bytes, sha256, status,
          write_state, created_at)
        select o.tenant_id, ${id}, o.source_id, ${id}, 5, o.sha256, 'STORED', '{}', now()
        from document_versions v
        join storage_objects o on o.tenant_id = v.tenant_id and o.id = v.object_id
        where v.tenant_id = ${setup.tenantId} and v.id = ${versionId} returning tenant_id, id
      )
      insert into renditions (tenant_id, object_id, kind, status, stored_id, content_type,
        size_bytes, sha256, created_at)
      select old.tenant_id, v.object_id, 'thumbnail', 'READY', old.id, 'image/png', 5, v.sha256,
        now()
      from old join document_versions v on v.tenant_id = old.tenant_id and v.id = ${versionId}
      on conflict (tenant_id, object_id, kind) do update
      set status = 'READY', stored_id = excluded.stored_id, content_type = excluded.content_type,
        size_bytes = excluded.size_bytes, sha256 = excluded.sha256`.execute(setup.db)
    const status = async () => {
      while ((await reap(setup.deps)) > 0);
      const { rows } = await sql<{ status: string }>`select status from storage_objects
        where tenant_id = ${setup.tenantId} and id = ${id}`.execute(setup.db)
      return rows[0]?.status
    }

    await call(setup, owner, 'POST', `/api/dms/versions/${versionId}/renditions`)
    await renderAll()

    expect(await status()).toBe('DELETING')
    setup.advance(15 * 60_000)
    expect(await status()).toBe('DELETED')
  })

  it('[DMS-16] are made once when several processes are at it', async () => {
    await renderAll()
    const count = 6
    for (let index = 0; index < count; index += 1) await upload(setup, owner)

    const rounds = await Promise.all(
      Array.from({ length: 4 }, async () => {
        let made = 0
        while ((await renderDue(setup.deps)) > 0) made += 1
        return made
      }),
    )

    expect(rounds.reduce((sum, made) => sum + made, 0)).toBe(count)
  })

  it('[DMS-16] are given up when a file has brought the process down too often', async () => {
    const { versionId } = await upload(setup, owner)
    await sql`update rendition_jobs set attempts = 4 where done_at is null`.execute(setup.db)

    await renderAll()

    expect(await states(versionId)).toEqual({
      preview: 'FAILED',
      thumbnail: 'FAILED',
      text: 'FAILED',
    })
    const path = `/api/dms/versions/${versionId}/renditions`
    expect((await call(setup, owner, 'POST', path)).status).toBe(202)
    await renderAll()
    expect(await states(versionId)).toMatchObject({ text: 'READY' })
  })

  it('[DMS-16] wait while the storage does not answer, and count that against nobody', async () => {
    const { versionId } = await upload(setup, owner)
    const unreadable = { ...setup.deps, stores: { ...setup.deps.stores, open: refuse } }
    expect(await renderDue(unreadable)).toBe(1)

    const job = await sql<{ attempts: number }>`
      select attempts from rendition_jobs where done_at is null`.execute(setup.db)
    expect(job.rows).toEqual([{ attempts: 0 }])
    await sql`update rendition_jobs set run_after = now() - interval '1 s'`.execute(setup.db)
    await renderAll()
    expect(await states(versionId)).toMatchObject({ text: 'READY' })
  })

  it('[DMS-16] go with their document, and their bytes with them', async () => {
    const { documentId, versionId } = await upload(setup, owner)
    await renderAll()
    await call(setup, owner, 'DELETE', `/api/dms/documents/${documentId}`)
    await call(setup, owner, 'DELETE', `/api/dms/documents/${documentId}?purge=true`)
    while ((await reap(setup.deps)) > 0);

    expect((await get(owner, versionId, 'text')).status).toBe(404)
    const rows = await sql`
      select 1 from object_texts t where not exists (
        select from document_versions v where v.object_id = t.object_id
      )`.execute(setup.db)
    expect(rows.rows).toEqual([])
  })
})

const refuse = async () => {
  const { StorageUnavailable } = await import('../../storage/object-store.ts')
  throw new StorageUnavailable('gone')
}

describe('text of Office files', () => {
  it('[DMS-16] is read without any tool', async () => {
    const docx = await makeDocx({ texts: ['Purchase agreement', '采购合同 &amp; more'] })
    const { versionId } = await render(docx, 'a.docx', DOCX)

    const { bytes } = await get(owner, versionId, 'text')

    expect(bytes.toString().trim()).toBe('Purchase agreement\n采购合同 & more')
    expect(await states(versionId)).toMatchObject({ preview: 'TOOL_MISSING', text: 'READY' })
  })

  it.each([
    ['unpacks to gigabytes', () => makeBomb()],
    ['declares entities that grow', () => makeEntities()],
    ['is no archive', () => Promise.resolve(Buffer.from('PK\u0003\u0004 not really'))],
    ['is broken off', async () => (await makeDocx({ texts: ['x'] })).subarray(0, 400)],
    ['is no XML', () => makeDocx({ body: '<w:p><w:r></w:p>' })],
    ['is nested too deep', () => makeDocx({ body: '<a>'.repeat(2e3) + '</a>'.repeat(2e3) })],
    ['has too many attributes', () => makeDocx({ body: `<a ${manyAttributes()}/>` })],
    // Of what does not compress: else it is refused for that.
    [
      'has a huge comment',
      () => makeDocx({ body: `<!--${randomBytes(2 ** 20).toString('hex')}-->` }),
    ],
  ])('[DMS-16] is refused of a file that %s', async (_, make) => {
    const { versionId } = await render(await make(), 'a.docx', DOCX)

    expect(await states(versionId)).toMatchObject({ text: 'FAILED' })
    expect(await get(owner, versionId, 'text')).toMatchObject({
      status: 409,
      body: { previewStatus: 'FAILED' },
    })
  })
})

const manyAttributes = () => Array.from({ length: 2e3 }, (_, at) => `a${at}=""`).join(' ')

const makeBomb = () => makeZip({ 'word/document.xml': Buffer.alloc(64 * 1024 * 1024, 0x20) })

const makeEntities = () =>
  makeZip({
    'word/document.xml':
      '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' +
      '<w:t xmlns:w="w">&b;</w:t>',
  })

describe('an entry with a watermark', () => {
  it('[DMS-07] marks text with reader and time, and takes download and plain text', async () => {
    const reader = setup.makeUser()
    const { documentId, versionId } = await render(Buffer.from('secret\n'), 'a.csv', 'text/csv')
    const listed = [entry(reader, { watermark: true })]
    expect((await acl(documentId, listed)).body).toMatchObject({ entries: listed })

    const shown = await get(reader, versionId, 'preview')

    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`
    expect(shown.bytes.toString()).toMatch(new RegExp(`^--- .*${reader.id} · ${time}.* UTC ---\n`))
    expect(shown.bytes.toString()).toContain('secret')
    expect(shown.headers['cache-control']).toBe('no-store')
    for (const part of ['text', 'content']) {
      expect([part, (await get(reader, versionId, part)).status]).toEqual([part, 403])
    }
    expect((await get(owner, versionId, 'preview')).bytes.toString()).toBe('secret\n')
  })

  it('[DMS-07] wins over a download that another entry gives, and says so', async () => {
    const reader = setup.makeUser()
    setup.memberships.set(reader.id, ['role:staff'])
    const { documentId, versionId } = await render(Buffer.from('secret'), 'a.csv', 'text/csv')
    await acl(documentId, [
      { principal: { kind: 'role', id: 'staff' }, allow: ['download'] },
      entry(reader, { watermark: true }),
    ])

    expect((await get(reader, versionId, 'content')).status).toBe(403)
    const path = `/api/dms/documents/${documentId}/access?userId=${reader.id}`
    expect((await call(setup, owner, 'GET', path)).body).toMatchObject({
      rights: ['read'],
      watermark: true,
      reasons: expect.arrayContaining([
        expect.objectContaining({
          right: 'download',
          effect: 'deny',
          principal: `user:${reader.id}`,
        }),
      ]) as unknown,
    })
  })

  it('[DMS-07] counts for temporary addresses, too', async () => {
    const reader = setup.makeUser()
    const { documentId, versionId } = await render(Buffer.from('secret'), 'a.csv', 'text/csv')
    await acl(documentId, [entry(reader, { watermark: true })])
    const path = `/api/dms/versions/${versionId}/address`

    const made = await call(setup, reader, 'POST', path, { purpose: 'preview' })

    const url = new URL(String(made.body['url']))
    const shown = await call(setup, undefined, 'GET', url.pathname)
    expect(shown.bytes.toString()).toContain(reader.id)
    expect((await call(setup, reader, 'POST', path, { purpose: 'download' })).status).toBe(403)
  })

  it('[DMS-07] shows nothing that cannot bear a mark', async () => {
    const reader = setup.makeUser()
    const { documentId, versionId } = await render(makePng(20, 20), 'a.png', 'image/png')
    await acl(documentId, [entry(reader, { watermark: true })])

    expect((await get(owner, versionId, 'preview')).status).toBe(200)
    expect(await get(reader, versionId, 'preview')).toMatchObject({
      status: 409,
      body: { previewStatus: 'TOOL_MISSING' },
    })
  })

  it('[DMS-07] gives reading and nothing else', async () => {
    const { documentId } = await upload(setup, owner)
    const refused = await acl(documentId, [
      entry(setup.makeUser(), { allow: ['read', 'download'], watermark: true }),
    ])
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/entries/0/allow/1' }] },
    })
  })
})

it('[DMS-05] makes nothing of a file before the scanner has found it clean', async () => {
  const clamd = await startFakeClamd()
  const scanned = await setUp({}, { scanner: createClamdScanner(clamd.url, 500) })
  const user = scanned.makeUser()
  const { versionId } = await upload(scanned, user, Buffer.from('fine'))
  const bad = await upload(scanned, user, Buffer.from('a virus'))
  const text = (id: string) => call(scanned, user, 'GET', `/api/dms/versions/${id}/text`)

  expect(await renderDue(scanned.deps)).toBe(0)
  expect((await text(versionId)).body['code']).toBe('dms.version_unsafe')
  while ((await scanDue(scanned.deps)) > 0);
  await renderAll(scanned)

  expect((await text(versionId)).bytes.toString()).toBe('fine')
  expect((await text(bad.versionId)).body['code']).toBe('dms.version_unsafe')
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from rendition_jobs where done_at is null`.execute(scanned.db)
  expect(rows).toEqual([{ count: 1 }])
  await scanned.close()
  await clamd.close()
})

it('[DMS-16] are tried again with tools that were installed since', async () => {
  const { versionId } = await render(makePdf(['x']), 'a.pdf', 'application/pdf')
  expect(await states(versionId)).toMatchObject({ text: 'TOOL_MISSING' })
  const everything = {
    ...setup.deps.tools,
    find: (tool: string) => `/nowhere/${randomUUID()}/${tool}`,
  }

  expect(await requeueInstalled({ ...setup.deps, tools: everything })).toBeGreaterThan(0)

  expect(await states(versionId)).toMatchObject({ text: 'PENDING' })
  await renderAll()
})
