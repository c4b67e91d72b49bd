import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { askForTenantErasure, eraseTenant } from '@countersign/service-kit/tenants-erase'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { programArguments, programEnvironment } from '@countersign/test-kit/programs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { applySeed } from '../bootstrap/apply.ts'
import type { IamDatabase } from '../db/types.ts'
import { tenantErasing } from '../features/tenants/erase.ts'
import { migrations } from '../migrations.ts'
import { testHasher } from '../testing/start.ts'
import { acme, globex, world } from '../testing/world.ts'
import { exportOfTenant } from './export-tenant.ts'

const cli = new URL('../cli.ts', import.meta.url)
let database: TestDatabase
let db: IamDatabase
let owner: IamDatabase

beforeEach(async () => {
  database = await useDatabase({ migrations })
  const log = createLogger({ service: 'test', level: 'silent' })
  // The erasure has two, whoever stops it one, and who looks on the last.
  const options = { poolSize: 4, applicationName: 'test', log }
  db = createDatabase({ url: database.url, ...options })
  owner = createDatabase({ url: database.ownerUrl, ...options })
  await applySeed(db, testHasher, world)
})
afterEach(async () => {
  await Promise.all([db.destroy(), owner.destroy()])
  await database.drop()
})

interface Line {
  readonly table?: string
  readonly cursor?: string
  readonly end?: boolean
  readonly counts?: Readonly<Record<string, number>>
}

/** The command as an operator runs it. */
function run(...args: readonly string[]) {
  const words = ['tenant', 'export', '--tenant', acme, ...args]
  const child = spawn(process.execPath, [...programArguments(cli), ...words], {
    env: { ...programEnvironment(), DATABASE_URL: database.url, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => kill(child))
  const done = Promise.all([text(child.stdout), once(child, 'close')]).then(([output]) => ({
    code: child.exitCode,
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

const waiting = (condition: ReturnType<typeof sql>) =>
  expect
    .poll(
      async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and ${condition}`.execute(
          owner,
        )
        return rows.length
      },
      { timeout: 60_000 },
    )
    .toBe(1)

/** Does something half, and the rest when it is told to. */
async function half(work: (pause: () => Promise<void>) => Promise<unknown>) {
  const [reached, released] = [
    Promise.withResolvers<undefined>(),
    Promise.withResolvers<undefined>(),
  ]
  const done = work(async () => {
    reached.resolve(undefined)
    await released.promise
  })
  onTestFinished(() => released.resolve(undefined))
  await Promise.race([reached.promise, done])
  return async () => {
    released.resolve(undefined)
    await done
  }
}

const said = async (tenantId: string) => {
  const { rows } = await sql<{ action: string; details: Record<string, unknown> }>`
    select action, details from audit_events
    where tenant_id = ${tenantId} and action like '%.export%' order by id`.execute(db)
  return rows.map(({ action, details }) => [action, details] as const)
}

describe('the export of a tenant', () => {
  it('goes on where it was killed: each row once, the end when all is out, each try on record', async () => {
    const release = await half((pause) =>
      owner.transaction().execute(async (tx) => {
        await sql`lock table roles in access exclusive mode`.execute(tx)
        await pause()
      }),
    )
    const cut = run('--by', 'the first')
    await waiting(sql`query like '%roles%'`)
    await kill(cut.child)
    await release()
    const printed = (await cut.done).lines
    expect(printed.length).toBeGreaterThan(1)
    expect(printed.filter(({ end }) => end === true)).toEqual([])

    const rest = await run('--after', String(printed.at(-1)?.cursor)).done
    expect(rest.code).toBe(0)
    const whole = await run().done
    const rows = (lines: readonly Line[]) =>
      lines.filter(({ table }) => table !== undefined && table !== 'audit_events')
    expect(rows([...printed, ...rest.lines])).toEqual(rows(whole.lines))
    expect(rest.lines.filter(({ end }) => end === true)).toHaveLength(1)
    const [first, second, third] = await said(acme)
    expect(first).toEqual([
      'tenant.export_begun',
      { by: 'the first', exportId: expect.any(String) },
    ])
    expect(second).toMatchObject(['tenant.export_begun', { continues: true }])
    const { exportId } = second?.[1] ?? {}
    expect(third).toMatchObject([
      'tenant.exported',
      { exportId, continues: true, counts: rest.lines.at(-1)?.counts },
    ])
  })

  it('prints nothing where the erasure begins between the look and the record', async () => {
    await sql`update tenants set status = 'suspended' where id = ${globex}`.execute(owner)
    const erasing = tenantErasing(owner)
    const { erasureId } = await askForTenantErasure(erasing, {
      tenantId: globex,
      by: 'ops',
      waitDays: 0,
    })
    // It has begun and not committed: whoever looks sees nothing of it.
    const finish = await half((pause) =>
      eraseTenant(
        {
          ...erasing,
          record: async (...begun) => {
            await erasing.record(...begun)
            await pause()
          },
        },
        globex,
        erasureId,
      ),
    )
    const lines: string[] = []
    const exported = exportOfTenant(db, ['--tenant', globex], (line) => lines.push(line))
    const refused = expect(exported).rejects.toThrow(`the tenant ${globex} was erased`)
    await waiting(sql`query like '%for share%'`)
    await finish()
    await refused
    expect(lines).toEqual([])
  })

  it('is on record before an erasure begins that comes at the same time, and ends with it', async () => {
    await sql`update tenants set status = 'suspended' where id = ${globex}`.execute(owner)
    const erasing = tenantErasing(owner)
    const { erasureId } = await askForTenantErasure(erasing, {
      tenantId: globex,
      by: 'ops',
      waitDays: 0,
    })
    // It is stopped in the middle of its rows; the erasure waits for nobody, and the end is not said.
    const release = await half((pause) =>
      owner.transaction().execute(async (tx) => {
        await sql`lock table client_tenants in access exclusive mode`.execute(tx)
        await pause()
      }),
    )
    const lines: string[] = []
    const exported = exportOfTenant(db, ['--tenant', globex], (line) => lines.push(line))
    const refused = expect(exported).rejects.toThrow(`the tenant ${globex} was erased`)
    await waiting(sql`query like '%client_tenants%'`)
    expect(await said(globex)).toMatchObject([['tenant.export_begun', {}]])
    const erased = eraseTenant(erasing, globex, erasureId)
    await expect
      .poll(async () => {
        const { rows } = await sql`select from tenant_erasures where begun_at is not null`.execute(
          owner,
        )
        return rows.length
      })
      .toBe(1)
    await release()
    await refused
    expect((await erased).endedAt).toEqual(expect.any(Date))
    expect(lines.filter((line) => line.includes('"end":true'))).toEqual([])
  })
})
