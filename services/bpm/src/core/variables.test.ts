import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkVariables, parseDate, type VariableDeclaration } from './variables.ts'

const ann = '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0a'
const ben = '01938c5e-7a3b-7c3d-8e4f-5a6b7c8d9e0b'

const declared: VariableDeclaration[] = [
  { name: 'amount', type: 'number', required: true },
  { name: 'reason', type: 'string' },
  { name: 'urgent', type: 'boolean' },
  { name: 'due', type: 'date' },
  { name: 'buyer', type: 'user' },
  { name: 'signers', type: 'users' },
  { name: 'a/b~c', type: 'string' },
]

const faultsOf = (values: Record<string, unknown>) =>
  checkVariables(declared, { amount: 1, ...values }).map(({ pointer, code }) => [pointer, code])

describe('checkVariables', () => {
  it('[BPM-13] accepts values of every declared type', () => {
    const values = {
      reason: '',
      urgent: false,
      due: '2026-02-28',
      buyer: ann,
      signers: [ann, ben],
    }
    expect(faultsOf(values)).toEqual([])
    expect(faultsOf({ signers: [], amount: -0.5 })).toEqual([])
  })

  it.each([
    ['a number as text', { amount: '1' }, '/amount', 'wrong_type'],
    ['infinity', { amount: Infinity }, '/amount', 'wrong_type'],
    ['no number', { amount: Number.NaN }, '/amount', 'wrong_type'],
    ['null', { amount: null }, '/amount', 'wrong_type'],
    ['a number for a string', { reason: 1 }, '/reason', 'wrong_type'],
    ['0 for a boolean', { urgent: 0 }, '/urgent', 'wrong_type'],
    ['a date as number', { due: 0 }, '/due', 'wrong_type'],
    ['a day that is none', { due: '2026-02-30' }, '/due', 'not_a_date'],
    ['a user by name', { buyer: 'ann' }, '/buyer', 'not_a_user'],
    ['a list for one user', { buyer: [ann] }, '/buyer', 'wrong_type'],
    ['one user for a list', { signers: ann }, '/signers', 'wrong_type'],
    ['a name within a list', { signers: [ann, 'ben'] }, '/signers/1', 'not_a_user'],
    ['a repeat', { signers: [ann, ben, ann.toUpperCase()] }, '/signers/2', 'repeated'],
    [
      'too many people',
      { signers: Array.from({ length: 501 }, () => ann) },
      '/signers',
      'too_many',
    ],
    ['an undeclared name', { other: 1 }, '/other', 'undeclared'],
    ['an undeclared name to escape', { 'x/~': 1 }, '/x~1~0', 'undeclared'],
    ['a declared name to escape', { 'a/b~c': 1 }, '/a~1b~0c', 'wrong_type'],
    ['a name of the prototype', JSON.parse('{"__proto__": 1}'), '/__proto__', 'undeclared'],
    ['a name that objects inherit', { constructor: 1 }, '/constructor', 'undeclared'],
  ])('[BPM-13] refuses %s and points at it', (_what, values, pointer, code) => {
    const faults = checkVariables(declared, { amount: 1, ...values })
    const parsed = Object.hasOwn(values, '__proto__') ? checkVariables(declared, values) : faults
    expect(parsed.map((fault) => [fault.pointer, fault.code])).toContainEqual([pointer, code])
  })

  it('[BPM-13] names every missing variable that is required', () => {
    expect(checkVariables(declared, {})).toMatchObject([{ pointer: '/amount', code: 'required' }])
  })

  it('[BPM-16] takes a part of the values, null for those that may go', () => {
    expect(checkVariables(declared, { reason: null }, { partial: true })).toEqual([])
    expect(checkVariables(declared, { amount: null }, { partial: true })).toMatchObject([
      { pointer: '/amount', code: 'wrong_type' },
    ])
  })
})

describe('parseDate', () => {
  it.each([
    '2024-02-29',
    '2026-01-31T08:30:00Z',
    '2026-01-31t08:30:00z',
    '2026-01-31T08:30:00.123456+08:00',
  ])('reads %s', (text) => {
    expect(parseDate(text)?.getTime()).not.toBeNaN()
  })

  it.each([
    '2023-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-1-1',
    '2026-01-31T24:00:00Z',
    '2026-01-31T08:30:00',
    '2026-01-31 08:30:00Z',
    '2026-01-31T08:30:00+24:00',
    '20260131',
    'tomorrow',
    '',
  ])('refuses %s', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  it('reads whatever the platform writes', () => {
    const dates = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseDate(date.toISOString())).toEqual(date)
      }),
    )
  })
})
