import { expect, it } from 'vitest'
import { typeAndNumber } from './biz-number.ts'

it('leaves out what only programs can read', () => {
  expect(typeAndNumber('Expense', 'EX-2027-014')).toBe('Expense · EX-2027-014')
  expect(typeAndNumber('Expense', '01a1fcd9-8a03-7140-a8c6-567af7ef0287')).toBe('Expense')
})
