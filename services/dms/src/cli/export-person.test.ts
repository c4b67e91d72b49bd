import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { listExports } from '../testing/exports.ts'
import { type Client, type Lab, openLab, store, type Stored } from '../testing/lab.ts'
import { linesOf, runCli } from '../testing/run-cli.ts'
import { startCli } from '../testing/service-process.ts'

let lab: Lab
let environment: Readonly<Record<string, string>>
let tenantId: string
const [person, other] = [randomUUID(), randomUUID()]
let theirs: Stored
let shared: Stored
let hidden: Stored

const clientOf = (sub: string, of = tenantId) => lab.clientOf({ sub, tenantId: of })
const optionsOf = () => ({ ...lab.options, environment })
const argsOf = (...more: readonly string[]) => exportOf(person, ...more)
const exportOf = (userId: string, ...more: readonly string[]) => [
  'person',
  'export',
  '--tenant',
  tenantId,
  '--user',
  userId,
  ...more,
]
async function name(client: Client, { documentId }: Stored, title: string): Promise<void> {
  const { status } = await client.send('PATCH', `documents/${documentId}`, { title })
  expect(status).toBe(200)
}

beforeAll(async () => {
  lab = await openLab()
  tenantId = lab.tenantId
  environment = { STORAGE_FILESYSTEM_ROOT: lab.root, PREVIEW_WORKERS: '0' }
  await lab.start(environment)
  const [one, two] = [clientOf(person), clientOf(other)]
  theirs = await store(one, Buffer.from('of the person'))
  shared = await store(two, Buffer.from('of another, who lets the person read it'))
  hidden = await store(two, Buffer.from('of another, for nobody else'))
  await name(one, theirs, 'Own title')
  await name(two, shared, 'Shared title')
  await name(two, hidden, 'Hidden title')
  await sql`insert into acl_entries (tenant_id, resource_kind, resource_id, principal, allow, deny)
    values (${tenantId}, 'document', ${shared.documentId}, ${`user:${person}`}, '{read}', '{}')`.execute(
    lab.db,
  )
  // The same account in another tenant.
  await store(clientOf(person, randomUUID()), Buffer.from('elsewhere'))
})
afterAll(() => lab.close())

describe('person export', () => {
  it('prints the rows that name them, in the tenant, and goes on behind a cursor', async () => {
    const { code, output, complaints } = await runCli(optionsOf(), argsOf())
    expect([code, complaints]).toEqual([0, ''])
    const all = linesOf(output)
    const rowsOf = (table: string) =>
      all.filter((line) => line['table'] === table).map(({ row }) => row)
    expect(rowsOf('documents')).toEqual([
      expect.objectContaining({ id: theirs.documentId, owner_id: person, title: 'Own title' }),
    ])
    expect(rowsOf('document_versions')).toEqual([
      expect.objectContaining({ id: theirs.versionId, created_by: person }),
    ])
    expect(rowsOf('uploads')).toEqual([expect.objectContaining({ owner_id: person })])
    expect(rowsOf('acl_entries')).toEqual([
      expect.objectContaining({
        principal: `user:${person}`,
        resource_id: shared.documentId,
        allow: ['read'],
      }),
    ])
    expect(rowsOf('audit_events')).toEqual(
      expect.arrayContaining([expect.objectContaining({ actor_id: person })]),
    )
    const { counts } = all.at(-1) as { counts: Record<string, number> }
    expect(all.at(-1)).toMatchObject({ end: true })
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(all.length - 1)

    const at = all.findIndex(({ table }) => table === 'documents')
    const rest = await runCli(optionsOf(), argsOf('--after', String(all[at]?.['cursor'])))
    expect(linesOf(rest.output).slice(0, -1)).toEqual(all.slice(at + 1, -1))
  })

  it('has nothing of what they may not see, of who else is there, of other tenants, and no keys', async () => {
    const { output } = await runCli(optionsOf(), argsOf())
    for (const foreign of [
      hidden.documentId,
      hidden.versionId,
      'Hidden title',
      'Shared title',
      other,
    ])
      expect(output).not.toContain(foreign)
    const tenants = linesOf(output).flatMap((line) => {
      const { row } = line as { row?: { tenant_id?: string } }
      return row === undefined ? [] : [row.tenant_id]
    })
    expect(new Set(tenants)).toEqual(new Set([tenantId]))
    expect(output).not.toMatch(/creation_key|creation_hash|token_hash|password_hash/)

    const nobody = await runCli(optionsOf(), exportOf(randomUUID()))
    expect(linesOf(nobody.output)).toEqual([{ end: true, counts: {} }])
  })

  it('ends with 2 for what is no id, and records nothing', async () => {
    const before = await listExports(lab.db, tenantId)
    const { code, complaints } = await runCli(optionsOf(), exportOf('somebody'))
    expect([code, complaints]).toEqual([2, '--tenant and --user are ids'])
    expect(await listExports(lab.db, tenantId)).toEqual(before)
  })

  it('leaves a record of each try that began, and one of its end, which the chain holds', async () => {
    const earlier = (await listExports(lab.db, tenantId)).length
    // It stands still after some tables, and is killed there.
    const waiting = Promise.withResolvers<undefined>()
    onTestFinished(() => waiting.resolve(undefined))
    const locked = Promise.withResolvers<undefined>()
    const locking = lab.db.transaction().execute(async (tx) => {
      await sql`lock table legal_holds in access exclusive mode`.execute(tx)
      locked.resolve(undefined)
      await waiting.promise
    })
    await locked.promise
    const cut = startCli(optionsOf(), argsOf('--by', 'the first'))
    onTestFinished(() => cut.kill())
    const waits = sql`select 1 from pg_locks where not granted and relation = 'legal_holds'::regclass`
    await expect
      .poll(async () => (await waits.execute(lab.db)).rows.length, { timeout: 60_000 })
      .toBe(1)
    await cut.kill()
    waiting.resolve(undefined)
    await locking
    const printed = linesOf((await cut.done).output)
    expect(printed.length).toBeGreaterThan(3)
    expect(printed.filter(({ end }) => end === true)).toEqual([])

    const cursor = String(printed.at(-1)?.['cursor'])
    const rest = await runCli(optionsOf(), argsOf('--after', cursor))
    expect(rest.code).toBe(0)
    const { counts } = linesOf(rest.output).at(-1) as { counts: object }
    const entries = (await listExports(lab.db, tenantId)).slice(earlier)
    const ids = entries.map(([, { exportId }]) => exportId)
    const second = { by: expect.stringContaining(`@${hostname()}`), continues: true }
    expect(entries).toEqual([
      ['person.export_begun', { exportId: ids[0], userId: person, by: 'the first' }],
      ['person.export_begun', { exportId: ids[1], userId: person, ...second }],
      ['person.exported', { exportId: ids[1], userId: person, ...second, counts }],
    ])
    expect(ids[0]).not.toBe(ids[1])
    const verified = await runCli(optionsOf(), ['audit', 'verify', '--tenant', tenantId])
    expect(verified).toMatchObject({ code: 0, output: expect.stringContaining('"valid":true') })
  })
})
