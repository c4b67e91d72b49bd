import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { createDatabase } from '@countersign/service-kit/db'
import { printTenant } from '@countersign/service-kit/tenants-export-command'
import { createLogger } from '@countersign/service-kit/log'
import { programArguments } from '@countersign/test-kit/programs'
import {
  askForTenantErasure,
  cancelTenantErasure,
  eraseTenant,
} from '@countersign/service-kit/tenants-erase'
import { countOfTenant } from '@countersign/test-kit/tenant-data'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Database, Schema } from '../../db/schema.ts'
import { tenantData } from '../../db/tenant-data.ts'
import { act, instancesPath, start, startBody } from '../../testing/approvals.testing.ts'
import { inARow, toUser, userTask } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'
import { tellOpenTasks } from '../biz-types/telling/worker.ts'
import { migrateSome } from '../migrations/worker.ts'
import { tenantErasing } from './erase-tenant.ts'

const service = useService()
const cli = new URL('../../cli.ts', import.meta.url)
const polled = { timeout: 120_000, interval: 100 }
let owner: Database
let tenant: TestTenant
let other: TestTenant

const connect = (): Database => {
  const log = createLogger({ service: 'test', level: 'silent' })
  return createDatabase<Schema>({
    url: service().ownerUrl,
    poolSize: 4,
    applicationName: 'test',
    log,
  })
}

beforeAll(async () => {
  owner = connect()
  // Where a test wants it, the erasure stands still before it removes tasks.
  await sql`create function stand_still() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(4711); return old; end'`.execute(owner)
  await sql`create trigger tasks_stand_still before delete on tasks
    for each row execute function stand_still()`.execute(owner)
})
afterAll(() => owner.destroy())

async function createUsed(): Promise<TestTenant> {
  const made = await createTenant(service())
  const candidates = toUser('manager')
  await publish(
    service(),
    made.id,
    inARow('row', [{ id: 'a', xml: userTask('a', { candidates }) }]),
  )
  const approval = await start(made)
  await act(made, 'manager', approval, 'approve', { comment: 'Fine' })
  await start(made)
  return made
}

beforeEach(async () => {
  tenant = await createUsed()
  other = await createUsed()
})

const by = 'the operator'
const ask = (waitDays = 0) =>
  askForTenantErasure(tenantErasing(owner), { tenantId: tenant.id, by, waitDays })
const erase = (confirmed: string) => eraseTenant(tenantErasing(owner), tenant.id, confirmed)
const left = () => countOfTenant(owner, tenant.id)
const seal = () => extendChain(owner, { log: chainedLogs.bpm, now: () => new Date() })
const verify = () => verifyService(owner, 'bpm', { stores: [], keys: [] })

async function exportOf(tenantId: string): Promise<readonly string[]> {
  const lines: string[] = []
  const [print, record] = [(line: string) => lines.push(line), async () => undefined]
  await printTenant(owner, tenantData, { tenantId, by: 'ops' }, { print, record })
  return lines
}

/** The command as an operator runs it. */
function run(...args: readonly string[]) {
  const child = spawn(
    process.execPath,
    [...programArguments(cli), 'tenant', 'erase', '--tenant', tenant.id, ...args],
    {
      env: { PATH: process.env['PATH'], DATABASE_URL: service().ownerUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const done = said.then(([output, complaints]) => ({ code: child.exitCode, output, complaints }))
  return { child, done }
}

const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Lets erasures stand still until what it answers is called. */
async function holdTasks(): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  const { promise: held, resolve: hold } = Promise.withResolvers<undefined>()
  const holding = owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4711)`.execute(tx)
    hold(undefined)
    await released
  })
  await held
  const end = async () => {
    release(undefined)
    await holding
  }
  onTestFinished(end)
  return end
}

const standsStill = () =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and objid = 4711 and database = (select oid from pg_database where datname = current_database())`.execute(
        owner,
      )
      return rows.length
    }, polled)
    .toBeGreaterThan(0)

describe('the erasure of a tenant', () => {
  it('removes all rows, and nothing of another; the log verifies before and after', async () => {
    await seal()
    const [before, untouched] = [await left(), await exportOf(other.id)]
    expect(before).toMatchObject({ process_instances: 2, instance_actions: 3, tasks: 2 })
    const asked = await ask()
    expect(asked).toMatchObject({ askedBy: by, begunAt: null, counts: {} })
    expect(await ask()).toEqual(asked)

    const done = await erase(asked.erasureId)
    expect(await left()).toEqual({ tenant_erasures: 1 })
    expect(done.counts).toEqual(before)
    expect(done.endedAt).not.toBeNull()
    expect(await erase(asked.erasureId)).toEqual(done)
    expect(await exportOf(other.id)).toEqual(untouched)

    const report = await verify()
    expect(report.faults).toEqual([])
    expect(report.notes).toContainEqual(
      expect.stringMatching(`tenant ${tenant.id} was erased, says block \\d+: 3 of its rows`),
    )
    await start(other)
    await seal()
    expect(await verify()).toMatchObject({ holds: true })
  })

  it('goes on where a process was killed', async () => {
    const { erasureId } = await ask()
    const release = await holdTasks()
    const { child } = run('--confirm', erasureId)
    onTestFinished(() => kill(child))
    await standsStill()
    await kill(child)
    await release()
    expect(await left()).toMatchObject({ tasks: 2, process_instances: 2 })
    expect(await left()).not.toHaveProperty('instance_actions')
    expect(await verify()).toMatchObject({ holds: true })

    const { code, output } = await run('--confirm', erasureId).done
    expect([code, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({
        state: 'DONE',
        counts: expect.objectContaining({ instance_actions: 3, tasks: 2 }),
      }),
    ])
    expect(await left()).toEqual({ tenant_erasures: 1 })
  })

  it('is done by one of two processes', async () => {
    const { erasureId } = await ask()
    const release = await holdTasks()
    const first = run('--confirm', erasureId)
    onTestFinished(() => kill(first.child))
    await standsStill()
    const second = await run('--confirm', erasureId).done
    expect(second).toMatchObject({
      code: 2,
      output: '',
      complaints: expect.stringContaining('another process is erasing this tenant'),
    })
    await release()
    expect(await first.done).toMatchObject({ code: 0 })
    expect(await left()).toEqual({ tenant_erasures: 1 })
  })

  it('leaves nothing of what is written beside it', async () => {
    const { erasureId } = await ask()
    const refused: { status: number; body: object }[] = []
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const { status, body } = await tenant.as('employee').post(instancesPath, startBody())
        if (status !== 201) refused.push({ status, body })
      }
    }
    const beside = async () => {
      while (!isOver) await start(other)
    }
    const begunAt = async () => {
      const { rows } = await sql<{ begun: boolean }>`select begun_at is not null as begun
        from tenant_erasures where tenant_id = ${tenant.id}`.execute(owner)
      return rows[0]?.begun
    }
    // What has begun to write when it begins is waited for, and goes as well.
    const tx = await service().deps.db.startTransaction().execute()
    onTestFinished(async () => void (tx.isCommitted || (await tx.rollback().execute())))
    await sql`insert into calendars
      (tenant_id, time_zone, hours, holidays, workdays, revision, updated_by, updated_at)
      values (${tenant.id}, 'UTC', '{}', '{}', '{}', 1, ${randomUUID()}, now())`.execute(tx)
    // People must not have acted since it was asked for.
    const erasing = erase(erasureId)
    await expect.poll(begunAt, polled).toBe(true)
    const writers = [write(), write(), beside()]
    await expect.poll(() => refused.length, polled).toBeGreaterThan(2)
    await tx.commit().execute()
    const { counts } = await erasing
    isOver = true
    await Promise.all(writers)
    expect(counts).toMatchObject({ calendars: 1 })
    expect(await left()).toEqual({ tenant_erasures: 1 })
    expect(refused[0]).toMatchObject({ status: 404, body: { detail: 'The tenant was erased.' } })
    // Once its process is gone there is nothing to start.
    expect(refused.filter(({ status }) => status !== 404 && status !== 422)).toEqual([])
    await seal()
    expect(await verify()).toMatchObject({ holds: true })
  })

  it('holds up no run of approvals to another definition, nor what is told of tasks, of others', async () => {
    const runs: (() => Promise<unknown>)[] = []
    for (const { id, as, add } of [tenant, other]) {
      add('admin')
      const candidates = toUser('finance1')
      const row = inARow('second', [{ id: 'a', xml: userTask('a', { candidates }) }])
      const definitionId = await publish(service(), id, row)
      const admin = as('admin', ['bpm:instance:admin'])
      const { rows } = await sql<{ from: string }>`select definition_id as from
        from process_instances where tenant_id = ${id} limit 1`.execute(owner)
      const path = `/api/bpm/v1/definitions/${rows[0]?.from}/migrations`
      const body = { definitionId, reason: 'new rules' }
      const { body: run } = await admin.post<{ id: string }>(path, body)
      runs.push(async () => (await admin.get(`/api/bpm/v1/migrations/${run.id}`)).body['status'])
    }
    await sql`insert into task_tellings (tenant_id, biz_type, biz_type_version)
      select tenant_id, code, version from biz_type_versions where tenant_id = ${tenant.id}`.execute(
      owner,
    )
    const { erasureId } = await ask()
    const erased = await owner.transaction().execute(async (tx) => {
      // It has begun, and waits for this.
      await sql`select pg_current_xact_id()`.execute(tx)
      const done = erase(erasureId)
      const begun = async () =>
        (
          await sql`select 1 from tenant_erasures where tenant_id = ${tenant.id}
            and begun_at is not null`.execute(owner)
        ).rows.length
      await expect.poll(begun, polled).toBe(1)
      expect(await tellOpenTasks(service().deps)).toBe(0)
      expect(await migrateSome(service().deps)).toBeGreaterThan(0)
      expect(await Promise.all(runs.map((status) => status()))).toEqual(['RUNNING', 'ENDED'])
      return { done }
    })
    expect((await erased.done).endedAt).not.toBeNull()
  })

  it('begins when it is due, confirmed, and nobody works there any more', async () => {
    const { erasureId } = await ask(1)
    await expect(erase(randomUUID())).rejects.toThrow('--confirm is not')
    await expect(erase(erasureId)).rejects.toThrow('not before')
    await cancelTenantErasure(tenantErasing(owner), tenant.id)
    await expect(erase(erasureId)).rejects.toThrow('--confirm is not')

    const again = await ask()
    await start(tenant)
    await expect(erase(again.erasureId)).rejects.toThrow('people acted in it')
    expect(await left()).toMatchObject({ process_instances: 3 })
    const unknown = { tenantId: randomUUID(), by, waitDays: 0 }
    await expect(askForTenantErasure(tenantErasing(owner), unknown)).rejects.toThrow(
      'nothing is here',
    )
  })

  it('is the owner’s alone', async () => {
    const { db } = service().deps
    const insert = sql`insert into tenant_erasures (erasure_id, tenant_id, asked_by, asked_at, due_at)
      values (gen_random_uuid(), ${tenant.id}, 'me', now(), now())`
    await expect(insert.execute(db)).rejects.toThrow('permission denied')
    await expect(
      sql`delete from instance_actions where tenant_id = ${tenant.id}`.execute(db),
    ).rejects.toThrow('permission denied')
    // Nor may the owner, while it is not on record.
    await expect(
      sql`delete from instance_actions where tenant_id = ${tenant.id}`.execute(owner),
    ).rejects.toThrow('append-only')
    const { erasureId } = await ask()
    await expect(
      sql`update tenant_erasures set begun_at = now() where tenant_id = ${tenant.id}`.execute(db),
    ).rejects.toThrow('permission denied')
    await cancelTenantErasure(tenantErasing(owner), tenant.id)
    await expect(erase(erasureId)).rejects.toThrow('--confirm is not')
  })

  // Last: what it takes stays missing.
  it('misses what was taken of another tenant, and shows an erasure that was changed', async () => {
    await seal()
    await erase((await ask()).erasureId)
    expect(await verify()).toMatchObject({ holds: true })
    await sql`alter table tenant_erasures disable trigger user`.execute(owner)
    await sql`update tenant_erasures set counts = '{}' where tenant_id = ${tenant.id}`.execute(
      owner,
    )
    const changed = await verify()
    await sql`update tenant_erasures set tenant_id = ${other.id} where tenant_id = ${tenant.id}`.execute(
      owner,
    )
    await sql`alter table instance_actions disable trigger user`.execute(owner)
    await sql`delete from instance_actions where tenant_id = ${other.id}`.execute(owner)
    const taken = await verify()
    await sql`delete from tenant_erasures where tenant_id = ${other.id}`.execute(owner)
    await sql`alter table instance_actions enable trigger user`.execute(owner)
    await sql`alter table tenant_erasures enable trigger user`.execute(owner)
    const ofRows = (report: typeof taken, tenantId: string) =>
      report.faults.filter((fault) => fault.tenantId === tenantId).map(({ kind }) => kind)
    expect(ofRows(changed, tenant.id)).toEqual(['row_changed'])
    expect(ofRows(taken, other.id)).toEqual(['row_missing', 'row_missing', 'row_missing'])
  })
})
