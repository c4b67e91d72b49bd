import { isUtf8 } from 'node:buffer'

export type JsonObject = Readonly<Record<string, unknown>>

const MAX_DEPTH = 16

/**
 * Parses a JSON object from UTF-8 bytes, or answers undefined: not UTF-8, not JSON, not an object,
 * nested too deeply, with a member `__proto__`, or with a member name twice (RFC 7519 section 4 lets parsers refuse that;
 * two parsers that keep different twins would see different tokens).
 */
export function parseJsonObject(bytes: Buffer): JsonObject | undefined {
  if (!isUtf8(bytes)) return undefined
  const text = bytes.toString('utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isJsonObject(value)) return undefined
  // JSON.parse keeps one of two twins: then the text has more members than the value.
  return countMembers(value, 0) === countColons(text) ? value : undefined
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members of the value and of all within it; NaN, which equals nothing, for what is refused. */
function countMembers(value: object, depth: number): number {
  if (depth > MAX_DEPTH) return Number.NaN
  if (Array.isArray(value)) return countWithin(value, depth)
  const names = Object.keys(value)
  // An own `__proto__` is harmless here and becomes a prototype in the next careless copy.
  if (names.includes('__proto__')) return Number.NaN
  return names.length + countWithin(Object.values(value), depth)
}

function countWithin(values: readonly unknown[], depth: number): number {
  let count = 0
  for (const value of values) {
    if (typeof value === 'object' && value !== null) count += countMembers(value, depth + 1)
  }
  return count
}

/** Colons outside strings, one per member, in a text that is known to be JSON. */
function countColons(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === COLON) count++
    else if (character === QUOTE) at = endOfString(text, at)
  }
  return count
}

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c

function endOfString(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
}
