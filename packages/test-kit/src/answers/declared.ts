import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** What a document declares of an answer. */
interface DeclaredAnswer {
  /** For each header, by its name in lower case, what its value must be. */
  readonly headers: ReadonlyMap<string, (value: string) => boolean>
  /** For each media type, what the body must be. */
  readonly content: ReadonlyMap<string, ValidateFunction>
}

/** What a service's document declares. */
export interface Declared {
  has(operation: string): boolean
  /** @returns undefined for an operation or a status that the document does not have. */
  answerOf(operation: string, status: number): DeclaredAnswer | undefined
}

type Json = Readonly<Record<string, unknown>>

const known = new Map<string, Declared>()
const knownDocuments = new WeakMap<object, Declared>()

/** Each file makes its applications anew; what they say of themselves is the same. */
export function declaredBy(document: object): Declared {
  const same = knownDocuments.get(document)
  if (same !== undefined) return same
  const text = JSON.stringify(document)
  const declared = known.get(text) ?? readDocument(document as Json)
  known.set(text, declared)
  knownDocuments.set(document, declared)
  return declared
}

function readDocument(document: Json): Declared {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  const answers = new Map<string, DeclaredAnswer | undefined>()
  return {
    has: (operation) => at(document, operationPointer(operation)) !== undefined,
    answerOf(operation, status) {
      const key = `${operation} ${status}`
      if (!answers.has(key)) answers.set(key, readAnswer(document, ajv, operation, status))
      return answers.get(key)
    },
  }
}

function readAnswer(
  document: Json,
  ajv: Ajv2020,
  operation: string,
  status: number,
): DeclaredAnswer | undefined {
  const declared = `${operationPointer(operation)}${pointerOf('responses', String(status))}`
  const pointer = follow(document, declared)
  const answer = at(document, pointer)
  if (answer === undefined) return undefined
  const { headers = {}, content = {} } = answer as { headers?: object; content?: object }
  const types = Object.keys(content).map((type) => {
    const $ref = `document#${pointer}${pointerOf('content', type, 'schema')}`
    return [type, ajv.compile({ $ref })] as const
  })
  const fields = Object.keys(headers).map((name) => {
    const header = follow(document, `${pointer}${pointerOf('headers', name)}`)
    const validate = ajv.compile({ $ref: `document#${header}/schema` })
    return [
      name.toLowerCase(),
      (value: string) => readings(value).some((one) => validate(one)),
    ] as const
  })
  return { headers: new Map(fields), content: new Map(types) }
}

/** A field is text; where a number is declared, one that it is the text of. */
const readings = (value: string): readonly unknown[] =>
  /^-?\d+$/.test(value) ? [value, Number(value)] : [value]

/** Where an answer is that several operations share. */
function follow(document: Json, pointer: string): string {
  const found = at(document, pointer)
  const $ref = found?.['$ref']
  return typeof $ref === 'string' ? $ref.slice(1) : pointer
}

/** Of `GET /api/…/{id}`. */
function operationPointer(operation: string): string {
  const [method = '', path = ''] = operation.split(' ')
  return pointerOf('paths', path, method.toLowerCase())
}

const pointerOf = (...steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

function at(document: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((value, step) => value?.[step] as Json | undefined, document)
}
