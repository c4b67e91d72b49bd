import { createEmpty, dropDatabase, onServer } from '@countersign/test-kit/databases'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findRefusals, isPlannable } from './planned-statements.ts'

let url: string
const server = inject('databaseServerUrl')
beforeAll(async () => {
  url = await createEmpty(server, inject('runId'))
  await onServer(url, (client) => client.query('create table things (id int, name text)'))
})
afterAll(() => dropDatabase(server, url))

it.each([
  ['a function of a later version', 'select of_tomorrow(id) from things where id = $1'],
  ['a clause of one', 'select id from things where id = $1 sorted by name'],
  ['a column of the catalogue', 'select pid, colour from pg_stat_activity where pid = $1'],
  ['a view of the catalogue', 'select * from pg_stat_tomorrow'],
])('refuses %s', async (_, text) => {
  expect(await findRefusals(url, [text, 'select 1 from things'])).toEqual([
    expect.stringContaining(text),
  ])
})

it('takes what is known, and says nothing of tables of others', async () => {
  const others = ['select 1 from elsewhere', 'select t.more from things t']
  expect(await findRefusals(url, ['select name from things where id = $1', ...others])).toEqual([])
})

it('asks for a plan of what has one', () => {
  expect(
    ['insert into a values ($1)', ' with b as (select 1) select 2'].filter(isPlannable),
  ).toHaveLength(2)
  expect(['lock table a', 'set local a = 1', 'begin'].filter(isPlannable)).toEqual([])
})
