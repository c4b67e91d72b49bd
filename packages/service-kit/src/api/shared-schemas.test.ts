import { Type, type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { closed } from './schema.ts'
import { shareParts } from './shared-schemas.ts'
import { lazyCheck } from './validation.ts'

const Leaf = closed({ name: Type.String({ maxLength: 5 }) })

/** Written out, it would have as many leaves as two to the power of its depth. */
function nested(depth: number): TSchema {
  if (depth === 0) return Leaf
  const inner = nested(depth - 1)
  return closed({ left: Type.Optional(inner), right: Type.Optional(Type.Array(inner)) })
}
const within = (depth: number, value: unknown): unknown =>
  depth === 0 ? value : { right: [within(depth - 1, value)] }

describe('a schema whose parts occur often', () => {
  it('says each of them once', () => {
    const Person = closed({ name: Type.String() })
    const schema = closed({ one: Person, many: Type.Array(Person), id: Type.String() })

    expect(shareParts(schema)).toMatchObject({
      properties: {
        one: { $ref: '#/$defs/part0' },
        many: { type: 'array', items: { $ref: '#/$defs/part0' } },
        id: { type: 'string' },
      },
      $defs: { part0: { type: 'object', properties: { name: { type: 'string' } } } },
    })
  })

  it('stays as it is where none does', () => {
    const schema = closed({ one: closed({ name: Type.String() }) })
    expect(shareParts(schema)).toBe(schema)
  })

  it('is checked at once, however deep its parts are in each other', () => {
    const depth = 40
    const faultsOf = lazyCheck(closed({ root: nested(depth) }))

    expect(faultsOf({ root: within(depth, { name: 'fits' }) })).toEqual([])
    expect(faultsOf({ root: within(depth, { name: 'too long', other: 1 }) })).toEqual([
      expect.objectContaining({ pointer: `/root${'/right/0'.repeat(depth)}/other` }),
      expect.objectContaining({ pointer: `/root${'/right/0'.repeat(depth)}/name` }),
    ])
  })
})
