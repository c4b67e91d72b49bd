import { expect, it } from 'vitest'
import { generateAsyncApi } from './asyncapi.ts'

const root = new URL('../../../', import.meta.url)

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
  const { gap, ...messages } = document.components.messages
  expect(gap).toBeDefined()
  expect(Object.keys(messages)).toHaveLength(12)
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
