import { expect, it } from 'vitest'
import { parse } from './ast.ts'
import { readSql } from './sql.ts'

const tables = new Set(['tasks', 'instances', 'lanes', 'events'])

function factsOf(text: string) {
  const [statement] = parse('queries.ts', text).body
  if (statement === undefined) throw new Error('no statement')
  const { reads, writes, locks } = readSql(statement, tables)
  return { reads: [...reads].toSorted(), writes: [...writes], locks: [...locks] }
}

it('reads the calls of the query builder', () => {
  expect(
    factsOf(`db.selectFrom('tasks as t').innerJoin('instances', 'a', 'b').forUpdate().execute()`),
  ).toEqual({ reads: ['instances', 'tasks'], writes: [], locks: ['row'] })
  expect(factsOf(`db.updateTable('lanes').set({ due: 1 })`).writes).toEqual(['lanes'])
})

it('reads SQL that is written out', () => {
  expect(
    factsOf(
      'sql`with moved as (update lanes set x = 1 from tasks returning id) insert into events select ${id} from moved for no key update`',
    ),
  ).toEqual({ reads: ['tasks'], writes: ['lanes', 'events'], locks: ['row'] })
  expect(factsOf('sql`select pg_advisory_xact_lock(1)`').locks).toEqual(['advisory'])
})

it('takes no word for a table that is none', () => {
  expect(factsOf(`log('update of the tasks from elsewhere')`)).toEqual({
    reads: [],
    writes: [],
    locks: [],
  })
})
