import { sign, type KeyObject } from 'node:crypto'
import type { RecordContent } from './content.ts'
import { headerOf, toCanonical } from './form.ts'

/** A key that signs, and its name. */
export interface Signer {
  /** See {@link keyIdOf}. */
  readonly kid: string
  /** Ed25519. */
  readonly privateKey: KeyObject
}

/**
 * Signs a record: a compact JWS (RFC 7515, RFC 8037). The same content and key give the same bytes.
 *
 * @param privateKey Ed25519; the one that `content.record.kid` names.
 * @throws TypeError when the content holds what is no JSON.
 */
export function signRecord(content: RecordContent, privateKey: KeyObject): string {
  const header = encode(toCanonical(headerOf(content, content.record.kid)))
  const input = `${header}.${encode(toCanonical(content))}`
  return `${input}.${sign(null, Buffer.from(input), privateKey).toString('base64url')}`
}

const encode = (text: string): string => Buffer.from(text).toString('base64url')
