import { expect, it } from 'vitest'
import { readDeliverySearch } from './search.ts'

const instance = '01890000-0000-7000-8000-000000000000'

it('reads the filters that an address names', () => {
  const raw = { status: 'BLOCKED', bizType: 'expense', instance }
  expect(readDeliverySearch(raw)).toEqual(raw)
})

it('leaves out what makes no sense', () => {
  const raw = { status: 'LOST', bizType: 7, instance: '<b>', other: 'x' }
  expect(readDeliverySearch(raw)).toEqual({})
})
