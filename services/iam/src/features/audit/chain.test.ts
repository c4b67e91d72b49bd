import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { programArguments } from '@countersign/test-kit/programs'
import { sql, type KyselyPlugin } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertAuditEvents } from '../../audit/entries.ts'
import type { IamSchema } from '../../db/schema.ts'
import type { Db, IamDatabase } from '../../db/types.ts'
import { migrations } from '../../migrations.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const tenantId = uuidv7()
let database: TestDatabase
let db: IamDatabase

beforeEach(async () => {
  database = await useDatabase({ migrations })
  db = open()
  await sql`insert into tenants (id, name) values (${tenantId}, 'T')`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const open = () =>
  createDatabase<IamSchema>({ url: database.url, poolSize: 12, applicationName: 'test', log })

const write = (on: Db, count: number) =>
  insertAuditEvents(
    on,
    Array.from({ length: count }, () => ({ action: 'a.b', actorKind: 'system', tenantId })),
    new Date(),
  )

const extend = (
  on = db,
  more: { atOnce?: number; outsideAtOnce?: number; leaseMs?: number } = {},
) => extendChain(on, { log: chainedLogs.iam, now: () => new Date(), ...more })

/** Keys in the order in which blocks name them, and whether each row is there once. */
async function chained() {
  const { rows } = await sql<{ number: number; rows: string }>`
    select number, rows from chain_blocks order by number`.execute(db)
  return rows.map((block) => ({
    number: block.number,
    keys: block.rows === '' ? [] : block.rows.split('\n').map((line) => line.split(' ')[1]),
  }))
}
const keys = async () => (await chained()).flatMap((block) => block.keys)
const written = async () =>
  (await db.selectFrom('audit_events').select('id').execute()).map(({ id }) => id).toSorted()

describe('the chain beside the audit', () => {
  it('begins with a block, and takes in what was there before it', async () => {
    await db.transaction().execute((tx) => write(tx, 25))
    await sql`insert into audit_events (id, tenant_id, occurred_at, action, outcome, actor_kind, details, changed)
      select gen_random_uuid(), null, now(), 'old', 'success', 'system', '{}', null
      from generate_series(1, 10)`.execute(db)
    while ((await extend(db, { outsideAtOnce: 8 })) > 0) continue
    expect((await keys()).toSorted()).toEqual(await written())
    expect(await extend()).toBe(0)
    expect((await chained()).length).toBe(5)
  })

  it('begins without rows, so that its beginning can be anchored', async () => {
    await extend()
    await extend()
    expect(await chained()).toEqual([{ number: 1, keys: [] }])
  })

  it('takes in what is committed late, once', async () => {
    await extend()
    const late = await db.startTransaction().execute()
    await write(late, 2)
    await write(db, 3)
    await extend()
    expect(await keys()).toHaveLength(3)
    await write(db, 1)
    await late.commit().execute()
    await extend()
    await extend()
    expect((await keys()).toSorted()).toEqual(await written())
  })

  it('takes in all that many write beside it, in small blocks, some of it late', async () => {
    await extend()
    let isWriting = true
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let round = 0; round < 15; round++) {
        const tx = await db.startTransaction().execute()
        await write(tx, 1 + (round % 3))
        await sql`select pg_sleep(${(writer * round) / 2_000})`.execute(tx)
        await (round % 5 === 4 ? tx.rollback() : tx.commit()).execute()
      }
    })
    const sealers = [0, 1].map(async () => {
      while (isWriting) await extend(db, { atOnce: 4 })
    })
    await Promise.all(writers).finally(() => (isWriting = false))
    await Promise.all(sealers)
    while ((await extend(db, { atOnce: 4 })) > 0) continue
    expect((await keys()).toSorted()).toEqual(await written())
    const numbers = (await chained()).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('is made by one process at a time', async () => {
    await extend()
    await write(db, 5)
    await Promise.all(Array.from({ length: 8 }, () => extend()))
    expect((await chained()).map((block) => block.keys.length)).toEqual([0, 5])
  })

  it('goes on wherever a process died', async () => {
    await extend()
    await write(db, 5)
    const steps = 8
    for (let step = 1; step <= steps; step++) {
      const dying = open().withPlugin(
        afterStatement(step, async () => {
          await database.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and state like 'idle in transaction%'`)
        }),
      )
      await extend(dying as IamDatabase).catch(() => undefined)
      await dying.destroy()
      await write(db, 1)
    }
    await extend()
    expect((await keys()).toSorted()).toEqual(await written())
  })

  it('does not wait for a process that stands still, which then changes nothing', async () => {
    await extend()
    await write(db, 5)
    const resumed = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    const paused = open()
    const round = extend(
      paused.withPlugin(
        afterStatement(4, () => {
          stopped.resolve()
          return resumed.promise
        }),
      ) as IamDatabase,
      { leaseMs: 200 },
    )
    await stopped.promise
    expect(await extend()).toBe(0)
    expect(await keys()).toEqual([])
    await expect.poll(async () => (await extend(), (await keys()).length)).toBe(5)
    resumed.resolve()
    // Its connection is gone, so it begins again, and finds all of it done.
    expect(await round).toBe(0)
    expect((await chained()).length).toBe(2)
    await paused.destroy()
  })

  it('is whole after processes were killed and stopped, whatever they were at', async () => {
    const program = new URL('fixtures/extend.ts', import.meta.url)
    const start = async () => {
      const args = [...programArguments(program), database.url]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout, 'data')
      return child
    }
    const children = await Promise.all([start(), start()])
    try {
      for (let round = 0; round < 6; round++) {
        const late = await db.startTransaction().execute()
        await write(late, 2)
        await write(db, 3)
        const [first, second] = children
        if (round === 2) first?.kill('SIGSTOP')
        if (round === 4) first?.kill('SIGCONT')
        if (round % 2 === 1) {
          second?.kill('SIGKILL')
          children[1] = await start()
        }
        await late.commit().execute()
        await expect.poll(async () => (await keys()).length).toBe((round + 1) * 5)
      }
    } finally {
      for (const child of children) child.kill('SIGKILL')
    }
    expect((await keys()).toSorted()).toEqual(await written())
    expect((await verifyService(db, 'iam', { stores: [], keys: [] })).faults).toEqual([])
  })

  it('goes on where transactions are counted anew, as after a restore', async () => {
    await extend()
    await write(db, 3)
    await extend()
    await database.asOwner(`alter table chain_blocks disable trigger all;
      update chain_blocks set position = '9000000:9000000:' where number = 2`)
    await write(db, 4)
    await extend()
    await write(db, 2)
    await extend()
    expect((await chained()).map((block) => block.keys.length)).toEqual([0, 3, 4, 2])
  })
})

describe('the role of the service', () => {
  it('adds blocks that follow the last, and can do nothing else to them', async () => {
    await extend()
    await write(db, 3)
    await extend()
    const refused = [
      sql`update chain_blocks set rows = ''`,
      sql`delete from chain_blocks`,
      sql`truncate chain_blocks`,
      sql`alter table chain_blocks disable trigger all`,
      sql`drop table chain_blocks`,
      sql`insert into chain_blocks select number + 5, previous_number, previous_hash, columns, rows,
        row_count, row_total, position, made_at, hash from chain_blocks where number = 2`,
      again(sql`number + 5`, sql`hash`),
      again(sql`number + 1`, sql`sha256('other')`),
      again(sql`number`, sql`previous_hash`),
      again(sql`1`, sql`null`),
    ]
    for (const statement of refused) await expect(statement.execute(db)).rejects.toThrow()
    expect((await chained()).length).toBe(2)
  })
})

const again = (number: ReturnType<typeof sql>, previous: ReturnType<typeof sql>) => sql`
  insert into chain_blocks (number, previous_hash, columns, rows, row_count, row_total, made_at, hash)
  select ${number}, ${previous}, columns, rows, row_count, row_total, made_at, sha256('h')
  from chain_blocks where number = 2`

/** Does something after so many statements of ours were answered. */
function afterStatement(count: number, work: () => Promise<void>): KyselyPlugin {
  let left = count
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      left -= 1
      if (left === 0) await work()
      return result
    },
  }
}
