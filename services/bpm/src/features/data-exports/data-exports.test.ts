import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Database, Schema } from '../../db/schema.ts'
import { act, start } from '../../testing/approvals.testing.ts'
import { expenseProcess } from '../../testing/processes.ts'
import {
  createTenant,
  publish,
  useService,
  type TestTenant,
} from '../../testing/service.testing.ts'

const service = useService()
const cli = new URL('../../cli.ts', import.meta.url)
const path = '/api/bpm/v1/data-exports'
let owner: Database
let tenant: TestTenant

beforeAll(() => {
  const log = createLogger({ service: 'test', level: 'silent' })
  const options = { poolSize: 3, applicationName: 'test', log }
  owner = createDatabase<Schema>({ url: service().ownerUrl, ...options })
})
afterAll(() => owner.destroy())
beforeEach(async () => {
  tenant = await createTenant(service())
  await publish(service(), tenant.id, expenseProcess)
  await act(tenant, 'manager', await start(tenant), 'approve', { comment: 'Fine' })
})

interface Line {
  readonly table?: string
  readonly cursor?: string
  readonly end?: boolean
  readonly counts?: Readonly<Record<string, number>>
}

/** The command as an operator runs it, by the role of the service. */
function run(what: 'person' | 'tenant', ...args: readonly string[]) {
  const words = [what, 'export', '--tenant', tenant.id, ...args]
  const child = spawn(process.execPath, [...programArguments(cli), ...words], {
    env: {
      ...programEnvironment(),
      DATABASE_URL: service().url,
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64url'),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => kill(child))
  const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const done = said.then(([output, complaints]) => ({
    code: child.exitCode,
    complaints,
    lines: output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line),
  }))
  return { child, done }
}

const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const ask = (permissions = ['bpm:instance:read'], query = '') =>
  tenant
    .as('employee', permissions)
    .get<{ items: object[]; nextCursor: string | null }>(path + query)
const seal = () => extendChain(owner, { log: chainedLogs.bpm, now: () => new Date() })
const verify = () => verifyService(owner, 'bpm', { stores: [], keys: [] })

/** Commands stand still where they come to this table, until what it answers is called. */
async function hold(table: string): Promise<() => Promise<void>> {
  const [released, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const holding = owner.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
    held.resolve(undefined)
    await released.promise
  })
  await held.promise
  const release = async () => {
    released.resolve(undefined)
    await holding
  }
  onTestFinished(release)
  return release
}
const standsStill = (table: string) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`select 1 from pg_locks
          where not granted and relation = ${table}::regclass`.execute(owner)
        return rows.length
      },
      { timeout: 60_000 },
    )
    .toBe(1)

describe('the export of a person or a tenant', () => {
  it('leaves a record of each try that began, and one of its end with how much went', async () => {
    const { id: userId } = tenant.person('manager')
    const release = await hold('incidents')
    const cut = run('person', '--user', userId, '--by', 'j.doe, ticket 4711')
    await standsStill('incidents')
    await kill(cut.child)
    await release()
    const { lines: printed } = await cut.done
    expect(printed.length).toBeGreaterThan(0)
    expect(printed.at(-1)).not.toHaveProperty('end')

    const person = await run('person', '--user', userId, '--after', String(printed.at(-1)?.cursor))
      .done
    expect(person).toMatchObject({ code: 0, complaints: '' })
    const whole = await run('tenant').done
    expect(whole.lines.at(-1)).toMatchObject({ counts: { process_instances: 1 } })

    const { items } = (await ask()).body
    const by = expect.stringMatching(`@${hostname()}$`)
    const entry = { phase: 'begun', counts: null, continues: false, userId }
    const ended = { phase: 'ended', counts: person.lines.at(-1)?.counts }
    expect(items).toMatchObject([
      { ...entry, userId: null, by, phase: 'ended', counts: whole.lines.at(-1)?.counts },
      { ...entry, userId: null, by },
      { ...entry, continues: true, by, ...ended },
      { ...entry, continues: true, by },
      { ...entry, by: 'j.doe, ticket 4711' },
    ])
    const tries = items.map((item) => (item as { exportId: string }).exportId)
    expect([tries[0], tries[2]]).toEqual([tries[1], tries[3]])
    expect(new Set(tries).size).toBe(3)
  })

  it('of a tenant goes on where it was killed: each row once, the end when all is out', async () => {
    const release = await hold('biz_types')
    const cut = run('tenant', '--by', 'the first')
    await standsStill('biz_types')
    await kill(cut.child)
    await release()
    const printed = (await cut.done).lines
    expect(printed.length).toBeGreaterThan(1)

    const rest = await run('tenant', '--after', String(printed.at(-1)?.cursor)).done
    expect(rest).toMatchObject({ code: 0, complaints: '' })
    const whole = await run('tenant').done
    // Its own record, and those of the tries before, are in the last.
    const rows = (lines: readonly Line[]) =>
      lines.filter(({ table }) => table !== undefined && table !== 'data_exports')
    expect(rows([...printed, ...rest.lines])).toEqual(rows(whole.lines))
    expect(printed.filter(({ end }) => end === true)).toEqual([])
    expect(rest.lines.filter(({ end }) => end === true)).toHaveLength(1)
    expect((await ask()).body.items).toMatchObject([
      { phase: 'ended', continues: false },
      { phase: 'begun', continues: false },
      { phase: 'ended', continues: true, counts: rest.lines.at(-1)?.counts },
      { phase: 'begun', continues: true },
      { phase: 'begun', continues: false, by: 'the first' },
    ])
    await seal()
    expect(await verify()).toMatchObject({ holds: true })
  })

  it('is refused for what is no tenant here and for no cursor, and leaves no record', async () => {
    const mistyped = randomUUID()
    const recorded = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from data_exports`.execute(owner)
      return rows[0]?.count
    }
    const before = await recorded()
    const refused = { code: 2, lines: [] }
    const complaints = `nothing is here of the tenant ${mistyped}\n`
    for (const asked of [
      run('tenant', '--tenant', mistyped),
      run('person', '--tenant', mistyped, '--user', tenant.person('manager').id),
    ])
      expect(await asked.done).toEqual({ ...refused, complaints })
    expect(await run('tenant', '--after', 'bm9uZQ').done).toEqual({
      ...refused,
      complaints: '--after is no cursor of a line\n',
    })
    const elsewhere = Buffer.from('{"table":"users","key":["1"]}').toString('base64url')
    expect(await run('tenant', '--after', elsewhere).done).toEqual({
      ...refused,
      complaints: '--after is the cursor of another export\n',
    })
    expect(await recorded()).toBe(before)
  })

  it('is told to who may read all approvals of the tenant, in pages', async () => {
    await run('tenant').done
    const first = await ask(['bpm:instance:admin'], '?limit=1')
    expect(first.body.items).toMatchObject([{ phase: 'ended' }])
    const cursor = String(first.body.nextCursor)
    const next = await ask(['bpm:instance:admin'], `?limit=1&cursor=${cursor}`)
    expect(next.body).toMatchObject({ items: [{ phase: 'begun' }], nextCursor: null })
    expect((await ask([])).status).toBe(403)
    tenant = await createTenant(service())
    expect((await ask()).body.items).toEqual([])
  })

  it('is in the chain of the log, where nobody changes it unseen', async () => {
    await run('tenant').done
    await seal()
    expect(await verify()).toMatchObject({ holds: true })
    for (const change of ['update data_exports set counts = null', 'delete from data_exports']) {
      await expect(sql.raw(change).execute(service().deps.db)).rejects.toThrow(
        /append-only|permission denied/,
      )
    }
    const force = async (change: string) => {
      await sql
        .raw(
          `alter table data_exports disable trigger user; ${change};
        alter table data_exports enable trigger user`,
        )
        .execute(owner)
      return (await verify()).faults
        .filter(({ tenantId }) => tenantId === tenant.id)
        .map(({ kind }) => kind)
    }
    const ofTenant = `where tenant_id = '${tenant.id}' and counts is not null`
    expect(await force(`update data_exports set asked_by = 'nobody' ${ofTenant}`)).toEqual([
      'row_changed',
    ])
    expect(await force(`delete from data_exports ${ofTenant}`)).toEqual(['row_missing'])
  })

  it('is refused for a tenant that was erased, of which nothing is recorded any more', async () => {
    await sql`insert into tenant_erasures (erasure_id, tenant_id, asked_by, asked_at, due_at, begun_at)
      values (gen_random_uuid(), ${tenant.id}, 'ops', now(), now(), now())`.execute(owner)
    expect(await run('tenant').done).toEqual({
      code: 2,
      complaints: `the tenant ${tenant.id} was erased\n`,
      lines: [],
    })
  })
})
