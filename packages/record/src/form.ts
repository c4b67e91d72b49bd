// The form of a record (version 1): a compact JWS (RFC 7515) whose payload is RFC 8785 JSON. Its header
// lists the parts of the payload with their lengths and hashes. The signature covers all; the list is
// there to say which part it was when something was altered.
//
// Kept by: packages/record/src/alter.test.ts "is found and named"
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

export const RECORD_VERSION = 1
/** `typ` of a record's header. */
export const RECORD_TYPE = 'countersign-record+jws'
/** `typ` of the header that signs a printed record. */
export const PRINT_TYPE = 'countersign-record-print+jws'

/** A part of the payload: a member of it, without its name. */
export interface Part {
  readonly name: string
  readonly bytes: number
  /** base64url. */
  readonly sha256: string
}

export interface RecordHeader {
  readonly alg: 'EdDSA'
  readonly kid: string
  readonly parts: readonly Part[]
  readonly typ: typeof RECORD_TYPE
  readonly version: typeof RECORD_VERSION
}

/** Where a part lies in the payload, in bytes. */
export interface Place {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** RFC 8785. @throws TypeError for what is no JSON. */
export function toCanonical(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('only JSON has a canonical form')
  return text
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url')

/** The parts of content, in the order in which RFC 8785 puts them. */
export function partsOf(content: object): Part[] {
  return Object.entries(content)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const bytes = Buffer.from(toCanonical(value))
      return { name, bytes: bytes.length, sha256: sha256(bytes) }
    })
}

/** The header that goes with content. Everything in it follows from the content and the key's name. */
export const headerOf = (content: object, kid: string): RecordHeader => ({
  alg: 'EdDSA',
  kid,
  parts: partsOf(content),
  typ: RECORD_TYPE,
  version: RECORD_VERSION,
})

/** Where the parts lie in a payload that has them in this order, and how long it is. */
export function placesOf(parts: readonly Part[]): { places: Place[]; length: number } {
  const places: Place[] = []
  let at = 0
  for (const { name, bytes } of parts) {
    // Before a part: a brace or a comma, its name in quotes, a colon.
    const from = at + 1 + Buffer.byteLength(JSON.stringify(name)) + 1
    places.push({ name, from, to: from + bytes })
    at = from + bytes
  }
  return { places, length: at + 1 }
}

/** Whether what stands between the parts is what has to stand there. */
export function isFrameWhole(payload: Buffer, places: readonly Place[], length: number): boolean {
  if (payload.length !== length) return false
  let at = 0
  for (const [index, { name, from, to }] of places.entries()) {
    const expected = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (payload.toString('utf8', at, from) !== expected) return false
    at = to
  }
  return payload.toString('utf8', at) === '}'
}
