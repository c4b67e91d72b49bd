import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dropEmpty } from './drop-empty.ts'

it('leaves out what says nothing, and keeps what says little', () => {
  const value = { a: undefined, b: '', c: false, d: 0, e: null, f: ' ', g: true, h: [] }
  expect(dropEmpty(value)).toEqual({ d: 0, e: null, f: ' ', g: true, h: [] })
})

it('changes nothing that it has been through before', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.boolean(), fc.integer())),
      (value) => {
        const once = dropEmpty(value)
        expect(dropEmpty(once)).toEqual(once)
        expect(Object.keys(once).every((key) => once[key] === value[key])).toBe(true)
      },
    ),
  )
})
