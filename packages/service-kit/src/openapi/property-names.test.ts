import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { closed } from '../api/schema.ts'
import { keepPropertyNames } from './property-names.ts'

const Name = Type.String({ pattern: '^[a-z]+$' })
const Values = Type.Record(Name, Type.Integer(), { additionalProperties: false, maxProperties: 5 })

it('keeps the names that the members of a closed record may have', () => {
  expect(keepPropertyNames({ body: closed({ values: Values }) })).toMatchObject({
    body: {
      properties: {
        values: {
          type: 'object',
          maxProperties: 5,
          propertyNames: { pattern: '^[a-z]+$' },
          additionalProperties: { type: 'integer' },
        },
      },
    },
  })
})

it('leaves an open record and several patterns as they are', () => {
  const open = { patternProperties: { '^a': {} } }
  const several = { patternProperties: { '^a': {}, '^b': {} }, additionalProperties: false }
  expect(keepPropertyNames([open, several])).toEqual([open, several])
})
