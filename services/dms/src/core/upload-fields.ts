import { createHash } from 'node:crypto'

/*
 * The header fields of tus 1.0 and of draft-ietf-httpbis-resumable-upload-12, as values. Whoever sends
 * them is a stranger: what is not exactly what it should be is undefined, and is refused.
 */

/** A number of bytes: digits, as many as an Integer of RFC 9651 section 3.3.1 may have. */
export const parseByteCount = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** A Boolean of RFC 9651 section 3.3.6. */
export function parseBoolean(text: string): boolean | undefined {
  if (text === '?1') return true
  return text === '?0' ? false : undefined
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const decode = (text: string) => (base64.test(text) ? Buffer.from(text, 'base64') : undefined)

// ASCII without space and comma; so what is taken has as many bytes as characters.
const metadataKey = /^[\x21-\x2b\x2d-\x7e]+$/
const around = /^[ \t]+|[ \t]+$/g

/** `Upload-Metadata` of tus: pairs of a key and its value in base64, which may be left out. */
export function parseMetadata(text: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>()
  if (text === '') return values
  for (const pair of text.split(',')) {
    const [key = '', encoded = '', ...rest] = pair.replaceAll(around, '').split(' ')
    const bytes = decode(encoded)
    if (!metadataKey.test(key) || rest.length > 0 || values.has(key) || bytes === undefined)
      return undefined
    const value = decodeText(bytes)
    if (value === undefined) return undefined
    values.set(key, value)
  }
  return values
}

function decodeText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What the bytes of one request must be. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm
  readonly digest: Buffer
}

export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'sha512'] as const
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number]

/** `Upload-Checksum` of tus: an algorithm and its result in base64. */
export function parseChecksum(text: string): Checksum | undefined {
  const [name = '', encoded = '', ...rest] = text.split(' ')
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name)
  const digest = decode(encoded)
  if (algorithm === undefined || digest === undefined || rest.length > 0) return undefined
  return digest.length === lengthOf(algorithm) ? { algorithm, digest } : undefined
}

const lengthOf = (algorithm: ChecksumAlgorithm) => createHash(algorithm).digest().length

/**
 * The sha-256 of `Content-Digest` or `Repr-Digest` (RFC 9530): null when there are others alone, which
 * may be ignored.
 */
export function parseDigest(text: string): Buffer | null | undefined {
  const members = text.split(',').map((member) => member.trim())
  const given = members.filter((member) => member.startsWith('sha-256='))
  if (given.length === 0) return null
  const [, encoded] = /^sha-256=:([A-Za-z0-9+/]{43}=):$/.exec(given[0] ?? '') ?? []
  return encoded === undefined || given.length > 1 ? undefined : Buffer.from(encoded, 'base64')
}
