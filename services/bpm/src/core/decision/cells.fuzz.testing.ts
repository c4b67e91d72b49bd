import assert from 'node:assert/strict'
import { readOutput, writeOutput } from './output-text.ts'
import { INPUT_TYPES, OUTPUT_TYPES } from './table.ts'
import { CellUnreadable, readUnaryTest, writeUnaryTest } from './unary-tests.ts'

export const reads = 'cells of decision tables'
export const tries = 2000
export const seeds = [
  '-',
  '>= 10',
  '[1..5)',
  '"A","B\\""',
  'not(a, b)',
  'date("2026-01-31")',
  'role finance; initiator',
]
export const mostBytes = 2000

/** Nothing but {@link CellUnreadable} is thrown; a cell that was read is the same when it was written and read again. */
export function check(bytes: Buffer): void {
  const text = bytes.toString()
  for (const bare of [false, true]) {
    for (const type of INPUT_TYPES) {
      comesBack(
        text,
        (one) => readUnaryTest(one, type, bare),
        (cell) => writeUnaryTest(cell, type, bare),
      )
    }
    for (const type of OUTPUT_TYPES) {
      comesBack(
        text,
        (one) => readOutput(one, type, bare),
        (cell) => writeOutput(cell, type, bare),
      )
    }
  }
}

function comesBack<T>(text: string, read: (text: string) => T, write: (cell: T) => string): void {
  let cell: T
  try {
    cell = read(text)
  } catch (error) {
    if (error instanceof CellUnreadable) return
    throw error
  }
  // Nothing has no sign in JSON, in which tables are kept.
  assert.equal(JSON.stringify(read(write(cell))), JSON.stringify(cell))
}
