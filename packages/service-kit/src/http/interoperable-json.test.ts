import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAmbiguities } from './interoperable-json.ts'

const found = (text: string) =>
  findAmbiguities(text).map(({ pointer, code }) => `${pointer} ${code}`)

describe('findAmbiguities', () => {
  it.each([
    ['twins', '{"a": 1, "a": 1}', ['/a repeated_member']],
    ['twins that are spelt apart', String.raw`{"a": 1, "\u0061": 2}`, ['/a repeated_member']],
    ['twins in an item', '[{}, {"b": {"c": 1, "c": 2}}]', ['/1/b/c repeated_member']],
    ['the same name in two objects', '[{"a": {"a": 1}}, {"a": 1}]', []],
    ['names as texts', '{"a": "a", "b": ["a", "a", "{\\"a\\":1,\\"a\\":1}"]}', []],
    ['a name with the signs of a pointer', '{"x/~": 1e99}', ['/x~1~0 inexact_number']],
    ['a member for the prototype', '{"a": {"__proto__": 1}}', ['/a/__proto__ reserved_member']],
    ['the largest that is exact', '[9007199254740991, -9007199254740991]', []],
    ['one more', '[0, 9007199254740992]', ['/1 inexact_number']],
    ['one less', '-9007199254740993', [' inexact_number']],
    ['more than a double holds', '{"a": 1e400}', ['/a inexact_number']],
    ['less than a double holds', '{"a": -1.5e-400}', ['/a inexact_number']],
    ['zeros of all kinds', '[0, -0, 0.00, 0e9, -0.0E-999]', []],
    ['a large number as text', '{"a": "9007199254740993"}', []],
    [
      'strings of escapes',
      String.raw`{"\\": "\\\"{", "a\"": 1, "a\u0022": "\\", "b": [1e99]}`,
      ['/a" repeated_member', '/b/0 inexact_number'],
    ],
    [
      'several',
      '{"a": 1e16, "b": 1, "b": 1e16}',
      ['/a inexact_number', '/b repeated_member', '/b inexact_number'],
    ],
  ])('tells %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it('finds nothing in what was written from a value, and each twin that is put in', () => {
    const member = fc.string().filter((name) => name !== '__proto__')
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        // The first is what is drawn at the greatest depth.
        { maxDepth: 4 },
        fc.string(),
        fc.dictionary(member, tie('tree'), { noNullPrototype: true }),
        fc.array(tie('tree')),
        fc.maxSafeInteger(),
        fc.double({ min: 1e-300, max: 2 ** 53 - 1, noNaN: true }),
        fc.constantFrom(null, true, false),
      ),
    }))
    fc.assert(
      fc.property(tree, member, (value, name) => {
        const [text, twin] = [JSON.stringify(value), JSON.stringify(name)]
        expect(found(text)).toEqual([])
        expect(found(`[0, {${twin}: ${text}, ${twin}: ${text}}]`)).toHaveLength(1)
      }),
    )
  })

  it('is bounded by the text: depth, number of faults, length of pointers', () => {
    const deep = 100_000
    expect(found(`${'['.repeat(deep)}${']'.repeat(deep)}`)).toEqual([])
    expect(found(`[${'1e99,'.repeat(deep)}0]`)).toHaveLength(20)
    const faults = findAmbiguities(`{"${'x'.repeat(deep)}": [${'1e99,'.repeat(deep)}0]}`)
    expect(faults).toHaveLength(1)
  })
})
