import { verify, type KeyObject } from 'node:crypto'
import { EventRefused } from './answer.ts'

/** Header values as node:http gives them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What the signature was made over, with the signatures that came along. */
export interface SignedMessage {
  readonly id: string
  readonly content: Buffer
  readonly signatures: readonly Buffer[]
}

// More would only buy CPU time for whoever sends them; a rotation needs two.
const maxSignatures = 5
const ed25519Bytes = 64

/**
 * Takes a signed message apart (Standard Webhooks, "Webhook headers" and "Signature scheme":
 * `v1a` is ed25519 over `id.timestamp.body`).
 *
 * @throws {@link EventRefused} when headers are missing, or the time is off by more than allowed.
 */
export function readSignedMessage(
  headers: Headers,
  body: Uint8Array,
  now: Date,
  toleranceSeconds: number,
): SignedMessage {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const header = headers['webhook-signature']
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof header !== 'string') {
    throw new EventRefused('event.signature_missing')
  }
  const signatures = readSignatures(header)
  if (signatures.length === 0) throw new EventRefused('event.signature_missing')
  if (!/^\d{1,12}$/.test(timestamp)) throw new EventRefused('event.signature_invalid')
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new EventRefused('event.signature_expired')
  }
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  return { id, content, signatures }
}

function readSignatures(header: string): Buffer[] {
  return header
    .split(' ')
    .filter((part) => part.startsWith('v1a,'))
    .slice(0, maxSignatures)
    .map((part) => Buffer.from(part.slice('v1a,'.length), 'base64'))
    .filter(({ length }) => length === ed25519Bytes)
}

/** Whether one of the signatures is by one of the keys. */
export function isSignedBy(message: SignedMessage, keys: readonly KeyObject[]): boolean {
  return message.signatures.some((signature) =>
    keys.some((key) => verify(null, message.content, key, signature)),
  )
}
