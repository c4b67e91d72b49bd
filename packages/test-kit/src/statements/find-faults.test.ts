import { expect, it } from 'vitest'
import { findFaults } from './find-faults.ts'

const tables = new Set(['timers'])
const text = 'select id from timers where due_at < now()'
const sentBy = (file: string, name: string) => new Map([[text, new Map([['one', { file, name }]])]])

it('says which function sent which statement, and what it lacks', async () => {
  expect(
    await findFaults(sentBy('services/bpm/src/features/timers/queries.ts', 'listTimers'), tables),
  ).toEqual([
    `services/bpm/src/features/timers/queries.ts: listTimers touches timers without the tenant:\n${text}`,
  ])
})

it('lets a function pass that is named with a reason, in its service alone', async () => {
  const { length } = await findFaults(sentBy('services/bpm/src/timers.ts', 'leaseTimers'), tables)
  expect(length).toBe(0)
  expect(
    await findFaults(sentBy('services/dms/src/timers.ts', 'leaseTimers'), tables),
  ).toHaveLength(1)
})

it('knows no reason for more rows than a limit', async () => {
  const taken = 'update timers set a = 1 where id in (select id from timers limit 1 for update)'
  const file = 'services/bpm/src/features/timers/queries.ts'
  const sent = new Map([[taken, new Map([['one', { file, name: 'leaseTimers' }]])]])
  expect(await findFaults(sent, tables)).toEqual([
    `${file}: leaseTimers may lock more rows than its limit:\n${taken}`,
  ])
})
