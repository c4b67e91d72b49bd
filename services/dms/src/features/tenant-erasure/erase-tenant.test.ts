import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnchoring } from '@countersign/service-kit/audit-anchors'
import { listEventHeads } from '@countersign/service-kit/audit-event-queries'
import { openAnchors } from '@countersign/service-kit/audit-open-anchors'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { countOfTenant } from '@countersign/test-kit/tenant-data'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Lab, openLab, storeAll } from '../../testing/lab.ts'
import { countWaiting } from '../../testing/race.ts'
import { linesOf, runCli } from '../../testing/run-cli.ts'
import { startCli } from '../../testing/service-process.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { insertHold } from '../retention/queries.ts'

const seed = randomBytes(32).toString('base64url')
const polled = { timeout: 120_000, interval: 100 }
let lab: Lab
let folder: string
let environment: Readonly<Record<string, string>>

/** Tenants that a running service has stored something of. */
interface Tenant {
  readonly id: string
  readonly documents: readonly string[]
}

beforeAll(async () => {
  lab = await openLab()
  folder = await mkdtemp(join(tmpdir(), 'anchors-'))
  environment = { STORAGE_FILESYSTEM_ROOT: lab.root, PREVIEW_WORKERS: '0' }
  // Where a test wants it, the erasure stands still before it removes rows of objects.
  await sql`create function stand_still() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(4711); return old; end'`.execute(lab.db)
  await sql`create trigger storage_objects_stand_still before delete on storage_objects
    for each row execute function stand_still()`.execute(lab.db)
})
afterAll(async () => {
  await lab.close()
  await rm(folder, { recursive: true })
})

async function createTenant(): Promise<Tenant> {
  const id: string = randomUUID()
  await lab.start(environment)
  const stored = await storeAll(lab.clientOf({ sub: randomUUID(), tenantId: id }), [1000, 2000])
  return { id, documents: stored.map(({ documentId }) => documentId) }
}

const asOwner = () => ({
  ...lab.options,
  environment: { ...environment, DATABASE_URL: lab.ownerUrl },
})
const argsOf = (tenant: Tenant, more: readonly string[]) => [
  'tenant',
  'erase',
  '--tenant',
  tenant.id,
  ...more,
]
/** A folder has one writer: the service is stopped. */
async function run(tenant: Tenant, ...more: readonly string[]) {
  await lab.stop()
  return runCli(asOwner(), argsOf(tenant, more))
}
async function ask(tenant: Tenant): Promise<string> {
  const { code, output } = await run(tenant, '--wait-days', '0', '--by', 'ops')
  expect(code).toBe(0)
  return String(linesOf(output)[0]?.['erasureId'])
}
const filesOf = async ({ id }: Tenant) =>
  (await lab.listFiles()).whole.filter((key) => key.includes(id)).length
const left = ({ id }: Tenant) => countOfTenant(lab.db, id)
const open = () => openAnchors({}, `file:${folder}`)
const anchor = () =>
  createAnchoring({
    service: 'dms',
    now: () => new Date(),
    seed,
    readHeads: () => listEventHeads(lab.db),
    open,
  })()
const verify = async () =>
  verifyService(lab.db, 'dms', { stores: [await open()], keys: [publicKeyOf(seed)] })

const evidence = { audit_events: 2, audit_heads: 1, tenant_erasures: 1 }

describe('the erasure of a tenant', () => {
  it('removes rows and objects, also those that no row knows, and nothing of another', async () => {
    const tenant = await createTenant()
    await lab.stop()
    const other = await createTenant()
    await anchor()
    const untouched = await left(other)
    expect([await filesOf(tenant), await filesOf(other)]).toEqual([2, 2])
    const orphans = join(lab.root, 'objects', tenant.id, 'zz')
    await mkdir(orphans, { recursive: true })
    await writeFile(join(orphans, 'nobody-knows'), 'bytes')
    const erasureId = await ask(tenant)

    const { code, output, complaints } = await run(tenant, '--confirm', erasureId)
    expect([code, complaints, linesOf(output)]).toEqual([
      0,
      expect.stringContaining('storage_objects: 2 rows'),
      [
        expect.objectContaining({
          state: 'DONE',
          counts: expect.objectContaining({ documents: 2, storage_objects: 2, storage_sources: 1 }),
        }),
      ],
    ])
    expect([await filesOf(tenant), await filesOf(other)]).toEqual([0, 2])
    expect(await left(tenant)).toEqual(evidence)
    expect(await left(other)).toEqual(untouched)
    expect((await run(tenant, '--confirm', erasureId)).output).toBe(output)
  })

  it('leaves a chain that says so and that anchors of before continue in', async () => {
    const tenant = await createTenant()
    await lab.stop()
    const other = await createTenant()
    await anchor()
    await run(tenant, '--confirm', await ask(tenant))
    await anchor()
    const { faults, notes } = await verify()
    expect(faults).toEqual([])
    expect(notes).toContainEqual(expect.stringContaining(`tenant ${tenant.id} was erased`))

    await sql`alter table audit_events disable trigger user`.execute(lab.db)
    await sql`update audit_events set previous_hash = sha256('x') where tenant_id = ${tenant.id}
      and action = 'tenant.erasure_begun'`.execute(lab.db)
    await sql`delete from audit_events where tenant_id = ${other.id} and sequence = 2`.execute(
      lab.db,
    )
    const tampered = await verify()
    await sql`alter table audit_events enable trigger user`.execute(lab.db)
    const kindsOf = ({ id }: Tenant) =>
      tampered.faults.filter(({ tenantId }) => tenantId === id).map(({ kind }) => kind)
    expect(kindsOf(tenant)).toContain('history_rewritten')
    expect(kindsOf(other)).toEqual(['event_fault'])
  })

  it('goes on where a process was killed, with the objects before their rows', async () => {
    const tenant = await createTenant()
    const erasureId = await ask(tenant)
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    const { promise: held, resolve: hold } = Promise.withResolvers<undefined>()
    const holding = lab.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
      hold(undefined)
      await released
    })
    onTestFinished(() => release(undefined))
    await held
    await lab.stop()
    const first = startCli(asOwner(), argsOf(tenant, ['--confirm', erasureId]))
    onTestFinished(() => first.kill())
    await expect
      .poll(async () => {
        const { rows } =
          await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and objid = 4711 and database = (select oid from pg_database where datname = current_database())`.execute(
            lab.db,
          )
        return rows.length
      }, polled)
      .toBeGreaterThan(0)
    const second = await run(tenant, '--confirm', erasureId)
    expect(second).toMatchObject({ code: 2, output: '' })
    await first.kill()
    release(undefined)
    await holding
    expect(await left(tenant)).toMatchObject({ storage_objects: 2 })
    expect(await filesOf(tenant)).toBe(0)
    expect(await run(tenant, '--confirm', erasureId)).toMatchObject({ code: 0 })
    expect(await left(tenant)).toEqual(evidence)
  })

  it('ends where one died that had removed what refers to documents, and nothing of them', async () => {
    const tenant = await createTenant()
    const erasureId = await ask(tenant)
    await sql`create function die() returns trigger language plpgsql as
      'begin raise exception ''died here''; end'`.execute(lab.db)
    await sql`create trigger document_versions_die before delete on document_versions
      for each row execute function die()`.execute(lab.db)
    onTestFinished(async () => void (await sql`drop function die cascade`.execute(lab.db)))
    expect((await run(tenant, '--confirm', erasureId)).complaints).toContain('died here')
    await sql`alter table document_versions disable trigger document_versions_die`.execute(lab.db)
    await sql`update documents as d set current_version_id = v.id from document_versions as v
      where d.tenant_id = ${tenant.id} and v.tenant_id = d.tenant_id and v.document_id = d.id`.execute(
      lab.db,
    )
    expect(await run(tenant, '--confirm', erasureId)).toMatchObject({ code: 0 })
    expect(await left(tenant)).toEqual(evidence)
  })

  it('removes folders that go round in a ring, and those in them', async () => {
    const tenant = await createTenant()
    const [one, two, inside] = [randomUUID(), randomUUID(), randomUUID()]
    await sql`insert into folders (tenant_id, id, parent_id, name, owner_id, created_at, updated_at)
      select ${tenant.id}, id, parent_id, id::text, ${randomUUID()}, now(), now()
      from (values (${one}::uuid, ${two}::uuid), (${two}, ${one}), (${inside}, ${one})) as f (id, parent_id)`.execute(
      lab.db,
    )
    expect(await run(tenant, '--confirm', await ask(tenant))).toMatchObject({ code: 0 })
    expect(await left(tenant)).toEqual(evidence)
  })

  it('is refused for documents under a legal hold, by the role of the service, and while it is used', async () => {
    const tenant = await createTenant()
    const asService = await runCli(
      { ...lab.options, environment },
      argsOf(tenant, ['--wait-days', '0']),
    )
    expect(asService).toMatchObject({ code: 2, output: '' })
    expect(asService.complaints).toContain('has to be the address of the owner')
    await sql`insert into legal_holds (tenant_id, id, document_id, reason, created_by, created_at)
      values (${tenant.id}, ${randomUUID()}, ${tenant.documents[0]}, 'suit', ${randomUUID()}, now())`.execute(
      lab.db,
    )
    expect(await run(tenant)).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('legal hold'),
    })
    await sql`update legal_holds set released_at = now(), released_by = created_by
      where tenant_id = ${tenant.id}`.execute(lab.db)
    const erasureId = await ask(tenant)
    await lab.start(environment)
    await storeAll(lab.clientOf({ sub: randomUUID(), tenantId: tenant.id }), [10])
    expect(await run(tenant, '--confirm', erasureId)).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('it was used after it was asked for'),
    })
    expect(await filesOf(tenant)).toBe(3)
  })

  it('is refused for a legal hold that is placed while it begins', async () => {
    const tenant = await createTenant()
    const erasureId = await ask(tenant)
    const [documentId = ''] = tenant.documents
    const erasing = await lab.db.transaction().execute(async (tx) => {
      const now = new Date()
      const hold = { id: randomUUID(), documentId, reason: 'suit', createdBy: randomUUID() }
      await insertHold(tx, tenant.id, { ...hold, createdAt: now })
      const actor = userActor(hold.createdBy)
      await appendAudit(tx, tenant.id, now, [{ action: 'document.held', actor, documentId }])
      const running = runCli(asOwner(), argsOf(tenant, ['--confirm', erasureId]))
      await expect.poll(() => countWaiting(lab.db), polled).toBe(1)
      return { running }
    })
    expect(await erasing.running).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('legal hold'),
    })
    expect(await left(tenant)).toMatchObject({ legal_holds: 1, documents: 2 })
    expect(await filesOf(tenant)).toBe(2)
  })
})
