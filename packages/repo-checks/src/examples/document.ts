import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Wanted } from './choose.ts'

interface Content {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>
}

interface Operation {
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** A place of a document where JSON goes over the wire. */
export interface Place {
  readonly operation: string
  /** Undefined for a request. */
  readonly status: number | undefined
  readonly example: unknown
  readonly validate: ValidateFunction
}

const JSON_TYPE = /^application\/([\w-]+\+)?json$/

/** Where a service's document has bodies of requests, and of answers that went well. */
export function placesOf(text: string): readonly Place[] {
  const document = JSON.parse(text) as Document
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema(document, 'document')
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody, responses }]) => {
      const name = `${method.toUpperCase()} ${path}`
      const place = (body: Content, status: number | undefined, ...steps: readonly string[]) =>
        Object.entries(body.content ?? {})
          .filter(([type]) => JSON_TYPE.test(type))
          .map(([type, { example }]) => ({
            operation: name,
            status,
            example,
            validate: ajv.compile({
              $ref: `document#${pointerOf('paths', path, method, ...steps, 'content', type, 'schema')}`,
            }),
          }))
      const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
      return [
        ...place(requestBody ?? {}, undefined, 'requestBody'),
        ...answers.flatMap(([status, answer]) =>
          place(answer, Number(status), 'responses', status),
        ),
      ]
    }),
  )
}

/** What each operation of a document wants examples of. */
export function wantedOf(places: readonly Place[]): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const { operation, status } of places) {
    const { request, statuses } = wanted.get(operation) ?? { request: false, statuses: [] }
    wanted.set(operation, {
      request: request || status === undefined,
      statuses: status === undefined ? statuses : [...statuses, status],
    })
  }
  return wanted
}

const pointerOf = (...steps: readonly string[]): string =>
  steps
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .map((step) => `/${step}`)
    .join('')
