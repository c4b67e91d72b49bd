import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { encodeCursor } from '@countersign/service-kit/cursor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { binary, call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { reap } from '../../testing/reap.ts'

let setup: Setup
let user: TestUser
let address: string

beforeAll(async () => {
  setup = await setUp()
  user = setup.makeUser()
  address = await setup.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => setup.close())

const archive = (versionIds: string[], as = user) =>
  call(setup, as, 'POST', '/api/dms/documents/archive', { versionIds })

/** Unpacks with another library than the one that packs. */
async function unpack(zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const file = await fromBufferPromise(zip)
  const found = new Map<string, Buffer>()
  for await (const entry of file.eachEntry()) {
    expect(found.has(entry.fileName)).toBe(false)
    found.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)))
  }
  return found
}

describe('an archive of several versions', () => {
  it('[DMS-16] has the bytes of each under a name of its own', async () => {
    const [a, b] = [randomBytes(300_000), randomBytes(7)]
    const first = await upload(setup, user, a, { fileName: 'same.bin' })
    const second = await upload(setup, user, b, { fileName: '../Same.bin' })
    const empty = await upload(setup, user, Buffer.alloc(0), { fileName: 'nul' })

    const reply = await archive([first.versionId, second.versionId, empty.versionId])

    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="documents.zip"',
    })
    const read = await unpack(reply.bytes)
    expect(read.get('same.bin')?.equals(a)).toBe(true)
    expect(read.get('Same (2).bin')?.equals(b)).toBe(true)
    expect(read.get('_nul')?.length).toBe(0)
  })

  it('[DMS-05] is refused whole, and recorded for none, when the bytes of one are lost', async () => {
    const [there, lost] = [await upload(setup, user), await upload(setup, user)]
    await sql`update storage_objects o set lost_at = now() from document_versions v
      where v.tenant_id = ${setup.tenantId} and v.id = ${lost.versionId}
        and o.tenant_id = v.tenant_id and o.id = v.object_id`.execute(setup.db)

    expect(await archive([there.versionId, lost.versionId])).toMatchObject({
      status: 410,
      body: { code: 'dms.content_lost' },
    })
    const path = `/api/dms/documents/${there.documentId}/audit`
    const { body } = await call(setup, user, 'GET', path)
    expect(JSON.stringify(body['items'])).not.toContain('version.downloaded')
  })

  it('[DMS-07] is refused whole when one version is not the caller’s', async () => {
    const mine = await upload(setup, user)
    const other = await upload(setup, setup.makeUser())

    expect((await archive([mine.versionId, other.versionId])).status).toBe(404)
    expect((await archive([mine.versionId, randomUUID()])).status).toBe(404)
  })

  it('[DMS-15] is a download of each version in the audit', async () => {
    const { documentId, versionId } = await upload(setup, user)
    await archive([versionId])

    const audit = await call(setup, user, 'GET', `/api/dms/documents/${documentId}/audit`)
    expect(audit.body['items']).toMatchObject([
      { action: 'version.downloaded', versionId, detail: { by: 'archive' } },
      {},
      {},
    ])
  })

  it.each([
    [
      'is found infected',
      (versionId: string) =>
        sql`update document_versions set scan_status = 'INFECTED', scan_result = 'Test.Virus'
          where tenant_id = ${setup.tenantId} and id = ${versionId}`.execute(setup.db),
    ],
    [
      'is taken from the reader',
      (_: string, documentId: string) =>
        call(setup, user, 'PUT', `/api/dms/documents/${documentId}/acl`, {
          inherit: true,
          entries: [],
        }),
    ],
  ])('[DMS-05] breaks off before a version that may not leave any more: %s', async (_, change) => {
    const reader = setup.makeUser()
    const share = async (bytes: Buffer) => {
      const made = await upload(setup, user, bytes)
      const entries = [{ principal: { kind: 'public' }, allow: ['read', 'download'] }]
      const acl = { inherit: true, entries }
      await call(setup, user, 'PUT', `/api/dms/documents/${made.documentId}/acl`, acl)
      return made
    }
    // More than the sockets between the two take before somebody reads.
    const first = await share(binary(32 * 1024 * 1024))
    const second = await share(Buffer.from('the second one'))
    const reply = await fetch(`${address}/api/dms/documents/archive`, {
      method: 'POST',
      headers: { ...reader.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ versionIds: [first.versionId, second.versionId] }),
    })
    expect(reply.status).toBe(200)
    await change(second.versionId, second.documentId)

    const seen: Buffer[] = []
    const read = async () => {
      for await (const chunk of reply.body ?? []) seen.push(Buffer.from(chunk))
    }
    await expect(read()).rejects.toThrow()
    expect(Buffer.concat(seen).includes('the second one')).toBe(false)
    const downloads = async ({ documentId }: typeof first) => {
      const { body } = await call(setup, user, 'GET', `/api/dms/documents/${documentId}/audit`)
      return JSON.stringify(body['items']).includes('version.downloaded')
    }
    expect([await downloads(first), await downloads(second)]).toEqual([true, false])
  })

  it('[DMS-05] breaks off when an object cannot be read', async () => {
    const { versionId } = await upload(setup, user)
    await rm(join(setup.root, 'objects'), { recursive: true })

    await expect(archive([versionId])).rejects.toThrow()
  })
})

describe('the history of a document', () => {
  async function twoVersions() {
    const one = await upload(setup, user, Buffer.from('one'), { note: 'first words' })
    const two = await upload(setup, user, Buffer.from('second'), {
      documentId: one.documentId,
      fileName: 'renamed.txt',
    })
    const path = (versionId: string) => `/api/dms/versions/${versionId}`
    return { documentId: one.documentId, one: one.versionId, two: two.versionId, path }
  }

  it('[DMS-06] keeps a note with each version, guarded by its revision', async () => {
    const { one, path } = await twoVersions()
    const before = await call(setup, user, 'GET', path(one))
    expect(before.body).toMatchObject({ note: 'first words', revision: 1 })

    const changed = await call(setup, user, 'PATCH', path(one), { note: 'other', revision: 1 })
    expect(changed).toMatchObject({ status: 200, body: { note: 'other', revision: 2 } })
    const late = await call(setup, user, 'PATCH', path(one), { note: 'late', revision: 1 })
    expect(late.body['code']).toBe('dms.revision_mismatch')
    expect((await call(setup, user, 'PATCH', path(one), { note: null })).body['note']).toBe(null)
  })

  it('[DMS-06] brings an old version back as the newest, without touching it', async () => {
    const { documentId, one, two, path } = await twoVersions()

    const restored = await call(setup, user, 'POST', `${path(one)}/restore`, { note: 'back' })

    expect(restored).toMatchObject({
      status: 201,
      body: { documentId, versionNo: 3, restoredFrom: one, note: 'back', status: 'DRAFT' },
    })
    const newest = String(restored.body['id'])
    const content = await call(setup, user, 'GET', `${path(newest)}/content`)
    expect(content.bytes.toString()).toBe('one')
    expect((await call(setup, user, 'GET', path(one))).body).toMatchObject({ versionNo: 1 })
    expect((await call(setup, user, 'GET', path(two))).status).toBe(200)
    const again = await call(setup, user, 'POST', `${path(newest)}/restore`)
    expect(again.body['code']).toBe('dms.version_state')
  })

  it('[DMS-05] does not restore a version whose bytes are lost', async () => {
    const { one, path } = await twoVersions()
    await sql`update storage_objects o set lost_at = now() from document_versions v
      where v.tenant_id = ${setup.tenantId} and v.id = ${one}
        and o.tenant_id = v.tenant_id and o.id = v.object_id`.execute(setup.db)
    expect(await call(setup, user, 'POST', `${path(one)}/restore`, {})).toMatchObject({
      status: 410,
      body: { code: 'dms.content_lost' },
    })
  })

  it('[DMS-05] restores at once from many sides without two versions of one number', async () => {
    const { one, path } = await twoVersions()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => call(setup, user, 'POST', `${path(one)}/restore`, {})),
    )
    const numbers = replies.map(({ body }) => Number(body['versionNo'])).toSorted((a, b) => a - b)
    expect(numbers).toEqual([3, 4, 5, 6, 7, 8])
  })

  it('[DMS-05] frees the shared bytes once when the document is purged', async () => {
    const { documentId, one, path } = await twoVersions()
    await call(setup, user, 'POST', `${path(one)}/restore`)
    const used = async () =>
      (await setup.db.selectFrom('tenant_usage').select('used_bytes').executeTakeFirstOrThrow())
        .used_bytes
    const before = await used()
    await call(setup, user, 'DELETE', `/api/dms/documents/${documentId}`)

    const purged = await call(setup, user, 'DELETE', `/api/dms/documents/${documentId}?purge=true`)

    expect(purged.status).toBe(204)
    expect(before - (await used())).toBe('one'.length + 'second'.length)
    expect(await reap(setup.deps)).toBe(2)
  })

  it('[DMS-17] is not restored past an approval or somebody’s lock', async () => {
    const { documentId, one, path } = await twoVersions()
    const other = setup.makeUser()
    await call(setup, user, 'PUT', `/api/dms/documents/${documentId}/acl`, {
      inherit: true,
      entries: [{ principal: { kind: 'user', id: other.id }, allow: ['write'] }],
    })
    await call(setup, user, 'POST', `/api/dms/documents/${documentId}/lock`, { reason: 'mine' })

    expect((await call(setup, other, 'POST', `${path(one)}/restore`, {})).status).toBe(423)
    expect((await call(setup, other, 'PATCH', path(one), { note: 'x' })).status).toBe(423)
  })

  it('[DMS-06] compares two versions', async () => {
    const { documentId, one, two } = await twoVersions()
    const compare = (from: string, to: string) =>
      call(setup, user, 'GET', `/api/dms/documents/${documentId}/compare?from=${from}&to=${to}`)

    const { status, body } = await compare(one, two)

    expect(status).toBe(200)
    expect(body).toMatchObject({ from: { id: one }, to: { id: two }, sameContent: false })
    expect(body['changes']).toEqual(
      expect.arrayContaining([
        { field: 'fileName', from: 'report.txt', to: 'renamed.txt' },
        { field: 'sizeBytes', from: 3, to: 6 },
        { field: 'note', from: 'first words', to: null },
      ]),
    )
    const foreign = await upload(setup, user)
    expect((await compare(one, foreign.versionId)).status).toBe(404)
  })
})

it('[DMS-06] refuses a cursor that the number of no version is', async () => {
  const { documentId } = await upload(setup, user)
  const cursor = encodeCursor(Number.MAX_SAFE_INTEGER)

  const path = `/api/dms/documents/${documentId}/versions?cursor=${cursor}`
  expect(await call(setup, user, 'GET', path)).toMatchObject({
    status: 400,
    body: { code: 'dms.invalid_request', errors: [{ pointer: '/query/cursor' }] },
  })
})
