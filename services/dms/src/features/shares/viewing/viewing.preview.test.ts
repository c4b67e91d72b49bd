// @module-tag poppler
// @module-tag ffmpeg
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '../../../deps.ts'
import { CAMERA, makePdf, makePhotograph } from '../../../testing/files.ts'
import { sendAtOnce } from '../../../testing/race.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../../testing/setup.ts'
import { renderDue } from '../../renditions/worker.ts'
import { forgetDownloads } from '../worker.ts'

const DAY_MS = 24 * 3600 * 1000

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

interface File {
  readonly bytes: Buffer
  readonly fileName: string
  readonly contentType: string
}

const pdf: File = {
  bytes: makePdf(['one', 'two', 'three']),
  fileName: 'a.pdf',
  contentType: 'application/pdf',
}
const photograph: File = {
  bytes: makePhotograph(),
  fileName: 'a.jpg',
  contentType: 'image/jpeg',
}
const audio: File = {
  bytes: Buffer.from('ID3 no more than its type counts'),
  fileName: 'a.mp3',
  contentType: 'audio/mpeg',
}

async function render({ bytes, ...more }: File) {
  const made = await upload(setup, owner, bytes, more)
  while ((await renderDue(setup.deps)) > 0);
  return made
}

/** A share that is to be looked at. */
async function share(file: File, terms: object = {}) {
  const { documentId } = await render(file)
  const path = `/api/dms/documents/${documentId}/shares`
  const body = { allowDownload: false, allowPreview: true, ...terms }
  const created = await call(setup, owner, 'POST', path, body)
  const visit = `/api/dms/shares/${String(created.body['token'])}`
  const get = async (part: string, from = '192.0.2.1', headers: Record<string, string> = {}) => {
    const reply = await setup.app.inject({ url: `${visit}${part}`, headers, remoteAddress: from })
    const isJson = String(reply.headers['content-type']).includes('json')
    return {
      status: reply.statusCode,
      body: (isJson ? reply.json() : {}) as Record<string, unknown>,
      headers: reply.headers,
      bytes: reply.rawPayload,
    }
  }
  return {
    id: String(created.body['id']),
    get,
    page: (page: number, from?: string, headers?: Record<string, string>) =>
      get(`/preview?page=${page}`, from, headers),
    head: () => setup.app.inject({ method: 'HEAD', url: `${visit}/preview` }),
    unlock: async (password: string, headers: Record<string, string> = {}) => {
      const reply = await call(setup, undefined, 'POST', `${visit}/unlock`, { password }, headers)
      return { 'share-ticket': String(reply.body['ticket']) }
    },
    change: (patch: object) =>
      call(setup, owner, 'PATCH', `${path}/${String(created.body['id'])}`, patch),
    views: async () => {
      const { body: listed } = await call(setup, owner, 'GET', path)
      return (listed['items'] as { viewCount: number }[])[0]?.viewCount
    },
    visits: async () => {
      const visits = `${path}/${String(created.body['id'])}/visits`
      return (await call(setup, owner, 'GET', visits)).body['items'] as { continues: boolean }[]
    },
  }
}

const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG'
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

function chunksOf(png: Buffer): string[] {
  const names: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    names.push(png.subarray(at + 4, at + 8).toString())
  }
  return names
}

/** Pixels, and how large they are meant. */
const SEEN = new Set(['IHDR', 'pHYs', 'PLTE', 'IDAT', 'IEND'])

async function readerOf(file: File) {
  const { documentId, versionId } = await render(file)
  const reader = setup.makeUser()
  const principal = { kind: 'user', id: reader.id }
  const acl = `/api/dms/documents/${documentId}/acl`
  const entries = [{ principal, allow: ['read'] }]
  await call(setup, owner, 'PUT', acl, { inherit: true, entries })
  return { reader, versionId, path: `/api/dms/versions/${versionId}/preview` }
}

/** The same service on a machine that has none of the tools. */
async function withoutTools(work: () => Promise<void>): Promise<void> {
  const deps = setup.deps as { tools: Deps['tools'] }
  const { tools } = deps
  deps.tools = { ...tools, find: () => undefined }
  await work().finally(() => {
    deps.tools = tools
  })
}

describe('without the right to download', () => {
  it('[DMS-09] a share shows a photograph without the position it was taken at', async () => {
    const { get } = await share(photograph)
    const shown = await get('/preview')

    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
    expect(photograph.bytes.includes(CAMERA)).toBe(true)
    expect(shown.bytes.includes(CAMERA)).toBe(false)
    expect(chunksOf(shown.bytes).filter((name) => !SEEN.has(name))).toEqual([])
    // As the camera was held.
    expect(sizeOf(shown.bytes)).toEqual([16, 24])
  })

  it('[DMS-09] a share shows pages of a PDF as pictures, and the PDF by no address', async () => {
    const { get, page } = await share(pdf)
    for (const shown of [await get('/preview'), await page(1), await page(3)]) {
      expect([shown.status, isPng(shown.bytes)]).toEqual([200, true])
    }
    expect((await page(4)).status).toBe(404)
    const part = await get('/preview', undefined, { range: 'bytes=0-9' })
    expect(isPng(part.bytes)).toBe(true)
    const state = { status: 'READY', contentType: 'application/pdf', pageCount: 3 }
    expect((await get('')).body['preview']).toEqual(state)
  })

  it('[DMS-09] a share that limits downloads shows no copy beside those it counts', async () => {
    const limited = await share(pdf, { allowDownload: true, maxDownloads: 1 })
    expect(isPng((await limited.get('/preview')).bytes)).toBe(true)
    const unlimited = await share(pdf, { allowDownload: true })
    expect((await unlimited.get('/preview')).bytes.equals(pdf.bytes)).toBe(true)
  })

  it.each([
    ['a PDF', pdf],
    ['a photograph', photograph],
  ])('[DMS-07] a reader sees %s as a picture, also by a temporary address', async (_, file) => {
    const { reader, path } = await readerOf(file)
    const shown = await call(setup, reader, 'GET', path)
    expect([shown.status, isPng(shown.bytes)]).toEqual([200, true])
    expect(shown.bytes.includes(CAMERA)).toBe(false)

    const to = path.replace('preview', 'address')
    const address = await call(setup, reader, 'POST', to, { purpose: 'preview' })
    const { pathname } = new URL(String(address.body['url']))
    const temporary = await call(setup, undefined, 'GET', `${pathname}?page=1`)
    expect([temporary.status, isPng(temporary.bytes)]).toEqual([200, true])

    const whole = await call(setup, owner, 'GET', path)
    expect(whole.bytes.equals(file.bytes)).toBe(true)
  })

  it('[DMS-09] what can only be shown as itself is not shown', async () => {
    const refusal = {
      status: 409,
      body: { code: 'dms.preview_unavailable', previewStatus: 'ORIGINAL_ONLY' },
    }
    const { get, views } = await share(audio)
    expect(await get('/preview')).toMatchObject(refusal)
    expect((await get('')).body['preview']).toEqual({ status: 'ORIGINAL_ONLY' })
    expect(await views()).toBe(0)
    const { reader, path } = await readerOf(audio)
    expect(await call(setup, reader, 'GET', path)).toMatchObject(refusal)
  })

  it('[DMS-09] a server without the tools says so, counts nothing and gives no file', async () => {
    for (const file of [pdf, photograph]) {
      const { get, views } = await share(file)
      await withoutTools(async () => {
        expect(await get('/preview')).toMatchObject({
          status: 409,
          body: { code: 'dms.preview_unavailable', previewStatus: 'TOOL_MISSING' },
        })
        expect((await get('')).body['preview']).toEqual({ status: 'TOOL_MISSING' })
      })
      expect(await views()).toBe(0)
    }
  })
})

describe('views', () => {
  it('[DMS-09] count once for all pages of a visitor, and again for another', async () => {
    const { page, get, views, visits } = await share(pdf, { maxDownloads: 2 })
    for (const number of [1, 2, 3, 1]) expect((await page(number)).status).toBe(200)
    expect(await views()).toBe(1)
    expect((await page(1, '198.51.100.1')).status).toBe(200)
    expect(await views()).toBe(2)

    expect(await page(1, '203.0.113.1')).toMatchObject({
      status: 410,
      body: { code: 'dms.share_used_up' },
    })
    expect((await get('', '203.0.113.1')).body['code']).toBe('dms.share_used_up')
    expect((await page(2)).status).toBe(200)
    expect((await get('')).status).toBe(200)
    expect((await visits()).map(({ continues }) => continues)).toEqual([
      true,
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('[DMS-09] of so many at once are given to as many as the share says', async () => {
    const { page, views } = await share(pdf, { maxDownloads: 3 })
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => page(1, `192.0.2.${index % 6}`)),
    )
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array<number>(6).fill(200), ...Array<number>(6).fill(410)])
    expect(await views()).toBe(3)
  })

  it('[DMS-09] are over after a day, and the next one counts', async () => {
    const { page, views } = await share(pdf, { maxDownloads: 2 })
    await page(1)
    setup.advance(DAY_MS - 60_000)
    await page(2)
    expect(await views()).toBe(1)
    setup.advance(60_000)
    await page(1)
    expect(await views()).toBe(2)
    setup.advance(DAY_MS)
    expect(await page(1)).toMatchObject({ status: 410, body: { code: 'dms.share_used_up' } })
    await forgetDownloads(setup.deps)
    const left = await setup.db.selectFrom('share_views').select('visitor').execute()
    expect(left).toEqual([])
  })

  it('[DMS-09] go on with the ticket, and with the one that it was renewed for', async () => {
    const { page, get, unlock, views } = await share(pdf, { password: 'open', maxDownloads: 1 })
    const first = await unlock('open')
    expect((await page(1, undefined, first)).status).toBe(200)
    expect((await page(2, '198.51.100.1', first)).status).toBe(200)
    setup.advance(600_000)
    expect((await page(3, undefined, first)).status).toBe(200)
    const renewed = await unlock('open', first)
    expect(renewed).not.toEqual(first)
    expect((await page(1, undefined, renewed)).status).toBe(200)
    expect((await get('', undefined, renewed)).body['preview']).toMatchObject({ status: 'READY' })
    expect(await views()).toBe(1)
    expect((await page(1)).body['code']).toBe('dms.share_used_up')
    expect(await unlock('open')).toEqual({ 'share-ticket': 'undefined' })
  })

  it('[DMS-09] are not begun by a ticket that is too old, nor counted for a HEAD', async () => {
    const { page, get, unlock, views } = await share(pdf, { password: 'open' })
    const ticket = await unlock('open')
    setup.advance(600_000)
    expect((await page(1, undefined, ticket)).body['code']).toBe('dms.share_password_required')
    expect((await get('', undefined, ticket)).body['preview']).toBeNull()
    expect(await views()).toBe(0)
    const plain = await share(pdf)
    expect((await plain.head()).statusCode).toBe(200)
    expect(await plain.views()).toBe(0)
  })

  it('[DMS-09] cannot be limited to fewer than there were', async () => {
    const { page, change } = await share(pdf)
    await page(1)
    await page(1, '198.51.100.1')
    expect(await change({ maxDownloads: 1 })).toMatchObject({
      status: 422,
      body: { code: 'dms.share_invalid', errors: [{ pointer: '/maxDownloads' }] },
    })
    expect((await change({ maxDownloads: 2 })).status).toBe(200)
  })

  it('[DMS-09] end when the share is revoked while a page is drawn', async () => {
    const { id, page } = await share(pdf)
    const replies = await sendAtOnce(
      setup,
      { table: 'shares', id },
      () => page(1),
      1,
      async (tx) => {
        await tx
          .updateTable('shares')
          .set({ revoked_at: new Date() })
          .where('tenant_id', '=', setup.tenantId)
          .where('id', '=', id)
          .execute()
      },
    )
    expect(replies).toMatchObject([{ status: 410, body: { code: 'dms.share_revoked' } }])
  })
})
