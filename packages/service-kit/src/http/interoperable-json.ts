import { createScanner, type JSONScanner, type SyntaxKind } from 'jsonc-parser'
import { pointerStep } from '../api/pointer.ts'
import type { Fault } from '../api/problem.ts'
import { maxFaults } from '../api/validation.ts'

// The library's enumeration is gone at run time (ADR 0002); the compiler compares the numbers.
const beginObject: SyntaxKind.OpenBraceToken = 1
const endObject: SyntaxKind.CloseBraceToken = 2
const beginArray: SyntaxKind.OpenBracketToken = 3
const endArray: SyntaxKind.CloseBracketToken = 4
const separator: SyntaxKind.CommaToken = 5
const string: SyntaxKind.StringLiteral = 10
const number: SyntaxKind.NumericLiteral = 11
const endOfText: SyntaxKind.EOF = 17

// A pointer is as long as who sends it likes: after one of this length no more are told.
const maxPointerLength = 1_000

/**
 * What JSON allows and readers disagree on, found in a text that is known to be JSON: a member named
 * twice, a number that a double does not hold (both outside I-JSON, RFC 7493 sections 2.2 and 2.3),
 * and a member `__proto__`. Parsing would keep one of the twins and another number than was sent.
 *
 * @returns Faults with their RFC 6901 pointers, in the order of the text; twenty at most.
 */
export function findAmbiguities(text: string): Fault[] {
  const faults: Fault[] = []
  const scanner = createScanner(text, true)
  // A list of what is open, not a recursion: clients choose how deep a body is.
  const open: Container[] = []
  for (let token = scanner.scan(); token !== endOfText; token = scanner.scan()) {
    const fault = read(token, scanner, open)
    if (!fault) continue
    const pointer = open.map(({ at }) => pointerStep(at)).join('')
    faults.push({ pointer, ...fault })
    if (faults.length === maxFaults || pointer.length > maxPointerLength) break
  }
  return faults
}

/** An object or array that has begun and not ended, and where in it the reader is. */
interface Container {
  /** Names that were there already; undefined for an array. */
  readonly names: Set<string> | undefined
  /** Name of the member, index of the item. */
  at: string | number
  /** Whether the next string is a name. */
  expectsName: boolean
}

type Finding = Omit<Fault, 'pointer'>

function read(token: SyntaxKind, scanner: JSONScanner, open: Container[]): Finding | undefined {
  const within = open.at(-1)
  switch (token) {
    case beginObject:
      open.push({ names: new Set(), at: '', expectsName: true })
      return undefined
    case beginArray:
      open.push({ names: undefined, at: 0, expectsName: false })
      return undefined
    case endObject:
    case endArray:
      open.pop()
      return undefined
    case separator:
      if (within) advance(within)
      return undefined
    case string:
      return within?.expectsName ? readName(scanner.getTokenValue(), within) : undefined
    case number:
      return isExact(scanner.getTokenValue()) ? undefined : inexact
    default:
      return undefined
  }
}

function advance(within: Container): void {
  if (typeof within.at === 'number') within.at++
  else within.expectsName = true
}

function readName(name: string, within: Container): Finding | undefined {
  within.at = name
  within.expectsName = false
  if (name === '__proto__') return reserved
  if (within.names?.has(name)) return repeated
  within.names?.add(name)
  return undefined
}

const repeated = { code: 'repeated_member', detail: 'must not be there twice' }
const reserved = { code: 'reserved_member', detail: 'must have another name' }
const inexact = {
  code: 'inexact_number',
  detail: 'must lie between -9007199254740991 and 9007199254740991; send larger ones as text',
}

/** Integers count up to 2^53 - 1, and what is not zero must not become it. */
function isExact(digits: string): boolean {
  const value = Number(digits)
  if (value === 0) return !/[1-9]/.test(digits.split(/e/i, 1)[0] ?? '')
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER
}
