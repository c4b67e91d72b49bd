import { expect, it } from 'vitest'
import type { Column } from './column.ts'
import { nextSort, sortRows, type Sort } from './sorting.ts'

interface Row {
  readonly name: string
  readonly size: number | null
}

const columns: readonly Column<Row>[] = [
  { id: 'name', header: '', width: '', cell: () => '', sortBy: ({ name }) => name },
  { id: 'size', header: '', width: '', cell: () => '', sortBy: ({ size }) => size },
  { id: 'other', header: '', width: '', cell: () => '' },
]
const rows: readonly Row[] = [
  { name: 'b', size: 10 },
  { name: 'item 10', size: null },
  { name: 'A', size: 9 },
  { name: 'item 9', size: 9 },
]
const up = (column: string): Sort => ({ column, isDescending: false })
const down = (column: string): Sort => ({ column, isDescending: true })

it.each([
  ['names as their readers do', up('name'), 'A, b, item 9, item 10'],
  ['the other way round', down('name'), 'item 10, item 9, b, A'],
  [
    'numbers by their size, like ones as they come, those without last',
    up('size'),
    'A, item 9, b, item 10',
  ],
  ['numbers the other way round, those without last', down('size'), 'b, A, item 9, item 10'],
  ['nothing by a column that has no order', up('other'), 'b, item 10, A, item 9'],
  ['nothing by a column that is gone', up('gone'), 'b, item 10, A, item 9'],
  ['nothing unless it is asked to', undefined, 'b, item 10, A, item 9'],
])('sorts %s', (_, sort, names) => {
  expect(
    sortRows(rows, columns, sort, 'en')
      .map(({ name }) => name)
      .join(', '),
  ).toBe(names)
})

it('sorts Chinese by its sounds', () => {
  const people = ['赵', '王', '李'].map((name) => ({ name, size: null }))
  const sorted = sortRows(people, columns, up('name'), 'zh-CN')
  expect(sorted.map(({ name }) => name)).toEqual(['李', '王', '赵'])
})

it('goes from one way to the other, and back to the rows as they come', () => {
  const first = nextSort(down('size'), 'name')
  expect(first).toEqual(up('name'))
  expect(nextSort(first, 'name')).toEqual(down('name'))
  expect(nextSort(down('name'), 'name')).toBeUndefined()
})
