import { maxPointerLength, pointerStep } from '../api/pointer.ts'
import { type Fault, maxFaults } from '../api/problem.ts'
import { endOfToken, isOfNumber } from './json-tokens.ts'

/**
 * What JSON allows and readers disagree on, found in a text that is known to be JSON: a member named
 * twice, a number that a double does not hold (both outside I-JSON, RFC 7493 sections 2.2 and 2.3),
 * and a member `__proto__`. Parsing would keep one of the twins and another number than was sent.
 *
 * @returns Faults with their RFC 6901 pointers, in the order of the text; twenty at most.
 */
export function findAmbiguities(text: string): Fault[] {
  const faults: Fault[] = []
  // A list of what is open, not a recursion: clients choose how deep a body is.
  const open: Container[] = []
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = endOfToken(text, at)
    const fault = read(text, { at, end }, open)
    if (!fault) continue
    const pointer = open.map((container) => pointerStep(container.at)).join('')
    faults.push({ pointer, ...fault })
    if (faults.length === maxFaults || pointer.length > maxPointerLength) break
  }
  return faults
}

/** An object or array that has begun and not ended, and where in it the reader is. */
interface Container {
  /** Names that were there already. */
  names: Set<string> | undefined
  /** Name of the member, index of the item. */
  at: string | number
  /** Whether the next string is a name. */
  expectsName: boolean
}

type Finding = Omit<Fault, 'pointer'>

interface Token {
  readonly at: number
  readonly end: number
}

function read(text: string, { at, end }: Token, open: Container[]): Finding | undefined {
  const within = open.at(-1)
  switch (text[at]) {
    case '{':
      open.push({ names: undefined, at: '', expectsName: true })
      return undefined
    case '[':
      open.push({ names: undefined, at: 0, expectsName: false })
      return undefined
    case '}':
    case ']':
      open.pop()
      return undefined
    case ',':
      if (within) advance(within)
      return undefined
    case '"':
      return within?.expectsName ? readName(nameOf(text.slice(at, end)), within) : undefined
    default:
      return isExact(text, { at, end }) ? undefined : inexact
  }
}

const nameOf = (token: string): string =>
  token.includes('\\') ? String(JSON.parse(token)) : token.slice(1, -1)

function advance(within: Container): void {
  if (typeof within.at === 'number') within.at++
  else within.expectsName = true
}

function readName(name: string, within: Container): Finding | undefined {
  within.at = name
  within.expectsName = false
  if (name === '__proto__') return reserved
  // Most objects of a body that is written to cost much have none.
  within.names ??= new Set()
  if (within.names.has(name)) return repeated
  within.names.add(name)
  return undefined
}

const repeated = { code: 'repeated_member', detail: 'must not be there twice' }
const reserved = { code: 'reserved_member', detail: 'must have another name' }
const inexact = {
  code: 'inexact_number',
  detail: 'must lie between -9007199254740991 and 9007199254740991; send larger ones as text',
}

/** As far as fifteen signs go and none is an exponent, a double holds every number. */
const SURELY_EXACT = /^[^eE]{0,15}$/

/** Integers count up to 2^53 - 1, and what is not zero must not become it. */
function isExact(text: string, { at, end }: Token): boolean {
  if (end === at + 1 || !isOfNumber(text, at)) return true
  const token = text.slice(at, end)
  if (SURELY_EXACT.test(token)) return true
  const value = Number(token)
  if (value === 0) return !/[1-9]/.test(token.split(/e/i, 1)[0] ?? '')
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER
}
