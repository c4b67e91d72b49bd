import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * SHA-256 of the canonical JSON (RFC 8785): two bodies that mean the same hash the same, whatever
 * the order of their members or the spelling of their numbers.
 */
export function contentHash(value: unknown): Buffer {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('only JSON values have a content hash')
  return createHash('sha256').update(text).digest()
}
