import { loadModule, parseSync } from 'libpg-query'
import pg from 'pg'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { useDatabase } from '../database.ts'
import { locksBeyondLimit } from './limited-locks.ts'

beforeAll(async () => loadModule())

const check = (sql: string) =>
  (parseSync(sql).stmts ?? []).some(({ stmt }) => locksBeyondLimit(stmt))

const due = 'select id from tasks where due_at < now() limit $1 for update skip locked'

it.each([
  `update tasks set a = 1 where id in (${due})`,
  `delete from tasks where (tenant_id, id) in (${due.replace('id', 'tenant_id, id')}) returning id`,
  `update tasks set a = 1 where id = (${due})`,
  `update tasks set a = 1 from (${due}) as next where next.id = tasks.id`,
  `update tasks set a = 1 from unnest($2::int[]) as w cross join lateral (${due}) as x where x.id = tasks.id`,
  `with taken as (update tasks set a = 1 where id in (${due}) returning id) select * from taken`,
  `delete from tasks where exists (select from (select 1) as one join lateral (${due}) as x on true)`,
])('may take more than it says: %s', (sql) => {
  expect(check(sql)).toBe(true)
})

it.each([
  due,
  `with due as materialized (${due}) update tasks set a = 1 where id in (table due)`,
  `with taken as (with due as materialized (${due}) delete from tasks where id in (table due) returning id) table taken`,
  `with lane as materialized (select x.* from unnest($2::int[]) as w cross join lateral (${due}) as x) table lane`,
  'update tasks set a = 1 where id in (select id from tasks order by id limit 1)',
  'select id from tasks where id in (select id from tasks for update)',
])('takes what it says: %s', (sql) => {
  expect(check(sql)).toBe(false)
})

it('which PostgreSQL itself shows where it takes a table for smaller than it is', async () => {
  const { url } = await useDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const add = (from: number, to: number) =>
    client.query(`insert into due_tasks select generate_series(${from}, ${to})`)
  await client.query('create temporary table due_tasks (id integer, taken boolean)')
  await add(1, 1)
  await client.query('analyze due_tasks')
  await add(2, 40)
  const due = 'select id from due_tasks where taken is null limit 16 for update skip locked'
  const take = async (sql: string) => {
    const { rowCount } = await client.query(sql)
    await client.query('update due_tasks set taken = null')
    return rowCount
  }
  const named = `with due as materialized (${due}) update due_tasks set taken = true where id in (table due)`
  expect(await take(`update due_tasks set taken = true where id in (${due})`)).toBeGreaterThan(16)
  expect(await take(named)).toBe(16)
})
