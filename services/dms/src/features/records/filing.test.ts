import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bindVersion, type Bound } from '../../testing/bound.ts'
import { call, setUp, sha256, type Setup, type TestUser } from '../../testing/setup.ts'
import { reap } from '../../testing/reap.ts'
import { fileDue } from './worker.ts'

let setup: Setup
let owner: TestUser
let administrator: TestUser
beforeEach(async () => {
  setup = await setUp()
  owner = setup.makeUser()
  administrator = setup.makeUser({
    permissions: ['dms:document:read', 'dms:document:admin', 'dms:audit:read'],
  })
})
afterEach(() => setup.close())

const policy = '/api/dms/record-filing-policy'
const pathOf = ({ versionId }: { versionId: string }) => `/api/dms/versions/${versionId}/records`

interface Filed {
  readonly id: string
  readonly status: string
  readonly language: string
  readonly reason?: string
  readonly print?: { readonly sha256: string; readonly sizeBytes: number }
  readonly record?: { readonly sha256: string }
}

async function list(user: TestUser, bound: Bound): Promise<Filed[]> {
  const { body } = await call(setup, user, 'GET', pathOf(bound))
  return body['items'] as Filed[]
}

const request = (bound: Bound, language = 'en', user = owner) =>
  call(setup, user, 'POST', pathOf(bound), { language })

async function approved(): Promise<Bound> {
  const bound = await bindVersion(setup, owner)
  await bound.say('instance.approved', { status: 'APPROVED' })
  return bound
}

const storedObjects = async () => {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from storage_objects group by status`.execute(setup.db)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

const fetches = () => setup.bpm.requests.filter(({ line }) => line.endsWith('/record'))

it('files nothing by itself until the tenant says so, then both languages when an approval ends', async () => {
  const before = await approved()
  await call(setup, administrator, 'PUT', policy, { languages: ['en', 'zh-CN'] })
  const bound = await approved()
  setup.advance(2_000)
  while ((await fileDue(setup.deps)) > 0);

  expect(await list(owner, before)).toEqual([])
  const items = await list(owner, bound)
  expect(items.map(({ language, status }) => [language, status])).toEqual([
    ['en', 'FILED'],
    ['zh-CN', 'FILED'],
  ])
  expect(fetches().map(({ token }) => token)).toEqual(
    Array.from({ length: 2 }, () => `bpm.instance.read tenant:${setup.tenantId}`),
  )
})

it('gives both forms to who reads the version, as they were hashed, and says so in the audit', async () => {
  const bound = await approved()
  expect((await request(bound)).status).toBe(202)
  await fileDue(setup.deps)
  const [filed] = await list(owner, bound)
  const path = `${pathOf(bound)}/${filed?.id}/content`
  const print = await call(setup, owner, 'GET', path)
  const record = await call(setup, owner, 'GET', `${path}?form=jose`)

  expect(print.headers['content-type']).toBe('application/pdf')
  expect(print.headers['content-disposition']).toContain(`record-${bound.instanceId}-en.pdf`)
  expect(print.bytes.toString()).toMatch(/^%PDF-1\.7 en /)
  expect(sha256(print.bytes)).toBe(filed?.print?.sha256)
  expect(record.bytes.toString()).toBe(`e30.${bound.instanceId}.c2ln`)
  expect(sha256(record.bytes)).toBe(filed?.record?.sha256)

  const stranger = setup.makeUser()
  const refused = await Promise.all([
    call(setup, stranger, 'GET', pathOf(bound)),
    call(setup, stranger, 'GET', path),
    call(setup, stranger, 'POST', pathOf(bound), {}),
  ])
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
  const audit = await call(
    setup,
    administrator,
    'GET',
    `/api/dms/documents/${bound.documentId}/audit`,
  )
  const actions = (audit.body['items'] as { action: string }[]).map(({ action }) => action)
  expect(actions.slice(0, 4)).toEqual([
    'record.downloaded',
    'record.downloaded',
    'record.filed',
    'record.requested',
  ])
})

it('is served without the bytes of its version, and says where its own are lost', async () => {
  const bound = await approved()
  await request(bound)
  await fileDue(setup.deps)
  const [filed] = await list(owner, bound)
  const path = `${pathOf(bound)}/${filed?.id}/content`
  const lose = (objects: RawBuilder<unknown>) =>
    sql`update storage_objects set lost_at = now()
      where tenant_id = ${setup.tenantId} and id in (${objects})`.execute(setup.db)

  await lose(sql`select object_id from document_versions
    where tenant_id = ${setup.tenantId} and id = ${bound.versionId}`)
  expect((await call(setup, owner, 'GET', path)).status).toBe(200)
  await lose(sql`select print_id from filed_records where tenant_id = ${setup.tenantId}`)
  expect(await call(setup, owner, 'GET', path)).toMatchObject({
    status: 410,
    body: { code: 'dms.content_lost' },
  })
  expect((await call(setup, owner, 'GET', `${path}?form=jose`)).status).toBe(200)
})

it('is for readers of the version: they have it while they read, and request nothing', async () => {
  const bound = await approved()
  await request(bound)
  await fileDue(setup.deps)
  const reader = setup.makeUser()
  const entries = (allow: string[]) =>
    call(setup, owner, 'PUT', `/api/dms/documents/${bound.documentId}/acl`, {
      inherit: true,
      entries: [{ principal: { kind: 'user', id: reader.id }, allow }],
    })
  await entries(['read'])
  const [filed] = await list(reader, bound)
  const path = `${pathOf(bound)}/${filed?.id}/content`
  const read = await call(setup, reader, 'GET', path)
  const asked = await request(bound, 'zh-CN', reader)
  await entries([])
  const later = await call(setup, reader, 'GET', path)

  expect([read.status, asked.status, later.status]).toEqual([200, 403, 404])
})

it('is requested by who started the approval or manages the document, not by all who write it', async () => {
  const bound = await approved()
  const [writer, manager] = [setup.makeUser(), setup.makeUser()]
  await call(setup, owner, 'PUT', `/api/dms/documents/${bound.documentId}/acl`, {
    inherit: true,
    entries: [
      { principal: { kind: 'user', id: writer.id }, allow: ['write'] },
      { principal: { kind: 'user', id: manager.id }, allow: ['manage'] },
    ],
  })
  const mayRequest = async (user: TestUser) =>
    (await call(setup, user, 'GET', pathOf(bound))).body['mayRequest']

  expect(await Promise.all([owner, writer, manager].map(mayRequest))).toEqual([true, false, true])
  expect(await request(bound, 'en', writer)).toMatchObject({
    status: 403,
    body: { code: 'dms.initiator_only' },
  })
  expect(await list(owner, bound)).toEqual([])
  expect((await request(bound, 'en', manager)).status).toBe(202)
})

it('files one for each round and language, however often and by how many it is asked for', async () => {
  const bound = await approved()
  const answers = await Promise.all(Array.from({ length: 8 }, () => request(bound)))
  await Promise.all(Array.from({ length: 8 }, () => fileDue(setup.deps)))
  const again = await request(bound)

  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 7 }, () => 200),
    202,
  ])
  expect(again.status).toBe(200)
  expect(await list(owner, bound)).toHaveLength(1)
  expect(fetches()).toHaveLength(1)
})

it('files one record when the process that fetched it died before it was stored', async () => {
  const bound = await approved()
  await request(bound)
  const fetched = Promise.withResolvers<void>()
  const died = Promise.withResolvers<never>()
  died.promise.catch(() => undefined)
  const { bpm } = setup.deps
  const readRecord: typeof bpm.readRecord = async (...given) => {
    const answer = await bpm.readRecord(...given)
    fetched.resolve()
    return answer.kind === 'read' ? died.promise : answer
  }
  // It neither ends nor tells anybody, as a process that is killed.
  void fileDue({ ...setup.deps, bpm: { ...bpm, readRecord } })
  await fetched.promise
  expect(await fileDue(setup.deps)).toBe(0)
  setup.advance(900_000)
  expect(await fileDue(setup.deps)).toBe(1)

  expect(await list(owner, bound)).toMatchObject([{ status: 'FILED' }])
  expect(await storedObjects()).toEqual({ STORED: 3 })
})

it('keeps what was filed first when a slower attempt comes with another record', async () => {
  const bound = await approved()
  await request(bound)
  const fetched = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const { bpm } = setup.deps
  const readRecord: typeof bpm.readRecord = async (...given) => {
    const answer = await bpm.readRecord(...given)
    fetched.resolve()
    await goOn.promise
    return answer
  }
  const slow = fileDue({ ...setup.deps, bpm: { ...bpm, readRecord } })
  await fetched.promise
  setup.advance(900_000)
  await fileDue(setup.deps)
  const [filed] = await list(owner, bound)
  goOn.resolve()
  await slow

  expect(await list(owner, bound)).toEqual([filed])
  expect(await storedObjects()).toEqual({ STORED: 3, DELETING: 2 })
  setup.advance(2 * 3_600_000)
  await reap(setup.deps)
  expect(await storedObjects()).toEqual({ STORED: 3, DELETED: 2 })
})

it('shows that it is not known, and tries again by itself', async () => {
  const bound = await approved()
  setup.bpm.faults.record = { status: 503, body: {} }
  await request(bound)
  await fileDue(setup.deps)
  expect(await list(owner, bound)).toMatchObject([
    { status: 'UNKNOWN', reason: 'the answer is 503' },
  ])
  setup.bpm.faults.record = 'none'
  expect(await fileDue(setup.deps)).toBe(0)
  setup.advance(2_000)
  await fileDue(setup.deps)

  expect(await list(owner, bound)).toMatchObject([{ status: 'FILED' }])
})

it('stays away when it was refused, until somebody asks again', async () => {
  const bound = await approved()
  setup.bpm.faults.record = { status: 422, body: { code: 'bpm.validation' } }
  await request(bound)
  await fileDue(setup.deps)
  setup.advance(3_600_000)
  expect(await fileDue(setup.deps)).toBe(0)
  expect(await list(owner, bound)).toMatchObject([{ status: 'REFUSED', reason: 'bpm.validation' }])

  setup.bpm.faults.record = 'none'
  expect((await request(bound)).status).toBe(202)
  await fileDue(setup.deps)
  expect(await list(owner, bound)).toMatchObject([{ status: 'FILED' }])
})

it.each([401, 403, 404])('goes on asking for a day after %d, ever more seldom', async (status) => {
  const bound = await approved()
  setup.bpm.faults.record = { status, body: { code: 'bpm.not_now' } }
  await request(bound)
  await fileDue(setup.deps)
  expect(await list(owner, bound)).toMatchObject([{ status: 'UNKNOWN', reason: 'bpm.not_now' }])

  await sql`update record_filings set attempts = 20`.execute(setup.db)
  setup.advance(2_000)
  await fileDue(setup.deps)
  setup.advance(3_599_000)
  expect(await fileDue(setup.deps)).toBe(0)
  setup.advance(1_000)
  expect(await fileDue(setup.deps)).toBe(1)
  expect(await list(owner, bound)).toMatchObject([{ status: 'UNKNOWN' }])
  setup.advance(24 * 3_600_000)
  await fileDue(setup.deps)
  expect(await list(owner, bound)).toMatchObject([{ status: 'REFUSED', reason: 'bpm.not_now' }])
})

it('does not ask again for what is too large', async () => {
  const bound = await approved()
  setup.bpm.faults.record = { status: 200, body: { record: 'x'.repeat(65 * 1024 ** 2) } }
  await request(bound)
  await fileDue(setup.deps)

  expect(await list(owner, bound)).toMatchObject([{ status: 'REFUSED', reason: 'too_large' }])
})

it('has no record of an approval that goes on', async () => {
  const bound = await bindVersion(setup, owner)

  expect(await request(bound)).toMatchObject({
    status: 409,
    body: { code: 'dms.approval_not_over' },
  })
})

it('has no record of an approval that was about another version, and was given up', async () => {
  const bound = await bindVersion(setup, owner)
  const variables = { versionId: randomUUID() }
  await bound.say('instance.approved', { status: 'APPROVED', variables })
  const path = `/api/dms/documents/${bound.documentId}/approval/abandon`
  expect((await call(setup, owner, 'POST', path)).body['status']).toBe('CLOSED')

  expect(await request(bound)).toMatchObject({
    status: 409,
    body: { code: 'dms.approval_not_over' },
  })
  expect(await list(owner, bound)).toEqual([])
})

it('is changed by nobody, not even by whoever owns its tables', async () => {
  const bound = await approved()
  await request(bound)
  await fileDue(setup.deps)

  for (const statement of [
    `update filed_records set print_sha256 = record_sha256`,
    `delete from filed_records`,
    `truncate filed_records`,
  ]) {
    await expect(setup.asOwner(statement)).rejects.toMatchObject({ code: '42501' })
  }
})

it('has a policy that only administrators see, changed over the revision that was read', async () => {
  const first = await call(setup, administrator, 'GET', policy)
  const changed = await call(setup, administrator, 'PUT', policy, {
    languages: ['en'],
    revision: 0,
  })
  const late = await call(setup, administrator, 'PUT', policy, { languages: [], revision: 0 })
  const other = await call(setup, owner, 'GET', policy)

  expect(first.body).toEqual({ languages: [], revision: 0 })
  expect(changed.body).toEqual({ languages: ['en'], revision: 1 })
  expect([late.status, other.status]).toEqual([412, 403])
})

it('is counted among the metrics until it is filed, told by why it is not', async () => {
  const warned = vi.spyOn(setup.deps.log, 'warn')
  const counted = async () => {
    const metrics = await setup.app.metrics.metrics()
    return ['waiting', 'failing', 'refused'].map(
      (state) =>
        new RegExp(`^dms_record_filings\\{state="${state}"\\} (\\d+)`, 'm').exec(metrics)?.[1],
    )
  }
  const bound = await approved()
  expect(await counted()).toEqual(['0', '0', '0'])
  await request(bound)
  expect(await counted()).toEqual(['1', '0', '0'])
  setup.bpm.faults.record = { status: 503, body: {} }
  await fileDue(setup.deps)
  expect(await counted()).toEqual(['0', '1', '0'])
  expect(warned.mock.calls.map(([, text]) => text)).toContain('record not filed yet')
  setup.bpm.faults.record = { status: 422, body: { code: 'bpm.validation' } }
  setup.advance(300_000)
  await fileDue(setup.deps)
  expect(await counted()).toEqual(['0', '0', '1'])
  setup.bpm.faults.record = 'none'
  await request(bound)
  await fileDue(setup.deps)
  expect(await counted()).toEqual(['0', '0', '0'])
})
