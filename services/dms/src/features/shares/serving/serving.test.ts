import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sendAtOnce } from '../../../testing/race.ts'
import { call, type Setup, setUp, type TestUser, upload } from '../../../testing/setup.ts'

const MIB = 1024 * 1024
const DIRECTORY_KEEPS_MS = 10_001

let setup: Setup
let owner: TestUser
let port: number

beforeAll(async () => {
  setup = await setUp()
  owner = setup.makeUser()
  await setup.app.listen({ port: 0, host: '127.0.0.1' })
  port = (setup.app.server.address() as AddressInfo).port
})
afterAll(() => setup.close())

interface Entry {
  readonly principal: { readonly kind: string; readonly id?: string }
  readonly allow?: string[]
  readonly deny?: string[]
  readonly watermark?: boolean
}

type Shared = Awaited<ReturnType<typeof shared>>

/** A document that somebody else than its owner shares, as the access list lets them. */
async function shared(terms: object = {}, bytes = Buffer.from('shared')) {
  const maker = setup.makeUser()
  const { documentId } = await upload(setup, owner, bytes)
  const path = `/api/dms/documents/${documentId}`
  const allow = (entries: Entry[]) =>
    call(setup, owner, 'PUT', `${path}/acl`, { inherit: true, entries })
  const manager = (user: TestUser, more: object = {}): Entry => ({
    principal: { kind: 'user', id: user.id },
    allow: ['manage'],
    ...more,
  })
  expect((await allow([manager(maker)])).status).toBe(200)
  const body = { allowDownload: true, allowPreview: true, ...terms }
  const created = await call(setup, maker, 'POST', `${path}/shares`, body)
  expect(created.status).toBe(201)
  const visit = `/api/dms/shares/${String(created.body['token'])}`
  const item = `${path}/shares/${String(created.body['id'])}`
  return {
    maker,
    manager,
    allow,
    documentId,
    shareId: String(created.body['id']),
    revision: Number(created.body['revision']),
    content: `${visit}/content`,
    open: () => call(setup, undefined, 'GET', visit),
    download: (headers: Record<string, string> = {}) =>
      call(setup, undefined, 'GET', `${visit}/content`, undefined, headers),
    preview: () => call(setup, undefined, 'GET', `${visit}/preview`),
    unlock: (password: string) => call(setup, undefined, 'POST', `${visit}/unlock`, { password }),
    listed: async () => {
      const { body: list } = await call(setup, owner, 'GET', `${path}/shares`)
      return (list['items'] as Record<string, unknown>[])[0]
    },
    takeOver: (user: TestUser, headers: Record<string, string> = {}) =>
      call(setup, user, 'POST', `${item}/take-over`, undefined, headers),
    item,
  }
}

const resting = { status: 410, body: { code: 'dms.share_resting' } }

async function auditOf(documentId: string, action: string) {
  const { body } = await call(setup, owner, 'GET', `/api/dms/documents/${documentId}/audit`)
  const items = body['items'] as { action: string }[]
  return items.filter((each) => each.action === action)
}

describe('a share whose maker lost the right', () => {
  it('[DMS-09] rests for every visitor, says why to those who share, and comes back with it', async () => {
    const share = await shared({ password: 'open sesame' })
    const { body } = await share.unlock('open sesame')
    const headers = { 'share-ticket': String(body['ticket']) }
    expect((await share.download(headers)).status).toBe(200)

    await share.allow([])

    expect(await share.open()).toMatchObject(resting)
    expect(await share.unlock('open sesame')).toMatchObject(resting)
    expect(await share.download(headers)).toMatchObject(resting)
    expect(await share.download({ ...headers, range: 'bytes=3-' })).toMatchObject(resting)
    expect(await share.preview()).toMatchObject(resting)
    expect(await share.listed()).toMatchObject({
      maker: { id: share.maker.id },
      takenOverBy: null,
      restsBecause: 'right_missing',
    })

    await share.allow([share.manager(share.maker)])
    expect((await share.download(headers)).status).toBe(200)
    expect(await share.listed()).toMatchObject({ restsBecause: null })
  })

  it.each([
    ['the download', { deny: ['download'] }],
    ['to read at all', { deny: ['read'] }],
  ])('[DMS-09] rests when they are denied %s', async (_, more) => {
    const share = await shared()
    await share.allow([share.manager(share.maker, more)])
    expect(await share.download()).toMatchObject(resting)
  })

  it('[DMS-09] rests unmarked when they see it marked', async () => {
    const share = await shared({ allowDownload: false })
    const role = randomUUID()
    setup.memberships.set(share.maker.id, [`role:${role}`])
    const marked = { principal: { kind: 'role', id: role }, allow: ['read'], watermark: true }
    expect((await share.allow([share.manager(share.maker), marked])).status).toBe(200)
    expect(await share.open()).toMatchObject(resting)
    const change = { watermark: true }
    expect((await call(setup, owner, 'PATCH', share.item, change)).status).toBe(200)
    expect((await share.open()).status).toBe(200)
  })

  it('[DMS-09] serves what they may still give', async () => {
    const share = await shared({ allowDownload: false })
    await share.allow([share.manager(share.maker, { deny: ['download'] })])
    expect((await share.open()).status).toBe(200)
  })

  it('[DMS-09] rests by the list of a folder that is above it, and by a role they left', async () => {
    const folder = await call(setup, owner, 'POST', '/api/dms/folders', { name: randomUUID() })
    const folderId = String(folder.body['id'])
    const role = randomUUID()
    const share = await shared()
    const path = `/api/dms/documents/${share.documentId}`
    expect((await call(setup, owner, 'PATCH', path, { folderId })).status).toBe(200)
    await share.allow([])
    const acl = (entries: Entry[]) =>
      call(setup, owner, 'PUT', `/api/dms/folders/${folderId}/acl`, { inherit: true, entries })
    setup.memberships.set(share.maker.id, [`role:${role}`])
    expect(await share.download()).toMatchObject(resting)

    await acl([{ principal: { kind: 'role', id: role }, allow: ['manage'] }])
    expect((await share.download()).status).toBe(200)
    setup.memberships.delete(share.maker.id)
    setup.advance(DIRECTORY_KEEPS_MS)
    expect(await share.download()).toMatchObject(resting)
    setup.memberships.set(share.maker.id, [`role:${role}`])
    setup.advance(DIRECTORY_KEEPS_MS)
    expect((await share.download()).status).toBe(200)
    await acl([])
    expect(await share.download()).toMatchObject(resting)
  })

  it('[DMS-09] gives nothing to those who opened it before and had to wait', async () => {
    const share = await shared()
    const row = { table: 'shares', id: share.shareId }
    const replies = await sendAtOnce(
      setup,
      row,
      () => Promise.all(Array.from({ length: 3 }, () => share.download())),
      // The others wait in the service.
      1,
      // While they wait for the row of the share, which they have found open.
      async () => {
        expect((await share.allow([])).status).toBe(200)
      },
    )
    for (const reply of replies.flat()) expect(reply).toMatchObject(resting)
    expect(await share.listed()).toMatchObject({ downloadCount: 0 })
    expect(await auditOf(share.documentId, 'version.downloaded')).toHaveLength(0)
  })

  it.each([
    ['whose maker may not read any more', (share: Shared) => share.allow([])],
    [
      'whose document was thrown away',
      (share: Shared) => call(setup, owner, 'DELETE', `/api/dms/documents/${share.documentId}`),
    ],
  ])('[DMS-09] %s breaks a download off that is under way', async (_, take) => {
    const bytes = randomBytes(48 * MIB)
    const share = await shared({}, bytes)
    const request = get({ port, path: share.content, agent: false })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    onTestFinished(() => {
      answer.destroy()
    })
    expect((await take(share)).status).toBeLessThan(300)
    let size = 0
    await (async () => {
      for await (const chunk of answer) size += (chunk as Buffer).length
    })().catch(() => undefined)
    expect(answer.complete).toBe(false)
    expect(size).toBeLessThan(bytes.length)
  })
})

describe('a share whose maker', () => {
  it.each([
    ['was disabled', 'active', 'account_inactive'],
    ['may not share any more', 'dms:document:share', 'permission_missing'],
  ])('[DMS-09] %s rests within seconds, until that is undone', async (_, what, restsBecause) => {
    const share = await shared()
    expect((await share.download()).status).toBe(200)
    setup.bpm.lost.set(share.maker.id, [what])
    setup.advance(DIRECTORY_KEEPS_MS)

    expect(await share.download()).toMatchObject(resting)
    expect(await share.listed()).toMatchObject({ restsBecause })

    setup.bpm.lost.delete(share.maker.id)
    setup.advance(DIRECTORY_KEEPS_MS)
    expect((await share.download()).status).toBe(200)
  })

  it('[DMS-09] nobody can be asked about serves nobody', async () => {
    const share = await shared()
    setup.advance(DIRECTORY_KEEPS_MS)
    setup.bpm.faults.directory = 'cut before'
    onTestFinished(() => {
      delete setup.bpm.faults.directory
    })
    const refused = await share.download()
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
  })

  it('[DMS-09] is asked about once for many downloads', async () => {
    const share = await shared()
    await share.download()
    const before = setup.bpm.requests.length
    await Promise.all(Array.from({ length: 10 }, () => share.download()))
    expect(setup.bpm.requests.length).toBe(before)
  })
})

describe('taking a share over', () => {
  it('[DMS-09] has it serve by the right of who did, on the record', async () => {
    const share = await shared()
    await share.allow([])
    setup.bpm.names.set(owner.id, 'The owner').set(share.maker.id, 'The maker')
    setup.advance(DIRECTORY_KEEPS_MS)

    const taken = await share.takeOver(owner)

    const whose = {
      maker: { id: share.maker.id, name: 'The maker' },
      takenOverBy: { id: owner.id, name: 'The owner' },
      restsBecause: null,
      createdBy: share.maker.id,
    }
    expect(taken).toMatchObject({ status: 200, body: whose })
    expect(await share.listed()).toMatchObject(whose)
    expect((await share.download()).status).toBe(200)
    expect(await auditOf(share.documentId, 'share.taken_over')).toMatchObject([
      { actor: { id: owner.id }, detail: { shareId: share.shareId, from: share.maker.id } },
    ])

    setup.bpm.lost.set(owner.id, ['dms:document:share'])
    setup.advance(DIRECTORY_KEEPS_MS)
    expect(await share.download()).toMatchObject(resting)
    setup.bpm.lost.delete(owner.id)
    setup.advance(DIRECTORY_KEEPS_MS)
  })

  it('[DMS-09] is for those who could make such a share', async () => {
    const share = await shared()
    const weaker = setup.makeUser()
    const reader = setup.makeUser()
    await share.allow([
      share.manager(weaker, { deny: ['download'] }),
      { principal: { kind: 'user', id: reader.id }, allow: ['download'] },
    ])
    const plain = setup.makeUser({ sub: owner.id, permissions: ['dms:document:write'] })

    expect((await share.takeOver(setup.makeUser())).status).toBe(404)
    expect((await share.takeOver(plain)).status).toBe(403)
    for (const [user, required] of [
      [reader, 'manage'],
      [weaker, 'download'],
    ] as const) {
      expect(await share.takeOver(user)).toMatchObject({
        status: 403,
        body: { code: 'dms.forbidden', required },
      })
    }
    await call(setup, owner, 'DELETE', share.item)
    expect((await share.takeOver(owner)).body['code']).toBe('dms.share_revoked')
  })

  it('[DMS-09] happens once, however often one asks at once', async () => {
    const share = await shared()
    const row = { table: 'documents', id: share.documentId }
    const replies = await sendAtOnce(setup, row, () => share.takeOver(owner), 5)

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body['revision']))).toEqual(
      new Set([share.revision + 1]),
    )
    expect(await auditOf(share.documentId, 'share.taken_over')).toHaveLength(1)
  })

  it('[DMS-09] by two at once who read the same is given to one', async () => {
    const share = await shared()
    const other = setup.makeUser()
    await share.allow([share.manager(share.maker), share.manager(other)])
    const users = [owner, other]
    const headers = { 'if-match': `"${share.revision}"` }
    const row = { table: 'documents', id: share.documentId }
    let next = 0
    const send = () => share.takeOver(users[next++] ?? owner, headers)
    const replies = await sendAtOnce(setup, row, send, 2)

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412])
    const won = replies.find(({ status }) => status === 200)
    expect(await share.listed()).toMatchObject({ takenOverBy: won?.body['takenOverBy'] })
    expect(await auditOf(share.documentId, 'share.taken_over')).toHaveLength(1)
  })

  it('[DMS-09] while somebody downloads asks whose it is now', async () => {
    const share = await shared()
    const heir = setup.makeUser()
    await share.allow([share.manager(share.maker), share.manager(heir)])
    const row = { table: 'shares', id: share.shareId }
    const replies = await sendAtOnce(
      setup,
      row,
      () => Promise.all([share.download(), share.download()]),
      1,
      async (tx) => {
        // As the route does, whose transaction would wait for the row as well.
        await tx
          .updateTable('shares')
          .set({ taken_over_by: heir.id, taken_over_at: new Date() })
          .where('tenant_id', '=', setup.tenantId)
          .where('id', '=', share.shareId)
          .execute()
        await share.allow([share.manager(heir)])
      },
    )
    expect(replies.flat().map(({ status }) => status)).toEqual([200, 200])
  })
})
