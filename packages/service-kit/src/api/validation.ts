import SerializerFactory from '@fastify/fast-json-stringify-compiler'
import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchema, FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { ownSchemas } from './own-schemas.ts'
import { pointerStep } from './pointer.ts'
import { type Fault, maxFaults } from './problem.ts'
import { UUID } from './schema.ts'
import { SharedSchemas } from './shared-schemas.ts'
import { findUnstorable } from './storable.ts'

/** Thrown to Fastify by a validator; the problem handler turns it into `invalid_request`. */
export class InvalidRequest extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super('the request does not fit its schema')
    this.name = 'InvalidRequest'
    this.faults = faults
  }
}

type Compile = (schema: object) => ValidateFunction

const compilers = new Map<string, Compile>()

// Bodies are typed JSON and taken as they are; paths, queries and headers are text.
function compilerFor(httpPart: string | undefined, allErrors: boolean): Compile {
  const coerceTypes = httpPart === 'body' ? false : 'array'
  const name = `${coerceTypes} ${allErrors}`
  const compile = compilers.get(name) ?? createCompiler(coerceTypes, allErrors)
  compilers.set(name, compile)
  return compile
}

function createCompiler(coerceTypes: false | 'array', allErrors: boolean): Compile {
  const ajv = new Ajv({
    ...ownSchemas,
    allErrors,
    coerceTypes,
    useDefaults: true,
    removeAdditional: false,
    strict: false,
    // What is shared would be written out again.
    inlineRefs: false,
  })
  addFormats.default(ajv)
  // The format also allows the prefix urn:uuid:, which PostgreSQL does not take.
  ajv.addFormat('uuid', UUID)
  ajv.addFormat('date-time', createDateTimeCheck())
  ajv.addKeyword(lowerCase)
  const shared = new SharedSchemas((part, name) => ajv.addSchema(lowerIds(part) as object, name))
  const compiled = new WeakMap<object, ValidateFunction>()
  return (schema) => {
    const validate = compiled.get(schema) ?? ajv.compile(lowerIds(shared.share(schema)) as object)
    compiled.set(schema, validate)
    return validate
  }
}

// An id in capitals is the same id (RFC 9562 section 4). PostgreSQL answers it in small letters, and code compares texts.
const lowerCase: FuncKeywordDefinition = {
  keyword: 'lowerCase',
  type: 'string',
  modifying: true,
  errors: false,
  validate(_: unknown, text: string, _schema: unknown, at) {
    if (at !== undefined) at.parentData[at.parentDataProperty] = text.toLowerCase()
    return true
  },
}

function lowerIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lowerIds)
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).map(([name, member]) => [name, lowerIds(member)])
  const isId = 'format' in schema && schema.format === 'uuid'
  return Object.fromEntries(isId ? [...members, [lowerCase.keyword, true]] : members)
}

// The format also allows what no Date can hold, leap seconds above all: PostgreSQL would get NaN.
function createDateTimeCheck(): (text: string) => boolean {
  const ajv = new Ajv(ownSchemas)
  addFormats.default(ajv, ['date-time'])
  const isDateTime = ajv.compile({ type: 'string', format: 'date-time' })
  return (text) => isDateTime(text) && !Number.isNaN(Date.parse(text))
}

/**
 * Compiles a schema when its first request arrives: a start-up compiles nothing.
 *
 * Everything that is wrong is looked for only in what is small, and after something was found: each error carries all
 * before it along, so that a megabyte of errors would hold the process for minutes. Of a large body the first is told.
 *
 * Kept by: packages/service-kit/src/api/validation.test.ts "tells the first fault of a large body at once"
 */
export const lazyValidator: FastifySchemaCompiler<FastifySchema> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined
  let findAll: ValidateFunction | undefined
  return (data: unknown) => {
    validate ??= compilerFor(httpPart, false)(schema)
    const part = httpPart ?? 'body'
    if (!validate(data)) {
      if (!isSmall(data))
        return { error: new InvalidRequest(toFaults(validate.errors ?? [], part)) }
      findAll ??= compilerFor(httpPart, true)(schema)
      findAll(data)
      return { error: new InvalidRequest(toFaults(findAll.errors ?? [], part)) }
    }
    const unstorable = part === 'headers' ? [] : findUnstorable(data, baseOf(part))
    if (unstorable.length === 0) return { value: data }
    return { error: new InvalidRequest(unstorable) }
  }
}

/** Values, those within others counted. */
const SMALL = 500

function isSmall(data: unknown): boolean {
  const stack = [data]
  let count = 0
  for (; stack.length > 0 && count <= SMALL; count += 1) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    const parts: unknown[] = Object.values(value)
    if (parts.length > SMALL) return false
    stack.push(...parts)
  }
  return count <= SMALL
}

/**
 * The faults of what comes in no body but is closed as one, e.g. values of a header field; pointers are
 * those of its members.
 */
export function lazyCheck(schema: object): (data: unknown) => readonly Fault[] {
  const validate = lazyValidator({ schema, httpPart: 'body', method: 'POST', url: '' })
  return (data) => {
    const { error } = validate(data) as { readonly error?: InvalidRequest }
    return error?.faults ?? []
  }
}

type Serialize = (data: unknown) => string
let compileSerializer: ReturnType<ReturnType<typeof SerializerFactory>> | undefined

// Operations that answer with the same thing share its schema, and so do applications in one process.
const serializers = new WeakMap<object, Serialize>()

/** As above for response schemas, which list what may leave. */
export const lazySerializer: FastifySerializerCompiler<FastifySchema> = (route) => {
  let serialize: Serialize | undefined
  return (data: unknown) => {
    serialize ??= serializerOf(route)
    return serialize(data)
  }
}

function serializerOf(route: Parameters<typeof lazySerializer>[0]): Serialize {
  const known = serializers.get(route.schema)
  if (known !== undefined) return known
  compileSerializer ??= SerializerFactory()({}, {})
  // Fastify declares its own argument more loosely than its own compiler does.
  const serialize = compileSerializer(route as Parameters<typeof compileSerializer>[0])
  serializers.set(route.schema, serialize)
  return serialize
}

function toFaults(errors: readonly ErrorObject[], httpPart: string): Fault[] {
  // That of `if` says only that there is another one.
  const told = errors.filter(({ keyword }) => keyword !== 'if')
  const faults = told.map((error) => toFault(error, httpPart))
  const distinct = new Map(faults.map((fault) => [`${fault.pointer} ${fault.code}`, fault]))
  return [...distinct.values()].slice(0, maxFaults)
}

/** Where a part of the request begins in pointers; the body is the document itself. */
function baseOf(httpPart: string): string {
  if (httpPart === 'body') return ''
  return `/${httpPart === 'querystring' ? 'query' : httpPart}`
}

function toFault(error: ErrorObject, httpPart: string): Fault {
  const { keyword, instancePath, params } = error
  const base = `${baseOf(httpPart)}${instancePath}`
  if (keyword === 'required') {
    return {
      pointer: base + pointerStep(String(params['missingProperty'])),
      code: 'required',
      detail: 'is required',
    }
  }
  if (keyword === 'additionalProperties') {
    return {
      pointer: base + pointerStep(String(params['additionalProperty'])),
      code: 'unknown_member',
      detail: 'is not known here',
    }
  }
  return { pointer: base, code: codes[keyword] ?? keyword, detail: error.message ?? 'is not valid' }
}

const codes: Readonly<Record<string, string>> = {
  type: 'wrong_type',
  enum: 'not_allowed',
  const: 'not_allowed',
  anyOf: 'not_allowed',
  oneOf: 'not_allowed',
  'false schema': 'not_allowed',
  format: 'wrong_format',
  pattern: 'wrong_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minProperties: 'too_few',
  maxProperties: 'too_many',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
  uniqueItems: 'repeated',
}
