import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderDue } from '../features/renditions/worker.ts'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  sha256,
  type TestUser,
  upload,
  type Uploaded,
} from '../testing/setup.ts'

const SECRET = Buffer.from('the formula is secret\n')

let setup: Setup
let owner: TestUser
/** May change the document and its access list, and sees it marked. */
let reader: TestUser
/** Has `dms:document:admin`, and is in no access list. */
let administrator: TestUser
let document: Uploaded

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
  reader = setup.makeUser()
  administrator = setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })
  setup.memberships.set(reader.id, ['role:staff'])
  document = await makeDocument()
})
afterAll(() => setup.close())

const marked = (user: TestUser) => ({
  principal: { kind: 'user', id: user.id },
  allow: ['read'],
  watermark: true,
})
const staff = { principal: { kind: 'role', id: 'staff' }, allow: ['manage', 'download'] }

const setAcl = (kind: 'documents' | 'folders', id: string, entries: object[]) =>
  call(setup, owner, 'PUT', `/api/dms/${kind}/${id}/acl`, { inherit: true, entries })

async function makeDocument(entries: object[] = [staff, marked(reader)], more: object = {}) {
  const file = { fileName: 'formula.txt', contentType: 'text/plain', ...more }
  const made = await upload(setup, owner, SECRET, file)
  await setAcl('documents', made.documentId, entries)
  while ((await renderDue(setup.deps)) > 0);
  return made
}

const get = (
  user: TestUser | undefined,
  path: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => call(setup, user, method, `/api/dms/${path}`, undefined, headers)

const post = (user: TestUser, path: string, body: object) =>
  call(setup, user, 'POST', `/api/dms/${path}`, body)

type Reply = Awaited<ReturnType<typeof call>>

/** Refused, with nothing in the answer that is of the file. */
function expectRefused(reply: Reply): void {
  expect([reply.status, reply.bytes.includes('secret')]).toEqual([403, false])
  const { etag, 'content-range': range, 'content-disposition': disposition } = reply.headers
  expect([etag, range, disposition]).toEqual([undefined, undefined, undefined])
}

function expectMarked(reply: Reply, by = reader.id): void {
  expect(reply.status).toBe(200)
  expect(reply.bytes.toString()).toMatch(new RegExp(`^--- .*${by}.* UTC ---\n`))
  expect(reply.headers['etag']).not.toContain(sha256(SECRET))
}

describe('whoever the access list shows a document marked gets no unmarked byte', () => {
  const whole = {}
  const part = { range: 'bytes=4-10' }

  it.each([
    ['whole', 'GET', whole],
    ['in part', 'GET', part],
    ['as one who has it', 'GET', { 'if-none-match': '*' }],
    ['by a guess of its tag', 'GET', { 'if-match': `"${sha256(SECRET)}"` }],
    ['in its headers', 'HEAD', whole],
    ['in the headers of a part', 'HEAD', part],
  ] as const)('[DMS-07] by downloading it %s', async (_, method, headers) => {
    expectRefused(await get(reader, `versions/${document.versionId}/content`, headers, method))
  })

  it('[DMS-07] by the preview, of which a part and a tag are the marked ones too', async () => {
    const path = `versions/${document.versionId}/preview`
    expectMarked(await get(reader, path))
    expectMarked(await get(reader, path, part))
    expectMarked(await get(reader, `${path}?page=1`))
    expectMarked(await get(reader, path, { 'if-none-match': `"${sha256(SECRET)}"` }))
    const head = await get(reader, path, {}, 'HEAD')
    expect(head.headers['etag']).not.toContain(sha256(SECRET))
  })

  it('[DMS-07] by its text, a comparison or what a search quotes', async () => {
    const { documentId, versionId } = document
    expectRefused(await get(reader, `versions/${versionId}/text`))
    const compare = `documents/${documentId}/compare?from=${versionId}&to=${versionId}`
    expectRefused(await get(reader, `${compare}&text=true`))
    expect((await get(reader, compare)).body).not.toHaveProperty('text')
    const found = await get(reader, 'documents?q=formula')
    expect(found.body['items']).toMatchObject([{ id: documentId }])
    expect(JSON.stringify(found.body)).not.toContain('secret')
    expect(JSON.stringify((await get(owner, 'documents?q=formula')).body)).toContain('secret')
  })

  it('[DMS-07] in an archive, also among files that they may download', async () => {
    const own = await upload(setup, reader)
    const versionIds = [own.versionId, document.versionId]
    expectRefused(await post(reader, 'documents/archive', { versionIds }))
  })

  it('[DMS-07] by a temporary address, made before they were marked included', async () => {
    const { documentId, versionId } = await makeDocument([staff])
    const address = async (purpose: string) => {
      const { status, body } = await post(reader, `versions/${versionId}/address`, { purpose })
      return {
        status,
        open: () => call(setup, undefined, 'GET', new URL(String(body['url'])).pathname),
      }
    }
    const [download, preview] = [await address('download'), await address('preview')]
    expect((await download.open()).bytes.equals(SECRET)).toBe(true)
    expect((await preview.open()).bytes.equals(SECRET)).toBe(true)
    await setAcl('documents', documentId, [staff, marked(reader)])

    expectRefused(await download.open())
    expectMarked(await preview.open())
    expect((await address('download')).status).toBe(403)
    expectMarked(await (await address('preview')).open())
  })

  it('[DMS-09] by a share that they make or change, unless what it shows is marked', async () => {
    const path = `documents/${document.documentId}/shares`
    const unmarked = [
      { allowDownload: true, allowPreview: false },
      { allowDownload: true, allowPreview: true },
      { allowDownload: false, allowPreview: true },
      { allowDownload: false, allowPreview: true, watermark: false },
    ]
    for (const terms of unmarked) expectRefused(await post(reader, path, terms))
    const terms = { allowDownload: false, allowPreview: true, watermark: true }
    const { status, body } = await post(reader, path, terms)
    expect(status).toBe(201)
    expectMarked(await get(undefined, `shares/${String(body['token'])}/preview`), '127.0.0.1')

    const item = `/api/dms/${path}/${String(body['id'])}`
    expectRefused(await call(setup, reader, 'PATCH', item, { watermark: false }))
    const opened = await call(setup, owner, 'PATCH', item, {
      watermark: false,
      allowDownload: true,
    })
    expect(opened.status).toBe(200)
    expectRefused(await call(setup, reader, 'PATCH', item, { password: null }))
    expect((await call(setup, reader, 'DELETE', item)).status).toBe(204)
  })

  it('[DMS-07] by versions that they add or make the newest again', async () => {
    const { documentId, versionId } = await makeDocument()
    await upload(setup, reader, Buffer.from('their own words'), { documentId })
    const restored = await post(reader, `versions/${versionId}/restore`, {})
    expect(restored.status).toBe(201)
    while ((await renderDue(setup.deps)) > 0);

    const newest = String(restored.body['id'])
    expectRefused(await get(reader, `versions/${newest}/content`))
    expectRefused(await get(reader, `versions/${newest}/text`))
    expectMarked(await get(reader, `versions/${newest}/preview`))
  })

  it('[DMS-07] by putting it under approval or taking its lock', async () => {
    const { documentId, versionId } = await makeDocument()
    await post(reader, `documents/${documentId}/lock`, { reason: 'mine' })
    expectRefused(await get(reader, `versions/${versionId}/content`))
    const requestKey = randomUUID()
    const body = { versionId, title: 'Formula', requestKey }
    expect((await post(reader, `documents/${documentId}/approval`, body)).status).toBe(201)

    expectRefused(await get(reader, `versions/${versionId}/content`))
    expectMarked(await get(reader, `versions/${versionId}/preview`))
  })

  it('[DMS-07] where the mark is on a folder above, until the folder is one that does not inherit', async () => {
    const [above, below] = [randomUUID(), randomUUID()]
    const folder = await post(owner, 'folders', { name: above })
    const parentId = String(folder.body['id'])
    const folderId = String((await post(owner, 'folders', { name: below, parentId })).body['id'])
    await setAcl('folders', parentId, [marked(reader)])
    const { versionId } = await makeDocument([staff], { folderId })
    expectRefused(await get(reader, `versions/${versionId}/content`))
    expectMarked(await get(reader, `versions/${versionId}/preview`))

    const acl = { inherit: false, entries: [] }
    await call(setup, owner, 'PUT', `/api/dms/folders/${folderId}/acl`, acl)
    expect((await get(reader, `versions/${versionId}/content`)).bytes.equals(SECRET)).toBe(true)
  })

  it('[DMS-08] where everybody is marked, visitors without an account included', async () => {
    const everybody = { principal: { kind: 'public' }, allow: ['read'], watermark: true }
    const { documentId, versionId } = await makeDocument([staff, everybody])

    expectRefused(await get(undefined, `public/documents/${documentId}/content`))
    expectRefused(await get(reader, `versions/${versionId}/content`))
    expectMarked(await get(reader, `versions/${versionId}/preview`))
    expect((await get(owner, `versions/${versionId}/content`)).status).toBe(200)
  })
})

async function find(user: TestUser, words: string) {
  const { body } = await get(user, `documents?q=${encodeURIComponent(words)}`)
  return (body['items'] as { id: string }[]).map(({ id }) => id)
}

describe('an administrator manages a document and sees nothing of what is in it', () => {
  it.each([['content'], ['preview'], ['preview?page=1'], ['text'], ['thumbnail']])(
    '[DMS-07] by %s',
    async (part) => {
      expectRefused(await get(administrator, `versions/${document.versionId}/${part}`))
    },
  )

  it('[DMS-07] by an archive, a comparison, an address, a share or a search', async () => {
    const { documentId, versionId } = document
    const compare = `documents/${documentId}/compare?from=${versionId}&to=${versionId}`
    expectRefused(await get(administrator, `${compare}&text=true`))
    const versionIds = [versionId]
    expectRefused(await post(administrator, 'documents/archive', { versionIds }))
    for (const purpose of ['download', 'preview']) {
      expectRefused(await post(administrator, `versions/${versionId}/address`, { purpose }))
    }
    for (const terms of [
      { allowDownload: true, allowPreview: false },
      { allowDownload: false, allowPreview: true },
    ]) {
      expectRefused(await post(administrator, `documents/${documentId}/shares`, terms))
    }
    const found = await get(administrator, 'documents?q=formula')
    expect((found.body['items'] as object[]).length).toBeGreaterThan(0)
    expect(JSON.stringify(found.body)).not.toContain('secret')
    // A word that is in the text alone, and its beginning.
    const often = `${'f '.repeat(40)}sec`
    for (const query of ['secret', 'sec', 'formula secret', often]) {
      expect(await find(administrator, query)).not.toContain(documentId)
      expect(await find(owner, query)).toContain(documentId)
    }
    expect(await find(administrator, 'formula')).toContain(documentId)
  })

  it('[DMS-07] until a list lets them read it, and is told so', async () => {
    const { documentId, versionId } = await makeDocument([])
    const access = () => get(administrator, `documents/${documentId}/access`)
    expect((await access()).body).toMatchObject({ rights: ['read', 'manage'], seesContent: false })

    const principal = { kind: 'user', id: administrator.id }
    await setAcl('documents', documentId, [{ principal, allow: ['read'] }])

    expect((await access()).body).toMatchObject({ seesContent: true })
    const shown = await get(administrator, `versions/${versionId}/preview`)
    expect(shown.bytes.equals(SECRET)).toBe(true)
    const found = await get(administrator, 'documents?q=formula')
    expect(JSON.stringify(found.body).match(/secret/g)).toHaveLength(1)
    expect(await find(administrator, 'secret')).toContain(documentId)
  })
})
