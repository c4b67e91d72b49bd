import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

interface Schema {
  readonly $ref?: string
  readonly properties?: object
  readonly anyOf?: readonly Schema[]
}

interface Answer {
  readonly headers?: object
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Document {
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<
    Record<string, Record<string, { readonly responses?: Record<string, Answer> }>>
  >
}

/** Nobody edits these by their revision: a declaration is sent whole, and a fenced key may have started nothing. */
const untaggedOnes = /\/biz-types(\/\{code\})? |\/start-keys\/fence /

it.each(['iam', 'bpm', 'dms'])(
  'whatever %s answers with a revision has it as ETag, for a later If-Match',
  async (service) => {
    const file = new URL(`../../../../services/${service}/openapi.json`, import.meta.url)
    const { paths, components } = JSON.parse(await readFile(file, 'utf8')) as Document
    const hasRevision = ({ $ref, properties = {}, anyOf = [] }: Schema): boolean => {
      const named = $ref && components.schemas?.[$ref.replace(/^.*\//, '')]
      return 'revision' in properties || [...anyOf, ...(named ? [named] : [])].some(hasRevision)
    }
    const answers = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses = {} }]) =>
        Object.entries(responses)
          .filter(([status]) => status.startsWith('2'))
          .map(([status, answer]) => ({ name: `${method} ${path} ${status}`, ...answer })),
      ),
    )
    const revised = answers.filter(
      ({ name, content }) =>
        !untaggedOnes.test(name) && hasRevision(content?.['application/json']?.schema ?? {}),
    )
    expect(revised.length).toBeGreaterThan(20)
    const untagged = revised.filter(({ headers = {} }) => !('ETag' in headers))
    expect(untagged.map(({ name }) => name)).toEqual([])
  },
)
