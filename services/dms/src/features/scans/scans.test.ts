import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClamdScanner } from '../../scanning/clamd.ts'
import { startFakeClamd } from '../../testing/fake-clamd.ts'
import { countWaiting } from '../../testing/race.ts'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'
import { renderDue } from '../renditions/worker.ts'
import { scanDue } from './worker.ts'

let clamd: Awaited<ReturnType<typeof startFakeClamd>>
let setup: Setup
let user: TestUser

beforeAll(async () => {
  clamd = await startFakeClamd()
  setup = await setUp({}, { scanner: createClamdScanner(clamd.url, 500) })
  user = setup.makeUser()
})
beforeEach(() => {
  clamd.state.mood = 'well'
  clamd.state.signature = 'virus'
})
afterAll(async () => {
  await setup.close()
  await clamd.close()
})

async function scanAll(): Promise<void> {
  while ((await scanDue(setup.deps)) > 0);
}

const version = async (id: string) =>
  (await call(setup, user, 'GET', `/api/dms/versions/${id}`)).body
const content = (id: string) => call(setup, user, 'GET', `/api/dms/versions/${id}/content`)
const unsafe = (scanStatus: string) => ({
  status: 403,
  body: { code: 'dms.version_unsafe', scanStatus },
})

describe('malware scan', () => {
  it('[DMS-05] keeps a version back until it is found clean', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('harmless'))
    expect(await version(versionId)).toMatchObject({ scanStatus: 'PENDING' })
    expect(await content(versionId)).toMatchObject(unsafe('PENDING'))
    const archive = { versionIds: [versionId] }
    const zip = await call(setup, user, 'POST', '/api/dms/documents/archive', archive)
    expect(zip).toMatchObject(unsafe('PENDING'))

    await scanAll()

    expect(await version(versionId)).toMatchObject({ scanStatus: 'CLEAN' })
    expect((await content(versionId)).bytes.toString()).toBe('harmless')
  })

  it('[DMS-05] never hands out what is infected, and tells the signature', async () => {
    const { documentId, versionId } = await upload(setup, user, Buffer.from('a virus'))
    await scanAll()

    expect(await version(versionId)).toMatchObject({
      scanStatus: 'INFECTED',
      scanResult: 'Test.Virus',
    })
    expect(await content(versionId)).toMatchObject(unsafe('INFECTED'))
    const restored = await call(setup, user, 'POST', `/api/dms/versions/${versionId}/restore`)
    expect(restored).toMatchObject(unsafe('INFECTED'))
    const audit = await call(setup, user, 'GET', `/api/dms/documents/${documentId}/audit`)
    expect(audit.body['items']).toMatchObject([
      { action: 'version.scanned', detail: { kind: 'infected', signature: 'Test.Virus' } },
      { action: 'version.created' },
      { action: 'document.created' },
    ])
  })

  it('[DMS-05] counts what cannot be judged as unsafe, until it is looked at again', async () => {
    const { versionId } = await upload(setup, user, randomBytes(2 * 1024 * 1024))
    await scanAll()
    expect(await version(versionId)).toMatchObject({ scanStatus: 'ERROR' })
    expect(await content(versionId)).toMatchObject(unsafe('ERROR'))

    const again = await call(setup, user, 'POST', `/api/dms/versions/${versionId}/scan`)

    expect(again).toMatchObject({ status: 202, body: { scanStatus: 'PENDING' } })
    expect(await content(versionId)).toMatchObject(unsafe('PENDING'))
    await scanAll()
    expect(await version(versionId)).toMatchObject({ scanStatus: 'ERROR' })
  })

  it('[DMS-05] closes every way to a file that newer signatures find infected', async () => {
    const { documentId, versionId } = await upload(setup, user, Buffer.from('a worm of tomorrow'))
    const document = `/api/dms/documents/${documentId}`
    const path = `/api/dms/versions/${versionId}`
    await scanAll()
    while ((await renderDue(setup.deps)) > 0);
    const acl = await call(setup, user, 'PUT', `${document}/acl`, {
      inherit: true,
      entries: [{ principal: { kind: 'public' }, allow: ['read', 'download'] }],
    })
    expect(acl.status).toBe(200)
    const terms = { allowDownload: true, allowPreview: true }
    const { token } = (await call(setup, user, 'POST', `${document}/shares`, terms)).body
    const addressOf = async (purpose: string) => {
      const { body } = await call(setup, user, 'POST', `${path}/address`, { purpose })
      return new URL(String(body['url'])).pathname
    }
    const ways: [TestUser | undefined, string][] = [
      [user, `${path}/content`],
      [user, `${path}/preview`],
      [user, `${path}/text`],
      [user, `${document}/compare?from=${versionId}&to=${versionId}&text=true`],
      [undefined, await addressOf('download')],
      [undefined, await addressOf('preview')],
      [undefined, `/api/dms/shares/${String(token)}/content`],
      [undefined, `/api/dms/shares/${String(token)}/preview`],
      [undefined, `/api/dms/public/documents/${documentId}/content`],
    ]
    const archive = { versionIds: [versionId] }
    const zip = () => call(setup, user, 'POST', '/api/dms/documents/archive', archive)
    const search = async () => {
      const { body } = await call(setup, user, 'GET', '/api/dms/documents?q=tomorrow')
      return (body['items'] as { snippet?: string }[])[0]
    }
    for (const [who, url] of ways) {
      expect([url, (await call(setup, who, 'GET', url)).status]).toEqual([url, 200])
    }
    expect([(await zip()).status, (await search())?.snippet]).toEqual([200, 'a worm of tomorrow'])

    clamd.state.signature = 'worm'
    await call(setup, user, 'POST', `${path}/scan`)
    await scanAll()

    for (const [who, url] of ways) {
      const { status, body } = await call(setup, who, 'GET', url)
      expect([url, status, body['code']]).toEqual([url, 403, 'dms.version_unsafe'])
    }
    expect(await zip()).toMatchObject(unsafe('INFECTED'))
    expect(await search()).toBeUndefined()
  })

  it.each(['silent', 'hangs up'] as const)(
    '[DMS-05] keeps a version back while the scanner %s, and asks again',
    async (mood) => {
      const { versionId } = await upload(setup, user)
      clamd.state.mood = mood
      await scanAll()
      expect(await content(versionId)).toMatchObject(unsafe('PENDING'))

      clamd.state.mood = 'well'
      await expect
        .poll(async () => {
          await scanDue(setup.deps)
          return (await version(versionId))['scanStatus']
        })
        .toBe('CLEAN')
    },
  )

  it('[DMS-05] also looks at what was there before the scanner', async () => {
    const { versionId } = await upload(setup, user)
    await setup.db
      .updateTable('document_versions')
      .set({ scan_status: 'NOT_SCANNED' })
      .where('id', '=', versionId)
      .execute()
    expect(await content(versionId)).toMatchObject(unsafe('PENDING'))

    await scanAll()

    expect(await version(versionId)).toMatchObject({ scanStatus: 'CLEAN' })
  })

  it('scans each version once when several processes are at it', async () => {
    await scanAll()
    const marks = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const mark = randomBytes(20)
        await upload(setup, user, mark)
        return mark
      }),
    )
    const from = clamd.state.scanned.length

    await Promise.all([scanAll(), scanAll(), scanAll(), scanAll()])

    const seen = clamd.state.scanned.slice(from)
    expect(seen).toHaveLength(6)
    for (const mark of marks) expect(seen.filter((bytes) => bytes.equals(mark))).toHaveLength(1)
  })
})

it('[DMS-05] restores nothing that a scan is about to find infected', async () => {
  await scanAll()
  const tenantId = randomUUID()
  const permissions = [...allPermissions, 'dms:document:admin']
  const owner = setup.makeUser({ tenantId, permissions })
  const policy = { policy: 'BLOCK_INFECTED' }
  await call(setup, owner, 'PUT', '/api/dms/scan-policy', policy)
  const { documentId, versionId } = await upload(setup, owner, Buffer.from('clean'))
  await upload(setup, owner, Buffer.from('newer'), { documentId })
  await scanAll()
  await call(setup, owner, 'POST', `/api/dms/versions/${versionId}/scan`)
  clamd.state.signature = 'clean'

  const { scan, restore } = await setup.db.transaction().execute(async (tx) => {
    await sql`select from audit_heads where tenant_id = ${tenantId} for update`.execute(tx)
    const scanning = scanDue(setup.deps)
    await expect.poll(() => countWaiting(setup.db)).toBe(1)
    const restoring = call(setup, owner, 'POST', `/api/dms/versions/${versionId}/restore`)
    await expect.poll(() => countWaiting(setup.db)).toBe(2)
    return { scan: { scanning }, restore: { restoring } }
  })
  await scan.scanning
  expect(await restore.restoring).toMatchObject(unsafe('INFECTED'))
})

describe('a scan whose worker stood still', () => {
  /** A worker that has taken a version and stands still; it finds it clean when it wakes. */
  async function freeze() {
    const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const scan = async () => {
      begin()
      await woken
      return { kind: 'clean' } as const
    }
    const done = scanDue({
      ...setup.deps,
      scanner: { ...createClamdScanner(clamd.url, 500), scan },
    })
    await begun
    return async () => {
      wake()
      await done
    }
  }
  const endLeases = () =>
    sql`update document_versions set scan_after = now() where scan_status = 'PENDING'`.execute(
      setup.deps.db,
    )

  it('[DMS-05] says nothing about what another worker has taken meanwhile', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('a virus of two workers'))
    const wakeFirst = await freeze()
    await endLeases()
    const wakeSecond = await freeze()
    await wakeFirst()
    expect(await version(versionId)).toMatchObject({ scanStatus: 'PENDING' })
    await wakeSecond()
    expect(await version(versionId)).toMatchObject({ scanStatus: 'CLEAN' })
  })

  it('[DMS-05] does not answer for a scan that was asked for after it began', async () => {
    const { versionId } = await upload(setup, user, Buffer.from('a virus that is asked about'))
    const wake = await freeze()
    await call(setup, user, 'POST', `/api/dms/versions/${versionId}/scan`)
    await scanAll()
    expect(await version(versionId)).toMatchObject({ scanStatus: 'INFECTED' })
    await call(setup, user, 'POST', `/api/dms/versions/${versionId}/scan`)
    await wake()
    expect(await version(versionId)).toMatchObject({ scanStatus: 'PENDING' })
    await scanAll()
    expect(await version(versionId)).toMatchObject({ scanStatus: 'INFECTED' })
  })
})
