import { expect, it } from 'vitest'
import { judgePassword } from './strength.ts'

const names = ['Demo', 'Ümit Özdemir', '山海公司']

it.each([
  ['Password123!', 'too_simple'],
  ['qwertyuiop12', 'breached'],
  ['countersign2026', 'contains_name'],
  ['Countersign2026!', 'contains_name'],
  ['Demo2026Demo', 'contains_name'],
  ['2025-Özdemir-99', 'contains_name'],
  ['山海公司2026山海!', 'contains_name'],
  ['Summer2026!!', 'too_simple'],
  ['Monday!Monday!', 'too_simple'],
  ['!QAZ2wsx#EDC', 'breached'],
  ['correcthorsebatterystaple', 'breached'],
  ['Correct Horse Battery Staple', 'breached'],
  ['short', 'too_short'],
  ['xx-employee-xx', 'contains_username'],
  ['correct horse battery', undefined],
  ['r7#Qm2!vLx9@', undefined],
  ['the demo of tin violets', undefined],
  ['midsummer wallpaper 7', undefined],
  ['我们在山上看日出真好啊', undefined],
  ['w'.repeat(50) + 'ellington-boots-42', undefined],
])('[V6.2.4] [V6.2.11] [V6.2.12] judges %s: %s', async (password, expected) => {
  expect(await judgePassword(password, 'employee', names)).toBe(expected)
})

it('looks at what is long for a bounded time', async () => {
  await judgePassword('a warm-up of the lists', 'employee')
  const began = performance.now()
  await judgePassword('aB3$'.repeat(50), 'employee', names)
  expect(performance.now() - began).toBeLessThan(500)
})
