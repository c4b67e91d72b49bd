import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClamdScanner } from '../../scanning/clamd.ts'
import { startFakeClamd } from '../../testing/fake-clamd.ts'
import {
  allPermissions,
  call,
  type Setup,
  setUp,
  type TestUser,
  upload,
} from '../../testing/setup.ts'
import { renderDue } from '../renditions/worker.ts'
import { findFiledObject } from '../tenant-export/queries.ts'
import { scanDue } from '../scans/worker.ts'

let clamd: Awaited<ReturnType<typeof startFakeClamd>>
let scanned: Setup
let unscanned: Setup

beforeAll(async () => {
  clamd = await startFakeClamd()
  const scanner = createClamdScanner(clamd.url, 500)
  ;[scanned, unscanned] = await Promise.all([setUp({}, { scanner }), setUp()])
})
afterAll(async () => {
  await Promise.all([scanned.close(), unscanned.close()])
  await clamd.close()
})

const makeAdmin = (setup: Setup) =>
  setup.makeUser({ permissions: [...allPermissions, 'dms:document:admin'] })

const path = '/api/dms/scan-policy'
const choose = (setup: Setup, admin: TestUser, policy: string, headers = {}) =>
  call(setup, admin, 'PUT', path, { policy }, headers)

const content = async (setup: Setup, user: TestUser, versionId: string) =>
  (await call(setup, user, 'GET', `/api/dms/versions/${versionId}/content`)).status

it('[DMS-05] keeps unjudged files back by default where there is a scanner, and not where none is', async () => {
  for (const [setup, hasScanner, status] of [
    [scanned, true, 403],
    [unscanned, false, 200],
  ] as const) {
    const admin = makeAdmin(setup)
    const { versionId } = await upload(setup, admin)
    expect((await call(setup, admin, 'GET', path)).body).toEqual({
      policy: 'DEPLOYMENT',
      hasScanner,
      revision: 0,
    })
    expect(await content(setup, admin, versionId)).toBe(status)
  }
})

it('[DMS-05] lets unjudged files go where the tenant says so, and infected ones never', async () => {
  const admin = makeAdmin(scanned)
  const pending = await upload(scanned, admin)
  const infected = await upload(scanned, admin, Buffer.from('a virus'))
  await choose(scanned, admin, 'BLOCK_INFECTED')

  expect(await content(scanned, admin, pending.versionId)).toBe(200)
  while ((await scanDue(scanned.deps)) > 0);
  expect(await content(scanned, admin, infected.versionId)).toBe(403)
})

it('[DMS-05] keeps back what was infected while it is looked at anew, until it is found clean', async () => {
  const admin = makeAdmin(scanned)
  await choose(scanned, admin, 'BLOCK_INFECTED')
  const { versionId } = await upload(scanned, admin, Buffer.from('a virus that is no longer one'))
  const ask = (method: 'GET' | 'POST', part: string) =>
    call(scanned, admin, method, `/api/dms/versions/${versionId}${part}`)
  const scanAll = async () => {
    while ((await scanDue(scanned.deps)) > 0);
    return (await ask('GET', '')).body['scanStatus']
  }
  const previews = async () => {
    while ((await renderDue(scanned.deps)) > 0);
    const { items } = (await ask('GET', '/renditions')).body as { items: { status: string }[] }
    return new Set(items.map(({ status }) => status))
  }
  const exported = async () => {
    const { tenantId } = scanned
    const { rows } = await sql<{ id: string }>`
      select object_id as id from document_versions
      where tenant_id = ${tenantId} and id = ${versionId}`.execute(scanned.db)
    return findFiledObject(scanned.deps.db, tenantId, String(rows[0]?.id))
  }
  await scanAll()

  expect((await ask('POST', '/scan')).status).toBe(202)
  expect((await ask('GET', '')).body).toMatchObject({ scanStatus: 'PENDING' })
  expect(await content(scanned, admin, versionId)).toBe(403)
  expect(await previews()).toEqual(new Set(['PENDING']))
  expect(await exported()).toMatchObject({ infected: true })
  clamd.state.mood = 'confused'
  expect(await scanAll()).toBe('INFECTED')
  expect(await content(scanned, admin, versionId)).toBe(403)

  clamd.state.mood = 'well'
  clamd.state.signature = 'another'
  await ask('POST', '/scan')
  expect(await scanAll()).toBe('CLEAN')
  clamd.state.signature = 'virus'
  await ask('POST', '/scan')
  expect(await content(scanned, admin, versionId)).toBe(200)
  expect(await previews()).not.toContain('PENDING')
  expect(await exported()).toMatchObject({ infected: false })
})

it('[DMS-05] keeps everything back where a tenant requires a verdict that nobody can give', async () => {
  const admin = makeAdmin(unscanned)
  const { versionId } = await upload(unscanned, admin)
  await choose(unscanned, admin, 'REQUIRE_CLEAN')
  expect(await content(unscanned, admin, versionId)).toBe(403)

  await choose(unscanned, admin, 'DEPLOYMENT')
  expect(await content(unscanned, admin, versionId)).toBe(200)
})

it('[DMS-15] is changed by administrators alone, one after the other, on the record', async () => {
  const admin = makeAdmin(scanned)
  expect((await choose(scanned, scanned.makeUser(), 'DEPLOYMENT')).status).toBe(403)
  const { headers } = await call(scanned, admin, 'GET', path)
  const match = { 'if-match': String(headers['etag']) }

  expect((await choose(scanned, admin, 'REQUIRE_CLEAN', match)).status).toBe(200)
  expect(await choose(scanned, admin, 'DEPLOYMENT', match)).toMatchObject({
    status: 412,
    body: { code: 'dms.revision_mismatch' },
  })
  const audit = await call(scanned, admin, 'GET', '/api/dms/audit?limit=1')
  expect(audit.body['items']).toMatchObject([
    { action: 'scan_policy.changed', detail: { to: 'REQUIRE_CLEAN' } },
  ])
})
