import { createServer, connect as dial, type Socket } from 'node:net'
import { createDatabase, type Database } from '@countersign/service-kit/db'
import { findDatabaseHealth } from '@countersign/service-kit/database-health'
import { createLogger } from '@countersign/service-kit/log'
import { checkMigrations } from '@countersign/service-kit/migrate'
import { inTransaction } from '@countersign/service-kit/transaction'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, expect, it, onTestFinished, afterAll } from 'vitest'

// Two servers with the same role: each may be the leader, by what it says of itself.

const log = createLogger({ service: 'test', level: 'silent' })

const emptyFolder = new URL('./', import.meta.url)

interface Schema {
  marks: { mark: string }
}

interface Server {
  /** `host:port`. */
  readonly host: string
  readonly run: (statement: string) => Promise<readonly unknown[]>
  readonly stop: () => Promise<void>
  /** Makes it a leader, or one that can only be read. */
  readonly lead: (leads: boolean) => Promise<void>
}

let first: Server
let second: Server

beforeAll(async () => {
  ;[first, second] = await Promise.all([startServer(), startServer()])
})
afterAll(() => Promise.all([first.stop(), second.stop()]))

async function startServer(): Promise<Server> {
  const server = await startEmbedded(['-c', 'fsync=off'])
  const [client, observer] = [server.url, server.url].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client]
  await Promise.all([client.connect(), observer.connect()])
  const run = async (statement: string) => {
    await client.query('set default_transaction_read_only = off')
    return (await client.query(statement)).rows as unknown[]
  }
  await run(`create role app login superuser password 'app'`)
  await run('create table marks (mark text unique deferrable initially deferred)')
  return {
    host: new URL(server.url).host,
    run,
    async lead(leads) {
      // A server that is demoted ends its connections. Here they stay, which is worse.
      const value = leads ? 'off' : 'on'
      await run(`alter system set default_transaction_read_only = ${value}`)
      await run('select pg_reload_conf()')
      const isSo = async () =>
        (await observer.query(`select current_setting('default_transaction_read_only') as now`))
          .rows
      await expect.poll(isSo).toEqual([{ now: value }])
    },
    async stop() {
      await Promise.all([client.end(), observer.end()])
      await server.stop()
    },
  }
}

async function setUp(hosts: readonly string[], query = ''): Promise<Database<Schema>> {
  await Promise.all([first, second].map((server) => server.run('truncate marks')))
  await first.lead(true)
  await second.lead(true)
  const url = `${addressOf(hosts)}${query}`
  const db = createDatabase<Schema>({ url, poolSize: 2, applicationName: 'test', log })
  onTestFinished(() => db.destroy())
  return db
}

// Said twice the last one counts.
const addressOf = (hosts: readonly string[]) =>
  `postgresql://app:app@${hosts.join(',')}/postgres?target_session_attrs=read-write`

const write = (db: Database<Schema>, mark: string) =>
  inTransaction(db, (tx) => tx.insertInto('marks').values({ mark }).execute())

const marksOf = ({ run }: Server) => run('select mark from marks order by mark')

it('connects to the first host that takes writes, past one where nobody listens', async () => {
  const db = await setUp(['127.0.0.1:1', first.host, second.host])
  await first.lead(false)
  await write(db, 'here')
  expect(await marksOf(first)).toEqual([])
  expect(await marksOf(second)).toEqual([{ mark: 'here' }])
  await second.run('create table schema_migrations (name text, checksum text)')
  onTestFinished(async () => void (await second.run('drop table schema_migrations')))
  const url = addressOf([first.host, second.host])
  expect(await checkMigrations({ url, directory: emptyFolder })).toEqual([])
  await second.run(`insert into schema_migrations values ('gone', '')`)
  await expect(checkMigrations({ url, directory: emptyFolder })).rejects.toThrow('gone')
})

it('goes on at the new leader when the one it is connected to takes reads alone', async () => {
  const db = await setUp([first.host, second.host])
  await write(db, 'before')
  await first.lead(false)
  await write(db, 'after')
  await Promise.all([write(db, 'a'), write(db, 'b'), write(db, 'c')])
  expect(await marksOf(first)).toEqual([{ mark: 'before' }])
  expect(await marksOf(second)).toHaveLength(4)
})

it('repeats a transaction whose connection is lost before it commits', async () => {
  const db = await setUp([first.host])
  let attempts = 0
  await inTransaction(db, async (tx) => {
    attempts += 1
    await tx
      .insertInto('marks')
      .values({ mark: String(attempts) })
      .execute()
    if (attempts < 3) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  expect(await marksOf(first)).toEqual([{ mark: '3' }])
})

it('does not repeat a transaction that may have committed', async () => {
  const db = await setUp([first.host])
  await first.run(`
    create function cut() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger cut after insert on marks deferrable initially deferred
      for each row execute function cut()`)
  onTestFinished(async () => void (await first.run('drop function cut cascade')))
  let attempts = 0
  const lost = inTransaction(db, async (tx) => {
    attempts += 1
    await tx.insertInto('marks').values({ mark: 'unclear' }).execute()
  })
  await expect(lost).rejects.toMatchObject({ name: 'DatabaseUnavailable', during: 'statement' })
  expect(attempts).toBe(1)
})

it('gives up a server that does not answer any more, though its connections stay open', async () => {
  const frozen = await openFreezer(first.host)
  const db = await setUp([frozen.host, second.host])
  await write(db, 'before')
  frozen.freeze()
  const hanging = inTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx)
    await tx.insertInto('marks').values({ mark: 'after' }).execute()
  })
  await hanging
  expect(await marksOf(second)).toEqual([{ mark: 'after' }])
})

it('gives up a server that stops to answer between the connection and the question whether it leads', async () => {
  const frozen = await openFreezer(first.host, 'pg_is_in_recovery')
  const db = await setUp([frozen.host, second.host])
  await write(db, 'after')
  expect(await marksOf(second)).toEqual([{ mark: 'after' }])
})

it('answers in time when the only server is frozen, and goes on when it wakes', async () => {
  const frozen = await openFreezer(first.host)
  const db = await setUp([frozen.host], '&silent_seconds=1')
  await write(db, 'before')
  expect(await findDatabaseHealth(db, log)).toEqual({ status: 'UP' })
  frozen.freeze()
  const outage = { name: 'DatabaseUnavailable' }
  const refusals = Promise.all([
    expect(write(db, 'after')).rejects.toMatchObject(outage),
    expect(sql`select 1`.execute(db)).rejects.toMatchObject(outage),
  ])
  await expect.poll(() => findDatabaseHealth(db, log)).toEqual({ status: 'DOWN' })
  await refusals
  frozen.thaw()
  await expect
    .poll(() => findDatabaseHealth(db, log), { timeout: 20_000 })
    .toEqual({ status: 'UP' })
  await write(db, 'awake')
  expect(await marksOf(first)).toEqual([{ mark: 'awake' }, { mark: 'before' }])
})

it('is ready while all its connections are in use', async () => {
  const db = await setUp([first.host])
  const held: (() => void)[] = []
  const hold = () =>
    db.transaction().execute(() => new Promise<void>((resolve) => held.push(resolve)))
  const holding = Promise.all([hold(), hold()])
  await expect.poll(() => held).toHaveLength(2)
  expect(await findDatabaseHealth(db, log)).toEqual({ status: 'UP' })
  for (const letGo of held) letGo()
  await holding
})

it('is ready at a standby when any server will do', async () => {
  const db = await setUp([first.host], '&target_session_attrs=any')
  await first.lead(false)
  expect(await findDatabaseHealth(db, log)).toEqual({ status: 'UP' })
  const { rows } = await sql`select 1 as one`.execute(db)
  expect(rows).toEqual([{ one: 1 }])
})

it('says after a while that there is no leader, and is not ready meanwhile', async () => {
  const db = await setUp([first.host, second.host])
  // Each connection hears of the change for itself.
  const isDown = () => expect.poll(() => findDatabaseHealth(db, log)).toEqual({ status: 'DOWN' })
  expect(await findDatabaseHealth(db, log)).toEqual({ status: 'UP' })
  await first.lead(false)
  await isDown()
  expect(await findDatabaseHealth(db, log)).toEqual({ status: 'UP' })
  await second.lead(false)
  await isDown()
  const refusal = await write(db, 'nowhere').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ name: 'DatabaseUnavailable', during: 'connect', code: '25006' })
  await second.lead(true)
  await write(db, 'somewhere')
  expect(await findDatabaseHealth(db, log)).toEqual({ status: 'UP' })
})

/** A line to a server on which nothing goes any more, in any direction, when it is told so, or at a word. */
async function openFreezer(
  target: string,
  word?: string,
): Promise<{ host: string; freeze: () => void; thaw: () => void }> {
  const [targetHost, targetPort] = target.split(':')
  const sockets = new Set<Socket>()
  let isFrozen = false
  const freeze = () => {
    isFrozen = true
    for (const socket of sockets) socket.unpipe().pause()
  }
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    if (isFrozen) return
    const upstream = dial(Number(targetPort), targetHost).on('error', () => {})
    sockets.add(upstream)
    client.on('data', (sent) => {
      if (word !== undefined && sent.includes(word)) freeze()
    })
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    freeze,
    // What was under way stays lost.
    thaw: () => {
      isFrozen = false
    },
  }
}
