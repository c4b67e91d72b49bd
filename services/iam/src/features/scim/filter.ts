import { isStorable } from '@countersign/service-kit/storable'
import { ScimError } from './error.ts'

export interface Comparison {
  /** In lower case, without the URN of the schema. */
  readonly attribute: string
  readonly value: string | boolean | null
}

const comparison = /^\s*([A-Za-z][\w.:$-]*)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false|null)\s*/i
const and = /^and\s+/i

/**
 * Reads a filter of RFC 7644 section 3.4.2.2, as far as it is offered: comparisons by `eq`, joined
 * by `and`.
 *
 * @throws {@link ScimError} `invalidFilter`
 */
export function readFilter(text: string | undefined): Comparison[] {
  if (text === undefined) return []
  const found: Comparison[] = []
  let rest = text
  for (;;) {
    const match = comparison.exec(rest)
    if (match === null) throw refuse()
    const [whole, name = '', literal = ''] = match
    found.push({ attribute: nameOf(name), value: readLiteral(literal) })
    rest = rest.slice(whole.length)
    if (rest === '') return found
    const joint = and.exec(rest)
    if (joint === null || found.length >= 10) throw refuse()
    rest = rest.slice(joint[0].length)
  }
}

/** An attribute path in lower case, without the URN of its schema. */
export const nameOf = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i, '').toLowerCase()

function readLiteral(literal: string): Comparison['value'] {
  const value = parse(literal.startsWith('"') ? literal : literal.toLowerCase())
  // JSON spells what the text of the filter itself cannot have.
  if (typeof value !== 'string' || isStorable(value)) return value
  throw new ScimError('invalidFilter', 'a text has no NUL and no half of a surrogate pair')
}

function parse(literal: string): Comparison['value'] {
  try {
    return JSON.parse(literal) as Comparison['value']
  } catch {
    throw refuse()
  }
}

const refuse = () => new ScimError('invalidFilter', 'only comparisons by eq joined by and are read')
