import asyncApiSchema from '@asyncapi/specs/schemas/3.0.0-without-$id.json' with { type: 'json' }
import { EVENT_EXAMPLES, EVENT_TYPES } from '@countersign/contracts'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { generateAsyncApi, generateEventSchema } from './asyncapi.ts'

const root = new URL('../../../../', import.meta.url)

interface Document {
  readonly asyncapi: string
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly examples: readonly { readonly payload: { type?: string } }[] }>
    >
  }
}

it('describes every event type with an example, and refers to nothing that is not there', async () => {
  const text = await generateAsyncApi(root)
  const document = JSON.parse(text) as Document

  expect(document.asyncapi).toBe('3.0.0')
  const { gap, several, ...messages } = document.components.messages
  expect([gap, several]).not.toContain(undefined)
  expect(Object.keys(messages).toSorted()).toEqual(EVENT_TYPES.toSorted())
  for (const [type, { examples }] of Object.entries(messages)) {
    expect(examples[0]?.payload.type).toBe(type)
  }
  for (const [, path = ''] of text.matchAll(/"\$ref": "#\/([^"]+)"/g)) {
    const found = path
      .split('/')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
    expect(found, path).toBeDefined()
  }
})

it('is an AsyncAPI 3 document by the schema of the AsyncAPI initiative', async () => {
  const ajv = formats.default(new Ajv({ strict: false }))
  const validate = ajv.compile(asyncApiSchema)
  const document = JSON.parse(await generateAsyncApi(root)) as Record<string, unknown>

  validate(document)
  expect(validate.errors).toBeNull()
  expect(validate({ ...document, channels: [] })).toBe(false)
})

describe('the JSON Schema of events, to a validator that knows nothing of us', () => {
  const compile = async () => {
    const ajv = formats.default(new Ajv2020({ strict: false, validateFormats: true }))
    return ajv.compile(JSON.parse(await generateEventSchema(root)) as object)
  }

  it.each(EVENT_TYPES)(
    '[BPM-17] takes the example of %s, and not without its number',
    async (type) => {
      const validate = await compile()
      const { sequence: _, ...without } = EVENT_EXAMPLES[type]

      validate(EVENT_EXAMPLES[type])
      expect(validate.errors).toBeNull()
      expect(validate(without)).toBe(false)
    },
  )
})
