import { createPublicKey } from 'node:crypto'
import { isPublicUrl } from '@countersign/service-kit/public-address'
import { originRule } from '../../../core/delivery.ts'

/**
 * Whether messages may be sent there: to an origin of the operator's list, or without one to any by https at its usual
 * port. An address that the list does not write out is one of the public internet; what its name leads to is
 * checked when it is connected to.
 */
export function isEndpoint(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  const rule = originRule(origins, url.origin)
  if (rule === 'literal') return url.protocol === 'https:' || url.protocol === 'http:'
  if (origins.length > 0 && rule === undefined) return false
  return url.protocol === 'https:' && url.port === '' && isPublicUrl(text)
}

/** Whether a connection may be made to public addresses alone. */
export const isPublicOnly = (endpoint: string, origins: readonly string[]): boolean =>
  originRule(origins, new URL(endpoint).origin) !== 'literal'

/** Whether it is a point on P-256, uncompressed: what a message is encrypted for. @see RFC 8291 section 3.1 */
export function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  const x = bytes.subarray(1, 33).toString('base64url')
  const y = bytes.subarray(33).toString('base64url')
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
