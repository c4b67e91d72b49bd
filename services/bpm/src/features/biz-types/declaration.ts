import type { Fault } from '@countersign/service-kit/problem'
import { originRule } from '../../core/delivery.ts'
import { findKeyFieldFaults } from '../../core/key-fields.ts'
import type { RegisterBizTypeBody, VariableDeclaration } from './schema.ts'

/** Why a declaration is refused: a code of the catalogue, and where in the request. */
export interface Refusal {
  readonly code:
    | 'variable_duplicate'
    | 'variable_removed'
    | 'variable_type_changed'
    | 'origin_not_allowed'
    | 'callback_path_required'
    | 'detail_path_not_relative'
    | 'key_field_invalid'
  readonly faults: readonly Fault[]
}

// One slash and then a path: "//host" and "/\host" leave the application in a browser.
const relativePath = /^\/(?![/\\])[^\s\\]*$/

/** Checks a declaration by itself, against the origins that may get events. */
export function findDeclarationFault(
  declared: RegisterBizTypeBody,
  allowedOrigins: readonly string[],
): Refusal | undefined {
  const { callback, detailPath } = declared
  if (!relativePath.test(detailPath)) {
    return refuse('detail_path_not_relative', '/detailPath', 'starts with one slash, has no origin')
  }
  if (callback.path === undefined || !isCallable(callback.path)) {
    return refuse('callback_path_required', '/callback/path', 'an absolute path on the origin')
  }
  if (!isOrigin(callback.origin) || originRule(allowedOrigins, callback.origin) === undefined) {
    return refuse('origin_not_allowed', '/callback/origin', 'not in the list of allowed origins')
  }
  return findDuplicate(declared.variables) ?? findUnfitKeyField(declared)
}

/**
 * Compares a declaration with the one registered under the same version: running approvals and
 * published conditions rely on each declared name and its type.
 */
export function findIncompatibility(
  registered: readonly VariableDeclaration[],
  declared: readonly VariableDeclaration[],
): Refusal | undefined {
  const indexes = new Map(declared.map((variable, index) => [variable.name, index]))
  const removed = registered.filter(({ name }) => !indexes.has(name))
  if (removed.length > 0) {
    const faults = removed.map(({ name }) => ({
      pointer: '/variables',
      code: 'variable_removed',
      detail: `${name} is declared under this version`,
    }))
    return { code: 'variable_removed', faults }
  }
  const changed = registered.flatMap((before) => {
    const index = indexes.get(before.name) ?? -1
    return declared[index]?.type === before.type ? [] : [{ before, index }]
  })
  if (changed.length === 0) return undefined
  return {
    code: 'variable_type_changed',
    faults: changed.map(({ before, index }) => ({
      pointer: `/variables/${index}/type`,
      code: 'variable_type_changed',
      detail: `${before.name} is a ${before.type} under this version`,
    })),
  }
}

/** Whether the text is an http(s) origin exactly as browsers and RFC 6454 write it. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === text
}

function findDuplicate(variables: readonly VariableDeclaration[]): Refusal | undefined {
  const known = new Set<string>()
  for (const [index, { name }] of variables.entries()) {
    if (known.has(name)) {
      return refuse('variable_duplicate', `/variables/${index}/name`, `${name} is declared twice`)
    }
    known.add(name)
  }
  return undefined
}

function findUnfitKeyField({
  keyFields = [],
  variables,
}: RegisterBizTypeBody): Refusal | undefined {
  const code = 'key_field_invalid'
  const faults = findKeyFieldFaults(keyFields, variables).map(({ index, member, detail }) => ({
    pointer: `/keyFields/${index}/${member}`,
    code,
    detail,
  }))
  return faults.length === 0 ? undefined : { code, faults }
}

const refuse = (code: Refusal['code'], pointer: string, detail: string): Refusal => ({
  code,
  faults: [{ pointer, code, detail }],
})

/**
 * Whether the path is what a client asks for when it is given: it takes dot segments and fragments out, encodes what is not
 * ASCII, and reads `//` as the beginning of a host. Another path would be called than was declared.
 */
function isCallable(path: string): boolean {
  const url = URL.parse(path, 'http://receiver.invalid')
  return url?.host === 'receiver.invalid' && url.pathname + url.search === path
}
