import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** A callback as it arrived. */
export interface ReceivedCallback {
  readonly method: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

interface Message {
  readonly contentType: string
  readonly headers: ValidateFunction
  readonly payload: ValidateFunction
}

interface Document {
  readonly operations: {
    readonly receiveEvent: { readonly bindings: { readonly http: { readonly method: string } } }
  }
  readonly components: {
    readonly messages: Readonly<Record<string, { readonly contentType: string }>>
    readonly schemas: {
      readonly Headers: { readonly properties: Readonly<Record<string, unknown>> }
    }
  }
}

/** Several events in one request, each with its type beside it. */
const BATCHED = 'application/cloudevents-batch+json'

/** Headers that are ours to describe. */
const OURS = /^(ce|webhook)-/

/**
 * What the AsyncAPI document does not say of a callback: another method, media type, body, or header
 * than it has for the type of the event.
 */
export function findCallbackFaults({ method, headers, body }: ReceivedCallback): readonly string[] {
  const { declared, messages, headerNames } = (known ??= readDocument())
  const type = headers['content-type'] === BATCHED ? 'several' : String(headers['ce-type'])
  const message = messages.get(type)
  if (message === undefined) return [`${type} is not declared`]
  const wanted = declared.operations.receiveEvent.bindings.http.method
  const { authorization, 'content-type': contentType } = headers
  const faults = [
    ...(method === wanted ? [] : [`came by ${method}`]),
    ...(contentType === message.contentType ? [] : [`is of ${String(contentType)}`]),
    ...(/^Bearer ./.test(String(authorization)) ? [] : ['has no token']),
    ...Object.keys(headers)
      .filter((name) => OURS.test(name) && !headerNames.has(name))
      .map((name) => `has the header ${name}`),
    ...faultsBy(message.headers, headers, 'headers'),
    ...bodyFaults(message.payload, body),
  ]
  return faults.map((fault) => `${type} ${fault}`)
}

function bodyFaults(validate: ValidateFunction, body: string): readonly string[] {
  try {
    return faultsBy(validate, JSON.parse(body), 'body')
  } catch (error) {
    if (error instanceof SyntaxError) return ['has a body that is no JSON']
    throw error
  }
}

function faultsBy(validate: ValidateFunction, value: unknown, part: string): readonly string[] {
  if (validate(value)) return []
  const [error] = validate.errors ?? []
  return [`has ${part}${error?.instancePath ?? ''} that ${error?.message ?? 'do not fit'}`]
}

let known: ReturnType<typeof readDocument> | undefined

function readDocument() {
  const file = new URL('../../../contracts/asyncapi.json', import.meta.url)
  const declared = JSON.parse(readFileSync(file, 'utf8')) as Document
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema(declared, 'asyncapi')
  const { messages, schemas } = declared.components
  const compile = (name: string, part: string) =>
    ajv.compile({ $ref: `asyncapi#/components/messages/${name}/${part}` })
  const compiled = Object.entries(messages)
    .filter(([, message]) => 'headers' in message)
    .map(([name, { contentType }]) => {
      const message: Message = {
        contentType,
        headers: compile(name, 'headers'),
        payload: compile(name, 'payload'),
      }
      return [name, message] as const
    })
  const headerNames = new Set(Object.keys(schemas.Headers.properties))
  return { declared, messages: new Map(compiled), headerNames }
}
