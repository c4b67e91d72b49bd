import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyAudit } from '@countersign/service-kit/audit-verify-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendAtOnce } from '../../testing/race.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../testing/setup.ts'
import { renderDue } from '../renditions/worker.ts'

let setup: Setup
let owner: TestUser

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
})
afterAll(() => setup.close())

async function share(terms: object = {}) {
  const { documentId, versionId } = await upload(setup, owner, Buffer.from('shared'))
  const path = `/api/dms/documents/${documentId}/shares`
  const body = { allowDownload: true, allowPreview: false, ...terms }
  const created = await call(setup, owner, 'POST', path, body)
  const token = String(created.body['token'])
  const visit = `/api/dms/shares/${token}`
  return {
    created,
    documentId,
    versionId,
    path: `${path}/${String(created.body['id'])}`,
    open: (headers: Record<string, string> = {}) =>
      call(setup, undefined, 'GET', visit, undefined, headers),
    unlock: (password: string) => call(setup, undefined, 'POST', `${visit}/unlock`, { password }),
    download: (headers: Record<string, string> = {}) =>
      call(setup, undefined, 'GET', `${visit}/content`, undefined, headers),
    preview: (headers: Record<string, string> = {}) =>
      call(setup, undefined, 'GET', `${visit}/preview`, undefined, headers),
    change: (patch: object, headers: Record<string, string> = {}) =>
      call(setup, owner, 'PATCH', `${path}/${String(created.body['id'])}`, patch, headers),
  }
}

const inSeconds = (seconds: number) =>
  new Date(setup.deps.now().getTime() + seconds * 1000).toISOString()

describe('shares', () => {
  it('[DMS-09] open a version to whoever has the address, and to nobody else', async () => {
    const shared = await share()

    expect(shared.created.status).toBe(201)
    expect((await shared.open()).body).toMatchObject({
      passwordRequired: false,
      versionNo: 1,
      sizeBytes: 6,
    })
    expect((await shared.download()).bytes.toString()).toBe('shared')
    const unknown = await call(setup, undefined, 'GET', `/api/dms/shares/${'x'.repeat(43)}`)
    expect(unknown.status).toBe(404)
    const listed = await call(setup, owner, 'GET', shared.path.replace(/\/[^/]+$/, ''))
    expect(JSON.stringify(listed.body)).not.toContain(String(shared.created.body['token']))
  })

  it('[DMS-09] ask for the password, and give a ticket that ends with it', async () => {
    const shared = await share({ password: 'open sesame' })
    expect((await shared.open()).body).toMatchObject({ passwordRequired: true, sha256: null })
    expect((await shared.download()).body['code']).toBe('dms.share_password_required')

    expect(await shared.unlock('wrong')).toMatchObject({
      status: 403,
      body: { code: 'dms.share_password_wrong' },
    })
    const ticket = String((await shared.unlock('open sesame')).body['ticket'])
    const headers = { 'share-ticket': ticket }
    expect((await shared.open(headers)).body['sha256']).toMatch(/^[0-9a-f]{64}$/)
    expect((await shared.download(headers)).status).toBe(200)
    await shared.change({ password: 'another one' })
    expect((await shared.download(headers)).status).toBe(403)
    const newer = String((await shared.unlock('another one')).body['ticket'])
    setup.advance(600_000)
    expect((await shared.download({ 'share-ticket': newer })).status).toBe(403)
  })

  it('[DMS-09] open and close at their times', async () => {
    const shared = await share({ validFrom: inSeconds(60), validUntil: inSeconds(120) })

    expect((await shared.download()).body['code']).toBe('dms.share_not_yet_valid')
    setup.advance(60_000)
    expect((await shared.download()).status).toBe(200)
    setup.advance(60_000)
    expect(await shared.download()).toMatchObject({
      status: 410,
      body: { code: 'dms.share_expired' },
    })
  })

  it('[DMS-09] limited to five downloads serve five of fifty at once', async () => {
    const shared = await share({ maxDownloads: 5 })

    const replies = await Promise.all(Array.from({ length: 50 }, () => shared.download()))

    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = replies.filter(({ status }) => status === 410)
    expect(refused).toHaveLength(45)
    for (const { body, headers } of refused) {
      expect(body['code']).toBe('dms.share_used_up')
      expect(headers['content-disposition']).toBeUndefined()
    }
  })

  it('[DMS-09] count what is delivered, and nothing else', async () => {
    const shared = await share({ maxDownloads: 2 })
    const list = () => call(setup, owner, 'GET', shared.path.replace(/\/[^/]+$/, ''))
    const etag = String((await shared.download()).headers['etag'])

    expect((await shared.download({ 'if-none-match': etag })).status).toBe(304)
    expect((await shared.download({ 'if-match': '"another"' })).status).toBe(412)
    expect((await shared.download({ range: 'bytes=100-' })).status).toBe(416)
    expect((await list()).body['items']).toMatchObject([{ downloadCount: 1 }])

    expect((await shared.download({ range: 'bytes=0-2' })).bytes.toString()).toBe('sha')
    expect((await list()).body['items']).toMatchObject([{ downloadCount: 2 }])
    const visits = await call(setup, owner, 'GET', `${shared.path}/visits`)
    expect(visits.body['items']).toHaveLength(2)
    const refused = await shared.download({ range: 'bytes=0-5' })
    expect([refused.status, refused.headers['content-range']]).toEqual([410, undefined])
  })

  it('[DMS-09] count no download that the storage does not deliver', async () => {
    const shared = await share({ maxDownloads: 1 })
    const folder = join(setup.root, 'objects')
    await rename(folder, `${folder}-away`)
    expect((await shared.download()).status).toBeGreaterThanOrEqual(500)
    await rename(`${folder}-away`, folder)

    expect((await shared.download()).status).toBe(200)
    expect((await shared.download()).status).toBe(410)
  })

  it('[DMS-09] allow what they say and end when they are revoked', async () => {
    const shared = await share({ allowDownload: false, allowPreview: true })

    expect(await shared.download()).toMatchObject({
      status: 403,
      body: { code: 'dms.share_action_forbidden' },
    })
    expect((await call(setup, owner, 'DELETE', shared.path)).status).toBe(204)
    expect((await shared.open()).body['code']).toBe('dms.share_revoked')
  })

  it('[DMS-09] are made by those who manage the document, with the permission to share', async () => {
    const { documentId } = await upload(setup, owner)
    const path = `/api/dms/documents/${documentId}/shares`
    const body = { allowDownload: true, allowPreview: true }
    const stranger = setup.makeUser()
    const plain = setup.makeUser({ sub: owner.id, permissions: ['dms:document:write'] })

    expect((await call(setup, stranger, 'POST', path, body)).status).toBe(404)
    expect((await call(setup, plain, 'POST', path, body)).status).toBe(403)
  })

  it('show the token once, also to a repeated request', async () => {
    const { documentId } = await upload(setup, owner)
    const send = () =>
      call(
        setup,
        owner,
        'POST',
        `/api/dms/documents/${documentId}/shares`,
        { allowDownload: true, allowPreview: true },
        { 'idempotency-key': 'share-once' },
      )

    const [first, second] = [await send(), await send()]

    expect(first.body['token']).toEqual(expect.any(String))
    expect(second.body['id']).toBe(first.body['id'])
    expect(second.body).not.toHaveProperty('token')
    expect(second.body).not.toHaveProperty('url')
  })

  it('[DMS-09] with a watermark show name, address and time in what they show, and give no file', async () => {
    const terms = { allowDownload: false, allowPreview: true }
    const shared = await share({ ...terms, watermark: true, name: 'The\u202e press' })
    expect(shared.created).toMatchObject({
      status: 201,
      body: { watermark: true, name: 'The\u202e press' },
    })
    expect((await shared.preview()).body).toMatchObject({
      code: 'dms.preview_unavailable',
      previewStatus: 'PENDING',
    })
    expect((await shared.open()).body['preview']).toEqual({ status: 'PENDING' })
    while ((await renderDue(setup.deps)) > 0);

    const { status, bytes, headers } = await shared.preview()
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(bytes.toString()).toMatch(/--- The press · 127\.0\.0\.1 · \d{4}-\d\d-\d\d \d\d:\d\d/)
    expect(bytes.toString()).toContain('shared')
    expect((await shared.open()).body).toMatchObject({
      watermark: true,
      preview: { status: 'READY', contentType: 'text/plain' },
    })
    expect((await shared.download()).body['code']).toBe('dms.share_action_forbidden')

    const fault = {
      status: 422,
      body: { code: 'dms.share_invalid', errors: [{ pointer: '/watermark' }] },
    }
    expect(await shared.change({ allowDownload: true })).toMatchObject(fault)
    expect((await share({ watermark: true })).created).toMatchObject(fault)
    const unmarked = await shared.change({ allowDownload: true, watermark: false, name: null })
    expect(unmarked).toMatchObject({ status: 200, body: { watermark: false, name: null } })
    expect((await shared.preview()).bytes.toString()).toBe('shared')
  })

  it('[DMS-09] show their preview under the same controls, and count no download for it', async () => {
    const terms = { allowPreview: true, password: 'open sesame', maxDownloads: 2 }
    const shared = await share({ ...terms, validUntil: inSeconds(300) })
    while ((await renderDue(setup.deps)) > 0);
    expect((await shared.preview()).body['code']).toBe('dms.share_password_required')
    expect((await shared.open()).body['preview']).toBeNull()
    const headers = { 'share-ticket': String((await shared.unlock('open sesame')).body['ticket']) }
    expect((await shared.open(headers)).body['preview']).toMatchObject({ status: 'READY' })

    const previews = await Promise.all(Array.from({ length: 20 }, () => shared.preview(headers)))
    expect(new Set(previews.map(({ status }) => status))).toEqual(new Set([200]))
    const listed = await call(setup, owner, 'GET', shared.path.replace(/\/[^/]+$/, ''))
    expect(listed.body['items']).toMatchObject([{ downloadCount: 0 }])

    await Promise.all([shared.download(headers), shared.download(headers)])
    expect((await shared.preview(headers)).body['code']).toBe('dms.share_used_up')
    await shared.change({ maxDownloads: null, allowPreview: false })
    expect((await shared.preview(headers)).body['code']).toBe('dms.share_action_forbidden')
    await shared.change({ allowPreview: true })
    setup.advance(300_000)
    expect((await shared.preview(headers)).body['code']).toBe('dms.share_expired')
  })

  it('[DMS-15] tell those who share who came when, once for each time, and nobody else', async () => {
    const shared = await share({ allowPreview: true, password: 'open sesame' })
    while ((await renderDue(setup.deps)) > 0);
    await shared.unlock('wrong')
    const headers = { 'share-ticket': String((await shared.unlock('open sesame')).body['ticket']) }
    await Promise.all(Array.from({ length: 5 }, () => shared.download(headers)))
    await shared.preview(headers)
    const other = await share()
    await other.download()

    const { status, body } = await call(setup, owner, 'GET', `${shared.path}/visits`)
    const visits = body['items'] as { action: string; address: string }[]
    expect([status, visits.map(({ action }) => action)]).toEqual([
      200,
      ['version.previewed', ...Array<string>(5).fill('version.downloaded'), 'share.password_wrong'],
    ])
    expect(new Set(visits.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
    const first = await call(setup, owner, 'GET', `${shared.path}/visits?limit=2`)
    const next = `?limit=50&cursor=${String(first.body['nextCursor'])}`
    const rest = await call(setup, owner, 'GET', `${shared.path}/visits${next}`)
    expect(rest.body['items']).toEqual(visits.slice(2))

    const stranger = setup.makeUser()
    expect((await call(setup, stranger, 'GET', `${shared.path}/visits`)).status).toBe(404)
    const elsewhere = other.path.replace(/[^/]+$/, shared.path.split('/').at(-1) ?? '')
    expect((await call(setup, owner, 'GET', `${elsewhere}/visits`)).status).toBe(404)
  })

  it('are apart from public access', async () => {
    const shared = await share()
    const path = `/api/dms/public/documents/${shared.documentId}`

    expect((await call(setup, undefined, 'GET', path)).status).toBe(404)
  })

  it.each([[{ maxDownloads: 0 }], [{ password: '' }], [{ validUntil: 'tomorrow' }]])(
    'refuse the terms %j',
    async (terms) => {
      expect((await share(terms)).created).toMatchObject({
        status: 400,
        body: { code: 'dms.invalid_request' },
      })
    },
  )

  const order = { validFrom: '2030-01-02T00:00:00Z', validUntil: '2030-01-01T00:00:00Z' }

  it.each([
    [order, 'dms.share_invalid', '/validUntil'],
    [{ allowDownload: false, allowPreview: false }, 'dms.share_invalid', '/allowDownload'],
    [{ versionId: randomUUID() }, 'dms.version_unknown', '/versionId'],
  ])('[DMS-09] refuse terms that make no share: %j', async (terms, code, pointer) => {
    expect((await share(terms)).created).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer }] },
    })
  })

  it('[DMS-09] are made of a version whose document is named in upper case', async () => {
    const { documentId, versionId } = await upload(setup, owner)
    const path = `/api/dms/documents/${documentId.toUpperCase()}/shares`
    const made = await call(setup, owner, 'POST', path, {
      versionId: versionId.toUpperCase(),
      allowDownload: true,
      allowPreview: true,
    })
    const changed = await call(setup, owner, 'PATCH', `${path}/${String(made.body['id'])}`, {
      maxDownloads: 3,
    })

    expect([made.status, changed.status]).toEqual([201, 200])
    expect(made.body).toMatchObject({ documentId, versionId })
    const verified = await verifyAudit(setup.deps, setup.tenantId)
    expect(verified).toMatchObject({ valid: true })
  })

  it('[DMS-09] refuse a version of another document', async () => {
    const { versionId } = await upload(setup, owner)

    expect((await share({ versionId })).created.body['code']).toBe('dms.version_unknown')
  })

  it('[DMS-09] refuse changes that do not fit the terms and the downloads so far', async () => {
    const shared = await share({ validFrom: inSeconds(-60), validUntil: inSeconds(60) })
    await shared.download()
    await shared.download()

    for (const [patch, pointer] of [
      [{ maxDownloads: 1 }, '/maxDownloads'],
      [{ validUntil: inSeconds(-61) }, '/validUntil'],
      [{ validFrom: inSeconds(61) }, '/validFrom'],
      [{ allowDownload: false }, '/allowDownload'],
    ] as const) {
      expect(await shared.change(patch)).toMatchObject({
        status: 422,
        body: { code: 'dms.share_invalid', errors: [{ pointer }] },
      })
    }
    expect((await shared.change({ maxDownloads: 2 })).status).toBe(200)
    expect((await shared.change({ allowDownload: false, allowPreview: true })).status).toBe(200)
  })

  it('[DMS-09] can be ended by a time that has passed', async () => {
    const shared = await share()

    expect((await shared.change({ validUntil: inSeconds(-1) })).status).toBe(200)
    expect((await shared.download()).body['code']).toBe('dms.share_expired')
  })

  it('refuse a change of what has changed since, all but one of three at once included', async () => {
    const shared = await share()
    const read = Number(shared.created.body['revision'])
    const row = { table: 'documents', id: shared.documentId }

    const replies = await sendAtOnce(setup, row, () =>
      shared.change({ maxDownloads: 5 }, { 'if-match': `"${read}"` }),
    )

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412, 412])
    expect(replies.find(({ status }) => status === 200)?.headers['etag']).toBe(`"${read + 1}"`)
    expect(await shared.change({ maxDownloads: 7, revision: read })).toMatchObject({
      status: 412,
      body: { code: 'dms.revision_mismatch', revision: read + 1 },
    })
    expect((await shared.change({ maxDownloads: 7, revision: read + 1 })).status).toBe(200)
  })
})
