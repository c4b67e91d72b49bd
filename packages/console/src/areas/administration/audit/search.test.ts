import { describe, expect, it } from 'vitest'
import { filterOf, readAuditSearch } from './search.ts'

const now = new Date('2026-03-31T12:00:00.000Z')

it.each([
  [{}, {}],
  [
    { person: ' p-1 ', days: 7 },
    { person: 'p-1', days: 7 },
  ],
  [
    { result: 'failure', source: 'dms', q: 'plan' },
    { result: 'failure', source: 'dms', q: 'plan' },
  ],
  [{ result: 'both', source: 'mail', days: 8, q: '', from: '2026-13-01', to: 'x', person: 5 }, {}],
  [
    { from: '2026-01-31', to: '2026-02-01' },
    { from: '2026-01-31', to: '2026-02-01' },
  ],
])('read from %j the address of the audit says %j', (raw, search) => {
  expect(readAuditSearch(raw)).toEqual(search)
})

describe('the services are asked for', () => {
  it('the last thirty days when nothing is said of time', () => {
    expect(filterOf({}, now)).toEqual({ from: '2026-03-01T12:00:00.000Z' })
    expect(filterOf({ days: 1 }, now)).toEqual({ from: '2026-03-30T12:00:00.000Z' })
    expect(filterOf({ days: 0 }, now)).toEqual({})
  })

  it('whole days of the reader, the last one too', () => {
    const { from = '', to = '' } = filterOf({ from: '2026-01-31', to: '2026-01-31' }, now)
    expect(new Date(from)).toEqual(new Date(2026, 0, 31))
    expect(new Date(to)).toEqual(new Date(2026, 1, 1))
  })

  it('person, object, action, result and text in the words of the services', () => {
    const search = { person: 'p', object: 'o', action: 'a', result: 'failure', q: 't' } as const
    expect(filterOf({ ...search, days: 0 }, now)).toEqual({
      actorId: 'p',
      targetId: 'o',
      action: 'a',
      outcome: 'failure',
      q: 't',
    })
  })
})
