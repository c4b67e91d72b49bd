import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAnchors } from '@countersign/service-kit/audit-open-anchors'
import { createAnchoring } from '@countersign/service-kit/audit-anchors'
import { extendChain } from '@countersign/service-kit/audit-chain'
import { chainedLogs } from '@countersign/service-kit/audit-logs'
import { verifyService } from '@countersign/service-kit/audit-verify'
import { readChainHeads } from '@countersign/service-kit/audit-workers'
import { createDatabase } from '@countersign/service-kit/db'
import { publicKeyOf } from '@countersign/service-kit/ed25519'
import { createLogger } from '@countersign/service-kit/log'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertAuditEvents } from '../../audit/entries.ts'
import type { IamDatabase } from '../../db/types.ts'
import { migrations } from '../../migrations.ts'

// What somebody can do who owns the database, and has all the time that they need.

const log = createLogger({ service: 'test', level: 'silent' })
const seed = randomBytes(32).toString('base64url')
const tenantId = uuidv7()
const chained = chainedLogs.iam
let database: TestDatabase
let db: IamDatabase
let folder: string
let store: Awaited<ReturnType<typeof openAnchors>>
let anchor: () => Promise<number>

beforeEach(async () => {
  database = await useDatabase({ migrations })
  db = createDatabase({ url: database.url, poolSize: 3, applicationName: 'test', log })
  folder = await mkdtemp(join(tmpdir(), 'anchors-'))
  store = await openAnchors({}, `file:${folder}`)
  anchor = anchoring()
  await sql`insert into tenants (id, name) values (${tenantId}, 'T')`.execute(db)
  for (let block = 0; block < 4; block++) {
    await record(5)
    await extend()
    await anchor()
  }
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  await rm(folder, { recursive: true })
})

const now = () => new Date()
const extend = () => extendChain(db, { log: chained, now })
const anchoring = (key = seed) =>
  createAnchoring({
    service: 'iam',
    now,
    seed: key,
    readHeads: () => readChainHeads(db, chained),
    open: async () => store,
  })

const record = (count: number) =>
  insertAuditEvents(
    db,
    Array.from({ length: count }, (_, index) => ({
      action: 'a.b',
      actorKind: 'system',
      details: { index, text: 'Ünï "code"\\', when: null },
      ...(index === 0 ? {} : { tenantId }),
    })),
    now(),
  )

const verify = (keys = [publicKeyOf(seed)], stores = [store]) =>
  verifyService(db, 'iam', { stores, keys })
const faultsOf = async () => (await verify()).faults

/** As the owner, with the triggers away for as long as it takes. */
const force = (...statements: readonly string[]) => {
  const switched = (how: string) =>
    ['audit_events', 'chain_blocks'].map((table) => `alter table ${table} ${how} trigger all`)
  return database.asOwner(
    [...switched('disable'), ...statements, ...switched('enable')].join(';\n'),
  )
}
const keyAt = async (offset: number) => {
  const { rows } = await sql<{ id: string }>`
    select id from audit_events order by changed, id offset ${offset} limit 1`.execute(db)
  return rows[0]?.id ?? ''
}

describe('an audit that is as it was', () => {
  it('holds, and says how much was compared', async () => {
    expect(await verify()).toMatchObject({ holds: true, rows: 20, heads: 4, faults: [], notes: [] })
  })

  it('holds with rows that are too new, and with blocks that are not anchored yet', async () => {
    await record(2)
    expect((await verify()).notes).toEqual([expect.stringContaining('2 rows are too new')])
    await extend()
    const { holds, notes } = await verify()
    expect(holds).toBe(true)
    expect(notes).toEqual([expect.stringContaining('1 blocks are not anchored yet')])
  })

  it('holds after the log got a column', async () => {
    await database.asOwner(`alter table audit_events add column more text not null default 'x'`)
    await record(1)
    await extend()
    expect(await verify()).toMatchObject({ holds: true, rows: 21 })
  })

  it('says that nothing vouches for its end when nothing is anchored', async () => {
    const { holds, notes } = await verify([], [])
    expect(holds).toBe(true)
    expect(notes).toEqual([expect.stringContaining('no head is anchored')])
  })
})

describe('the owner of the database', () => {
  it('cannot change a row', async () => {
    const id = await keyAt(7)
    await force(`update audit_events set details = '{"index": 99}' where id = '${id}'`)
    expect(await faultsOf()).toMatchObject([{ kind: 'row_changed', tenantId, row: id, number: 2 }])
  })

  it.each([
    `outcome = 'failure'`,
    `occurred_at = occurred_at - interval '1 ms'`,
    `tenant_id = null`,
    `address = '127.0.0.1'`,
  ])('cannot change one member: %s', async (change) => {
    const id = await keyAt(7)
    await force(`update audit_events set ${change} where id = '${id}'`)
    const [fault] = await faultsOf()
    expect(fault?.row).toBe(id)
  })

  it('cannot remove a row', async () => {
    const id = await keyAt(12)
    await force(`delete from audit_events where id = '${id}'`)
    expect(await faultsOf()).toMatchObject([{ kind: 'row_missing', row: id, number: 3 }])
  })

  it('cannot slip a row in, in whichever transaction it says it was', async () => {
    for (const changed of ['null', `'5'`])
      await force(`insert into audit_events (id, occurred_at, action, outcome, actor_kind, details, changed)
        values (gen_random_uuid(), now(), 'a', 'success', 'system', '{}', ${changed})`)
    await record(1)
    await extend()
    const kinds = (await faultsOf()).map(({ kind }) => kind)
    expect(kinds).toEqual(['row_in_no_block', 'row_in_no_block'])
  })

  const slipIn = (when: string) =>
    database.asOwner(`insert into audit_events (id, tenant_id, occurred_at, action, outcome, actor_kind, details)
      values (gen_random_uuid(), '${tenantId}', ${when}, 'a', 'success', 'user', '{}')`)

  it('cannot slip a row in that says it is older, though the chain takes it', async () => {
    await slipIn(`now() - interval '300 days'`)
    await extend()
    await anchor()
    expect(await faultsOf()).toMatchObject([{ kind: 'row_backdated', tenantId, number: 5 }])
  })

  it('cannot make later rows late by one that says it is of next year', async () => {
    await slipIn(`now() + interval '300 days'`)
    await extend()
    await anchor()
    await record(1)
    expect((await verify()).faults).toEqual([])
  })

  it('cannot cut the end off, with its blocks', async () => {
    await force(
      `delete from audit_events where changed >= (select pg_snapshot_xmax(position) from chain_blocks where number = 2)`,
      `delete from chain_blocks where number > 2`,
    )
    const [fault, ...more] = await faultsOf()
    expect(more).toEqual([])
    expect(fault).toMatchObject({ kind: 'end_cut', number: 3 })
    expect(fault?.text).toContain('4 blocks with 20 rows, now there are 2 with 10')
  })

  it('cannot take everything away', async () => {
    await force(`delete from audit_events; delete from chain_blocks`)
    expect((await faultsOf()).map(({ kind }) => kind)).toEqual(['end_cut'])
  })

  it('cannot remove a block from the middle, nor all of its rows with it', async () => {
    await force(
      `delete from audit_events where id::text in (select split_part(line, ' ', 2)
        from chain_blocks, string_to_table(rows, E'\\n') line where number = 3)`,
      `delete from chain_blocks where number = 3`,
    )
    expect(await faultsOf()).toMatchObject([
      { kind: 'block_missing', number: 3 },
      { kind: 'history_rewritten', number: 3 },
    ])
  })

  it('cannot change what a block says', async () => {
    await force(`update chain_blocks set row_count = 4, rows = regexp_replace(rows, E'\\n.*$', '', 'n')
      where number = 2`)
    expect((await faultsOf()).map(({ kind }) => kind)).toContain('block_changed')
  })

  it('cannot make the whole chain anew, consistently', async () => {
    const id = await keyAt(7)
    await force(
      `update audit_events set actor_id = 'somebody else' where id = '${id}'`,
      `delete from chain_blocks where number >= 2`,
    )
    while ((await extend()) > 0) continue
    // One block has what three had; two more restore the number.
    for (const _ of [3, 4]) {
      await record(1)
      await extend()
    }
    const [fault, ...more] = await faultsOf()
    expect(more).toEqual([])
    expect(fault).toMatchObject({ kind: 'history_rewritten', number: 2 })
    expect(fault?.text).toContain('what is after block 1 was written anew')
    // In itself it holds: only what lies elsewhere tells.
    expect((await verify([], [])).faults).toEqual([])
  })

  it('cannot take the triggers away unseen', async () => {
    await database.asOwner(`alter table audit_events disable trigger audit_events_append_only;
      drop trigger chain_blocks_append_only on chain_blocks`)
    expect(await faultsOf()).toMatchObject([
      { kind: 'guard_missing', row: 'audit_events_append_only' },
      { kind: 'guard_missing', row: 'chain_blocks_append_only' },
    ])
  })

  it('cannot put a trigger of that name elsewhere in its place', async () => {
    await database.asOwner(`drop trigger chain_blocks_append_only on chain_blocks;
      create table beside ();
      create trigger chain_blocks_append_only before update or delete on beside
        for each row execute function refuse_audit_change()`)
    expect(await faultsOf()).toMatchObject([
      { kind: 'guard_missing', row: 'chain_blocks_append_only' },
    ])
  })

  it('cannot make the triggers do nothing unseen', async () => {
    await database.asOwner(`create or replace function refuse_audit_change() returns trigger
      language plpgsql as $$ begin return new; end $$`)
    expect(await faultsOf()).toHaveLength(4)
  })

  it('cannot sign a head without the key', async () => {
    await anchoring(randomBytes(32).toString('base64url'))()
    expect((await faultsOf()).map(({ kind }) => kind)).toEqual(['head_forged'])
  })
})

describe('who owns the database and the place of the anchors', () => {
  const DAY_MS = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  const from = (days: number) =>
    force(`update audit_events set occurred_at = occurred_at - interval '${days} days'`)
  /** All blocks and anchors are made anew, by the service itself. */
  const makeAnew = async () => {
    await force('delete from chain_blocks')
    await rm(join(folder, 'iam.jws'))
    while ((await extend()) > 0) continue
    anchor = anchoring()
    await anchor()
  }
  const verifySince = (since: Date) =>
    verifyService(db, 'iam', { stores: [store], keys: [publicKeyOf(seed)], since })

  it('cannot remove the anchors unseen', async () => {
    await rm(join(folder, 'iam.jws'))
    const { holds, faults, anchored } = await verify()
    expect(holds).toBe(false)
    expect(anchored).toBeNull()
    expect(faults).toMatchObject([{ kind: 'anchors_missing' }])
  })

  it('cannot make everything anew, unless anchoring is said to have begun then', async () => {
    await from(30)
    await makeAnew()
    expect(await faultsOf()).toMatchObject([{ kind: 'anchored_late' }])
    expect((await verifySince(ago(29))).faults).toMatchObject([{ kind: 'anchored_late' }])
    expect(await verifySince(ago(0.1))).toMatchObject({ holds: true, rows: 20 })
  })

  it('cannot have the anchors end long before the chain', async () => {
    const { anchored } = await verify()
    expect(anchored).toMatchObject({ first: { number: 1 }, last: { number: 4 } })
    await record(1)
    await extendChain(db, { log: chained, now: () => ago(-0.005) })
    expect((await verify()).faults).toEqual([])
    await record(1)
    await extendChain(db, { log: chained, now: () => ago(-0.1) })
    expect(await faultsOf()).toMatchObject([{ kind: 'anchors_behind' }])
  })
})

describe('the place of the anchors', () => {
  it('tells a head that was changed, and a line that a crash cut off, from the others', async () => {
    const path = join(folder, 'iam.jws')
    const [first = '', ...rest] = (await readFile(path, 'utf8')).split('\n')
    const [header, payload = '', signature] = first.split('.')
    const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { at: string }
    const other = Buffer.from(JSON.stringify({ ...said, at: '2020-01-01T00:00:00.000Z' }))
    const forged = [header, other.toString('base64url'), signature].join('.')
    await writeFile(path, [forged, ...rest].join('\n'))
    expect(await faultsOf()).toMatchObject([{ kind: 'head_forged', number: 1 }])
    await writeFile(path, [first, ...rest].join('\n'))
    await appendFile(path, first.slice(0, 40))
    await record(1)
    await extend()
    await anchor()
    const { faults, heads, notes } = await verify()
    expect(faults).toEqual([])
    expect(heads).toBe(5)
    expect(notes).toEqual([expect.stringContaining('anchor 5 is not whole')])
  })

  it('may be away: nothing is lost, and it is tried again', async () => {
    await rm(folder, { recursive: true })
    await record(1)
    await extend()
    await expect(anchor()).rejects.toThrow('ENOENT')
    folder = await mkdtemp(join(tmpdir(), 'anchors-'))
    store = await openAnchors({}, `file:${folder}`)
    anchor = anchoring()
    await anchor()
    expect(await verify()).toMatchObject({ holds: true, heads: 1 })
  })
})

it('refuses the role of the service each of these', async () => {
  const refused = [
    `update audit_events set action = 'x'`,
    'delete from audit_events',
    'truncate audit_events',
    `update chain_blocks set rows = ''`,
    'delete from chain_blocks',
    'alter table audit_events disable trigger all',
    'drop trigger chain_blocks_append_only on chain_blocks',
    `create or replace function refuse_audit_change() returns trigger language plpgsql as 'begin return new; end'`,
    'set session_replication_role = replica',
  ]
  for (const statement of refused) await expect(sql.raw(statement).execute(db)).rejects.toThrow()
  expect(await verify()).toMatchObject({ holds: true, rows: 20 })
})
