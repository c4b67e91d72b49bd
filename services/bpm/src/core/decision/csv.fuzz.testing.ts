import assert from 'node:assert/strict'
import type { VariableDeclaration } from '../variables.ts'
import { readCsv, writeCsv } from './csv.ts'

export const reads = 'decision tables as CSV'
export const tries = 1000
export const seeds = [
  'amount,kind,result: string,note\r\n[1..5),"a, b",yes,\r\n>= 10,not(c),no,"said ""so"""\r\notherwise,,maybe,\r\n',
  '\uFEFFdue;urgent;who: people;needs: approvals\n< 2026-01-31;true;role finance; managerLine 1-2;2\n',
  'kind\tresult: number\n-\t-1.5\n',
]
export const words = [
  'otherwise',
  'people',
  'approvals',
  'order',
  'managerLine 1-2',
  'date("2026-01-31")',
]

const variables: readonly VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: false },
  { name: 'kind', type: 'string', required: false },
  { name: 'due', type: 'date', required: false },
  { name: 'urgent', type: 'boolean', required: false },
]

/** Nothing is thrown; a table that was read is the same when it was written and read again. */
export function check(bytes: Buffer): void {
  const { table } = readCsv(bytes.toString(), { variables, hitPolicy: 'FIRST' })
  if (table === undefined || table.inputs.length === 0) return
  const again = readCsv(writeCsv(table), { variables, hitPolicy: 'FIRST' })
  assert.deepEqual(again.problems, [])
  // Nothing has no sign in JSON, in which tables are kept.
  assert.deepEqual(JSON.stringify(again.table), JSON.stringify(table))
}
