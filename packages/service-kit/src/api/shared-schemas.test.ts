import { Type, type TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { closed } from './schema.ts'
import { SharedSchemas } from './shared-schemas.ts'
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

function share(...schemas: readonly object[]) {
  const added = new Map<string, object>()
  const shared = new SharedSchemas((part, name) => added.set(name, part))
  return { schemas: schemas.map((schema) => shared.share(schema)), parts: [...added] }
}

describe('a schema whose parts occur often', () => {
  it('says each of them once', () => {
    const Person = closed({ name: Type.String() })
    const schema = closed({ one: Person, many: Type.Array(Person), id: Type.String() })

    const { schemas, parts } = share(schema)

    const [[name, part] = []] = parts
    expect(parts).toHaveLength(1)
    expect(part).toMatchObject({ type: 'object', properties: { name: { type: 'string' } } })
    expect(schemas[0]).toMatchObject({
      properties: {
        one: { $ref: name },
        many: { type: 'array', items: { $ref: name } },
        id: { type: 'string' },
      },
    })
  })

  it('shares them with other schemas', () => {
    const Person = closed({ name: Type.String() })

    const { schemas, parts } = share(closed({ one: Person }), closed({ other: Person }))

    expect(parts).toHaveLength(1)
    expect(schemas).toMatchObject([
      { properties: { one: { type: 'object' } } },
      { properties: { other: { $ref: parts[0]?.[0] } } },
    ])
  })

  it('stays as it is where none does', () => {
    const schema = closed({ one: closed({ name: Type.String() }) })
    expect(share(schema)).toEqual({ schemas: [schema], parts: [] })
  })

  it('fills in what is missing in a part as it does elsewhere: not within alternatives', () => {
    const Open = closed({ kind: Type.Literal('open'), times: Type.Integer({ default: 1 }) })
    const Shut = closed({ kind: Type.Literal('shut') })
    const faultsOf = lazyCheck(
      closed({ other: Type.Optional(Open), either: Type.Union([Open, Shut]) }),
    )

    const shut = { either: { kind: 'shut' } }
    expect(faultsOf(shut)).toEqual([])
    expect(shut).toEqual({ either: { kind: 'shut' } })
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
