import { loadModule } from 'libpg-query'
import { beforeAll, expect, it } from 'vitest'
import { checkMigrationLocks, findLongLocks } from './migration-locks.ts'

beforeAll(() => loadModule())

it.each([
  ['create index tasks_by_name on tasks (name)', /tasks is created concurrently/],
  ['alter table tasks add constraint c check (a > 0)', /added not valid/],
  ['alter table tasks add constraint c foreign key (a) references b (a)', /added not valid/],
  ['alter table tasks add constraint c unique (a)', /uses an index/],
  ['alter table tasks alter column a type bigint', /a new column/],
  ['alter table tasks alter column a set not null', /becomes not null/],
  [
    '-- migrate: outside a transaction\ncreate index concurrently a on b (c); select 1',
    /one statement alone/,
  ],
])('refuses what makes requests wait: %s', (text, fault) => {
  expect(findLongLocks('0999.sql', text)).toEqual([expect.stringMatching(fault)])
})

it.each([
  'create table tasks (a int); create index on tasks (a); alter table tasks add check (a > 0)',
  '-- migrate: outside a transaction\ncreate index concurrently a on tasks (c)',
  'alter table tasks add column a text',
  'alter table tasks add constraint c check (a > 0) not valid',
  'alter table tasks validate constraint c',
  'alter table tasks add constraint c unique using index tasks_c',
  '-- Long: tasks has a row for each tenant.\ncreate index a on tasks (c)',
])('lets through: %s', (text) => {
  expect(findLongLocks('0999.sql', text)).toEqual([])
})

it('asks for the reason of the table that is locked', () => {
  const text = '-- Long: others has few rows.\ncreate index a on tasks (c)'
  expect(findLongLocks('0999.sql', text)).toHaveLength(1)
})

it('holds the migrations that are here', async () => {
  expect(await checkMigrationLocks(new URL('../../../../', import.meta.url))).toEqual([])
})
