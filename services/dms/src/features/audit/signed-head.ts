import { sign, verify } from 'node:crypto'
import { privateKeyOf, readPublicKey } from '@countersign/service-kit/ed25519'

/** The end of a tenant's chain at a moment, vouched for by the service. */
export interface SignedHead {
  readonly tenantId: string
  readonly sequence: number
  /** SHA-256 of the last event and, through it, of all before; hexadecimal. */
  readonly hash: string
  readonly exportedAt: string
  /** Ed25519 over the other members, base64url. */
  readonly signature: string
}

const contentOf = (head: Omit<SignedHead, 'signature'>) =>
  Buffer.from(
    JSON.stringify(['dms audit head', head.tenantId, head.sequence, head.hash, head.exportedAt]),
  )

export function signHead(seed: string, head: Omit<SignedHead, 'signature'>): SignedHead {
  const signature = sign(null, contentOf(head), privateKeyOf(seed)).toString('base64url')
  return { ...head, signature }
}

/** @param publicKey 32 bytes in base64url, kept apart from the export it is to check. */
export function isHeadSigned(publicKey: string, head: SignedHead): boolean {
  const key = readPublicKey(publicKey)
  if (key === undefined) return false
  return verify(null, contentOf(head), key, Buffer.from(head.signature, 'base64url'))
}
