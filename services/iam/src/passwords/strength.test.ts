import { expect, it } from 'vitest'
import { judgePassword } from './strength.ts'

it.each([
  ['Password123!', 'too_simple'],
  ['qwertyuiop12', 'too_simple'],
  ['countersign2026', 'too_simple'],
  ['short', 'too_short'],
  ['xx-employee-xx', 'contains_username'],
  ['correct horse battery', undefined],
  ['r7#Qm2!vLx9@', undefined],
  ['我们在山上看日出真好啊', undefined],
  ['w'.repeat(50) + 'ellington-boots-42', undefined],
])('judges %s: %s', async (password, expected) => {
  expect(await judgePassword(password, 'employee')).toBe(expected)
})
