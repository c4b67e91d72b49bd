import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createAnchoring } from '@countersign/service-kit/audit-anchors'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { openAnchors } from '@countersign/service-kit/audit-open-anchors'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { readChainHeads } from '@countersign/service-kit/audit-workers'
import { createDatabase } from '@countersign/service-kit/db'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { printTenant } from '@countersign/service-kit/tenants-export-command'
import { createLogger } from '@countersign/service-kit/log'
import { askForTenantErasure, eraseTenant } from '@countersign/service-kit/tenants-erase'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'
import { countOfTenant } from '@countersign/test-kit/tenant-data'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { insertAuditEvents } from '../../audit/entries.ts'
import { applySeed } from '../../bootstrap/apply.ts'
import { tenantData } from '../../db/tenant-data.ts'
import type { IamDatabase } from '../../db/types.ts'
import { migrations } from '../../migrations.ts'
import { testHasher } from '../../testing/start.ts'
import { acme, globex, userIds, world } from '../../testing/world.ts'
import { tenantErasing } from './erase.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const seed = randomBytes(32).toString('base64url')
let database: TestDatabase
let db: IamDatabase
let owner: IamDatabase
let folder: string
let releaseDepartments = async (): Promise<void> => undefined

beforeEach(async () => {
  database = await useDatabase({ migrations })
  const options = { poolSize: 3, applicationName: 'test', log }
  db = createDatabase({ url: database.url, ...options })
  owner = createDatabase({ url: database.ownerUrl, ...options })
  folder = await mkdtemp(join(tmpdir(), 'anchors-'))
  await applySeed(db, testHasher, world)
  // People who lead, who have each other as managers, and who are of both tenants.
  await sql`insert into departments (id, tenant_id, code, name, leader_id)
    values (gen_random_uuid(), ${globex}, 'all', 'All', ${userIds.outsider})`.execute(db)
  await sql`update memberships set department_id = (select id from departments where tenant_id = ${globex} limit 1),
    manager_id = case when user_id = ${userIds.both} then ${userIds.outsider}::uuid else ${userIds.both}::uuid end
    where tenant_id = ${globex} and user_id in (${userIds.both}, ${userIds.outsider})`.execute(db)
  await insertAuditEvents(
    db,
    [acme, globex].flatMap((tenantId) =>
      ['a.b', 'c.d'].map((action) => ({ action, actorKind: 'system' as const, tenantId })),
    ),
    new Date(),
  )
  await seal()
})
afterEach(async () => {
  await releaseDepartments()
  await Promise.all([db.destroy(), owner.destroy()])
  await database.drop()
  await rm(folder, { recursive: true })
})

const now = () => new Date()
const open = () => openAnchors({}, `file:${folder}`)
async function seal(): Promise<void> {
  await extendChain(db, { log: chainedLogs.iam, now })
  const readHeads = () => readChainHeads(db, chainedLogs.iam)
  await createAnchoring({ service: 'iam', now, seed, readHeads, open })()
}
const verify = async () =>
  verifyService(db, 'iam', { stores: [await open()], keys: [publicKeyOf(seed)] })
const kinds = async () => new Set((await verify()).faults.map(({ kind }) => kind))
const ask = () =>
  askForTenantErasure(tenantErasing(owner), { tenantId: globex, by: 'ops', waitDays: 0 })
const setStatus = (status: string) =>
  sql`update tenants set status = ${status} where id = ${globex}`.execute(db)
async function erase() {
  await setStatus('suspended')
  return eraseTenant(tenantErasing(owner), globex, (await ask()).erasureId)
}
async function exportOf(tenantId: string): Promise<readonly string[]> {
  const lines: string[] = []
  const [print, record] = [(line: string) => lines.push(line), async () => undefined]
  await printTenant(owner, tenantData, { tenantId, by: 'ops' }, { print, record })
  return lines
}
const cli = new URL('../../cli.ts', import.meta.url)

/** The command as an operator runs it. */
function run(...args: readonly string[]) {
  const words = ['tenant', 'erase', '--tenant', globex, ...args]
  const child = spawn(process.execPath, [...programArguments(cli), ...words], {
    env: { ...programEnvironment(), DATABASE_URL: database.ownerUrl, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  onTestFinished(kill)
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const done = said.then(([output, complaints]) => ({ code: child.exitCode, output, complaints }))
  return { kill, done }
}

/** Erasures stand still before they remove departments, until what it answers is called. */
async function holdDepartments(): Promise<() => Promise<void>> {
  await sql`create function stand_still() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(4711); return old; end'`.execute(owner)
  await sql`create trigger departments_stand_still before delete on departments
    for each row execute function stand_still()`.execute(owner)
  const [released, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  // It writes nothing: erasures wait for whoever does.
  const holding = owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    held.resolve(undefined)
    await released.promise
  })
  await held.promise
  releaseDepartments = async () => {
    released.resolve(undefined)
    await holding
  }
  return releaseDepartments
}
const standsStill = () =>
  expect
    .poll(
      async () => {
        const { rows } =
          await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and objid = 4711 and database = (select oid from pg_database where datname = current_database())`.execute(
            owner,
          )
        return rows.length
      },
      { timeout: 120_000 },
    )
    .toBe(1)

const takeRowsOf = (tenantId: string) =>
  database.asOwner(`alter table audit_events disable trigger user;
    delete from audit_events where tenant_id = '${tenantId}';
    alter table audit_events enable trigger user`)

describe('the erasure of a tenant', () => {
  it('removes what iam has of it, with accounts of no other tenant, and nothing of another', async () => {
    const untouched = await exportOf(acme)
    const { counts } = await erase()
    expect(await exportOf(acme)).toEqual(untouched)
    const { security_events: _, ...left } = await countOfTenant(owner, globex)
    expect(left).toEqual({ tenant_erasures: 1 })
    expect(counts).toMatchObject({ tenants: 1, memberships: 2, users: 1, departments: 1 })
    const { rows } = await sql<{ id: string }>`select id from users
      where id in (${userIds.both}, ${userIds.outsider})`.execute(owner)
    expect(rows).toEqual([{ id: userIds.both }])
  })

  it('stays in the audit of the platform, with who asked and what went', async () => {
    const { erasureId, counts } = await erase()
    const { rows } = await sql<{ action: string; details: object }>`
      select action, details from audit_events
      where target_id = ${globex} and tenant_id is null and action like 'tenant.eras%'
      order by action`.execute(owner)
    expect(rows).toEqual([
      { action: 'tenant.erased', details: { erasureId, counts } },
      { action: 'tenant.erasure_begun', details: { erasureId, askedBy: 'ops' } },
    ])
  })

  it('takes no active tenant, and none that was activated again', async () => {
    await expect(ask()).rejects.toThrow('is active: suspend it before')
    await setStatus('suspended')
    const { erasureId } = await ask()
    await setStatus('active')
    const begin = () => eraseTenant(tenantErasing(owner), globex, erasureId)
    await expect(begin()).rejects.toThrow('is active: suspend it before')
    const unknown = { tenantId: randomUUID(), by: 'ops', waitDays: 0 }
    await expect(askForTenantErasure(tenantErasing(owner), unknown)).rejects.toThrow('nothing is')
  })

  it('goes on where a process was killed, and counts what went once', async () => {
    const untouched = await exportOf(acme)
    await setStatus('suspended')
    const { erasureId } = await ask()
    const release = await holdDepartments()
    const first = run('--confirm', erasureId)
    await standsStill()
    const second = await run('--confirm', erasureId).done
    expect(second).toMatchObject({
      output: '',
      complaints: expect.stringContaining('another process is erasing this tenant'),
    })
    expect(second.code).not.toBe(0)
    await first.kill()
    await release()
    const left = await countOfTenant(owner, globex)
    expect(left).toMatchObject({ departments: 1 })
    expect(left).not.toHaveProperty('memberships')
    await seal()
    expect((await verify()).faults).toEqual([])
    expect(JSON.parse((await run('--status').done).output)).toMatchObject({ state: 'ERASING' })

    const { code, output } = await run('--confirm', erasureId).done
    expect([code, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({
        state: 'DONE',
        counts: expect.objectContaining({ tenants: 1, memberships: 2, users: 1, departments: 1 }),
      }),
    ])
    const { security_events: _, ...kept } = await countOfTenant(owner, globex)
    expect(kept).toEqual({ tenant_erasures: 1 })
    expect(await exportOf(acme)).toEqual(untouched)
    await seal()
    expect((await verify()).faults).toEqual([])
    const { rows } = await sql`select action from audit_events
      where target_id = ${globex} and tenant_id is null and action like 'tenant.eras%'
      order by action`.execute(owner)
    expect(rows).toEqual([{ action: 'tenant.erased' }, { action: 'tenant.erasure_begun' }])
  })

  it('is not undone while it is under way, and takes no more members', async () => {
    await setStatus('suspended')
    await ask()
    await sql`update tenant_erasures set begun_at = now() + interval '1 second'`.execute(owner)
    await expect(setStatus('active')).rejects.toThrow('was erased')
    await expect(
      sql`insert into memberships (tenant_id, user_id) values (${globex}, ${userIds.manager})`.execute(
        db,
      ),
    ).rejects.toThrow('was erased')
    // What an account does is told to all of its tenants: the others hear of it.
    const both = [globex, acme].map((tenantId) => ({
      action: 'e.f',
      actorKind: 'user' as const,
      tenantId,
    }))
    await insertAuditEvents(db, both, new Date())
    const { rows } = await sql`select tenant_id from audit_events where action = 'e.f'`.execute(
      owner,
    )
    expect(rows).toEqual([{ tenant_id: acme }])
  })
})

describe('the audit of a service that erased a tenant', () => {
  it('misses nothing of a tenant whose erasure is in the chain', async () => {
    expect(await verify()).toMatchObject({ holds: true })
    await erase()
    await seal()
    const { faults, notes } = await verify()
    expect(faults).toEqual([])
    expect(notes).toEqual([
      expect.stringMatching(`tenant ${globex} was erased, says block 2: \\d+`),
    ])
  })

  it('misses rows of a tenant whose erasure is not in the chain, whatever a table says', async () => {
    await erase()
    await takeRowsOf(acme)
    await seal()
    const ofAcme = async () =>
      (await verify()).faults.filter(({ tenantId }) => tenantId === acme).map(({ kind }) => kind)
    const missing = await ofAcme()
    expect(new Set(missing)).toEqual(new Set(['row_missing']))
    await sql`insert into tenant_erasures (erasure_id, tenant_id, asked_by, asked_at, due_at, begun_at, ended_at)
      values (gen_random_uuid(), ${acme}, 'ops', now(), now(), now(), now())`.execute(owner)
    expect(await ofAcme()).toEqual(missing)
  })

  it('shows when the record of an erasure was changed or removed', async () => {
    await erase()
    await seal()
    const change = (statement: string) =>
      database.asOwner(`alter table tenant_erasures disable trigger user; ${statement};
        alter table tenant_erasures enable trigger user`)
    await change(`update tenant_erasures set asked_by = 'somebody else'`)
    expect(await kinds()).toEqual(new Set(['row_changed']))
    await change('delete from tenant_erasures')
    expect(await kinds()).toEqual(new Set(['row_missing']))
  })

  it('shows when a block of before was made one of an erasure', async () => {
    await takeRowsOf(acme)
    await database.asOwner(`alter table chain_blocks disable trigger user;
      update chain_blocks set rows = '${acme} ${randomUUID()} ' || repeat('A', 43) || '=',
        columns = '{erasure_id}' where number = 1`)
    expect(await kinds()).toContain('block_changed')
  })
})
