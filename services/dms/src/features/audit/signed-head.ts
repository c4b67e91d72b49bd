import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

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

// RFC 8410: what stands before the 32 bytes of a key in PKCS #8 and in SubjectPublicKeyInfo.
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const privateKeyOf = (seed: string) =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, Buffer.from(seed, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  })

/** @param seed 32 bytes in base64url. @returns the public key, 32 bytes in base64url. */
export function publicKeyOf(seed: string): string {
  const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
  return der.subarray(PUBLIC_PREFIX.length).toString('base64url')
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
  const raw = Buffer.from(publicKey, 'base64url')
  if (raw.length !== 32) return false
  const der = Buffer.concat([PUBLIC_PREFIX, raw])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, contentOf(head), key, Buffer.from(head.signature, 'base64url'))
}
