import { verify as verifySignature, type KeyObject } from 'node:crypto'
import type { RecordContent } from './content.ts'
import { decode, type Decoded } from './decode.ts'
import { headerOf, isFrameWhole, placesOf, sha256, toCanonical, type RecordHeader } from './form.ts'
import { readContent, readHeader } from './read.ts'
import type { RecordKeys } from './keys.ts'

/** What is wrong with a record. */
export interface Fault {
  /** `form`, `header`, `frame`, `signature`, `key`, or a part: `part:actions`. */
  readonly place: string
  /** In plain words. */
  readonly message: string
}

export type Verified =
  | { readonly valid: true; readonly kid: string; readonly content: RecordContent }
  | { readonly valid: false; readonly faults: readonly Fault[] }

const fault = (place: string, message: string): Fault => ({ place, message })
const refuse = (...faults: Fault[]): Verified => ({ valid: false, faults })

/**
 * Verifies a record without the network, and names what was altered.
 *
 * @param text The compact JWS; one line break after it is allowed.
 * @param keys Of the platform, from where you trust them.
 * @see RFC 7515 section 5.2, RFC 8037 section 3.1.
 */
export function verifyRecord(text: string, keys: RecordKeys): Verified {
  const segments = text.replace(/\r?\n$/, '').split('.')
  const [header64, payload64, signature64] = segments
  if (
    segments.length !== 3 ||
    header64 === undefined ||
    payload64 === undefined ||
    signature64 === undefined
  ) {
    const message = `a record has three parts between two dots, and this has ${segments.length}`
    return refuse(fault('form', message))
  }
  const pieces = { header64, payload: decode(payload64), signature: decode(signature64) }
  const header = readHeader(header64)
  const content = readContent(pieces.payload)
  const isSigned = (key: KeyObject | undefined, head: string) =>
    key !== undefined &&
    pieces.signature.broken.length === 0 &&
    verifySignature(null, Buffer.from(`${head}.${payload64}`), key, pieces.signature.bytes)

  const kid = header?.kid
  const key = kid === undefined ? undefined : keys.get(kid)
  if (
    header !== undefined &&
    content !== undefined &&
    kid !== undefined &&
    isSigned(key, header64)
  ) {
    const faults = faultsOfParts(header, pieces.payload)
    return faults.length > 0 ? refuse(...faults) : { valid: true, kid, content }
  }

  // What it was before shows where it was altered: the header follows from the content.
  const expected = content === undefined ? undefined : headerFor(content)
  if (expected !== undefined && header64 !== expected.text) {
    if (isSigned(keys.get(expected.kid), expected.text)) {
      return refuse(fault('header', 'the header was altered; the content is as it was signed'))
    }
  }
  if (header === undefined) {
    return refuse(fault('header', 'the header was altered: it is none of a record'))
  }
  const faults = faultsOfParts(header, pieces.payload)
  if (faults.length > 0) return refuse(...faults)
  if (key === undefined) {
    return refuse(fault('key', `none of the given keys is the one that it names, ${header.kid}`))
  }
  return refuse(
    expected?.text === header64
      ? fault('signature', 'the signature was altered, or it was made without the key')
      : fault('header', 'the header was altered, and perhaps the signature'),
  )
}

/** The header that content had when it was signed. */
function headerFor(content: RecordContent): { kid: string; text: string } {
  const { kid } = content.record
  const text = Buffer.from(toCanonical(headerOf(content, kid))).toString('base64url')
  return { kid, text }
}

/** Parts of the payload that are not what the header says of them. */
function faultsOfParts({ parts }: RecordHeader, { bytes, broken }: Decoded): Fault[] {
  const { places, length } = placesOf(parts)
  const isBroken = (from: number, to: number) =>
    broken.some((place) => place.from < to && place.to > from)
  const altered = places.filter(
    ({ from, to }, index) =>
      isBroken(from, to) || sha256(bytes.subarray(from, to)) !== parts[index]?.sha256,
  )
  const faults = altered.map(({ name }) => fault(`part:${name}`, `the part "${name}" was altered`))
  const isWhole = isFrameWhole(bytes, places, length) && (broken.length === 0 || altered.length > 0)
  return isWhole
    ? faults
    : [...faults, fault('frame', 'what stands between the parts of the content was altered')]
}
