import { describe, expect, it } from 'vitest'
import {
  findKeyFieldFaults,
  keepFitting,
  toKeyFieldCells,
  toKeyFields,
  type KeyFieldDeclaration,
} from './key-fields.ts'

const declared = [
  { name: 'amount', type: 'number' },
  { name: 'currency', type: 'string' },
  { name: 'due', type: 'date' },
  { name: 'owner', type: 'user' },
  { name: 'team', type: 'users' },
] as const
/** The same in both languages. */
const text = (en: string) => ({ en, 'zh-CN': en })
const label = text('Amount')
const unit = text('km')
const field = (more: Partial<KeyFieldDeclaration> = {}): KeyFieldDeclaration => ({
  variable: 'amount',
  label,
  format: 'money',
  ...more,
})

describe('key fields', () => {
  it.each<readonly [string, Partial<KeyFieldDeclaration>]>([
    ['money', {}],
    ['money of one currency', { currency: 'EUR' }],
    ['money of a currency of its own', { currencyVariable: 'currency' }],
    ['a quantity', { format: 'quantity', unit }],
    ['a text', { variable: 'currency', format: 'text' }],
    ['a date', { variable: 'due', format: 'date' }],
    ['a moment', { variable: 'due', format: 'dateTime' }],
    ['a person', { variable: 'owner', format: 'person' }],
    ['people', { variable: 'team', format: 'person' }],
  ])('may be %s', (_, more) => expect(findKeyFieldFaults([field(more)], declared)).toEqual([]))

  it.each<readonly [Partial<KeyFieldDeclaration>, string, string]>([
    [{ variable: 'other' }, 'variable', 'is no declared variable'],
    [{ format: 'text' }, 'format', 'a number cannot be written as text'],
    [{ variable: 'due' }, 'format', 'a date cannot be written as money'],
    [{ currencyVariable: 'due' }, 'currencyVariable', 'is no declared variable of type string'],
    [
      { currency: 'EUR', currencyVariable: 'currency' },
      'currencyVariable',
      'the currency is fixed already',
    ],
    [{ format: 'quantity', currency: 'EUR' }, 'currency', 'only money has a currency'],
    [
      { format: 'quantity', currencyVariable: 'currency' },
      'currencyVariable',
      'only money has a currency',
    ],
    [{ unit }, 'unit', 'only a quantity has a unit'],
  ])('%j are refused at %s: %s', (more, member, detail) => {
    const fields = [field({ variable: 'due', format: 'date' }), field(more)]
    const [fault] = findKeyFieldFaults(fields.slice(1), declared)
    expect(fault).toEqual({ index: 0, member, detail })
    expect(keepFitting(fields, declared)).toEqual(fields.slice(0, 1))
  })

  it('name each variable once', () => {
    expect(findKeyFieldFaults([field(), field(), field({ variable: 'x' })], declared)).toEqual([
      { index: 1, member: 'variable', detail: 'is a key field already' },
      { index: 2, member: 'variable', detail: 'is no declared variable' },
    ])
  })

  it('are served where they have a value, with a currency that is one', () => {
    const served = (more: Partial<KeyFieldDeclaration>, values: Record<string, unknown>) =>
      toKeyFields([field(more)], values as Record<string, string>)
    const shown = { name: 'amount', label, format: 'money', value: 7 }
    expect(served({}, { amount: 7 })).toEqual({ keyFields: [shown] })
    for (const values of [{}, { amount: '' }, { amount: true }, Object.create({ amount: 7 })])
      expect(served({}, values as Record<string, unknown>)).toEqual({})
    const eur = { keyFields: [{ ...shown, currency: 'EUR' }] }
    expect(served({ currency: 'EUR' }, { amount: 7 })).toEqual(eur)
    expect(served({ currencyVariable: 'currency' }, { amount: 7, currency: 'EUR' })).toEqual(eur)
    for (const currency of ['eur', 'EURO', 'XEUR', 7])
      expect(served({ currencyVariable: 'currency' }, { amount: 7, currency })).toEqual({
        keyFields: [shown],
      })
    expect(served({ format: 'quantity', unit }, { amount: 0 })).toEqual({
      keyFields: [{ ...shown, format: 'quantity', value: 0, unit }],
    })
  })

  it('are cells: the first amount as a number, and all as a text', () => {
    const [due, amount] = [
      { name: 'due', label: text('Due'), format: 'date', value: '2026-03-02' },
      { name: 'amount', label, format: 'money', value: 7, currency: 'EUR' },
    ] as const
    const length = {
      name: 'l',
      label: text('Way'),
      format: 'quantity',
      value: 3,
      unit,
    } as const
    expect(toKeyFieldCells({ keyFields: [due, amount, length] })).toEqual({
      amount: 7,
      currency: 'EUR',
      keyFields: 'Due: 2026-03-02; Amount: 7 EUR; Way: 3 km',
    })
    expect(toKeyFieldCells({})).toEqual({ amount: null, currency: null, keyFields: '' })
    expect(toKeyFieldCells({ keyFields: [{ ...amount, value: 'x' }] }).amount).toBeNull()
  })
})
