import assert from 'node:assert/strict'
import { EventRefused } from './answer.ts'
import { isSignedBy, readSignedMessage } from './signature.ts'

export const reads = 'signatures of events'
const signature = Buffer.alloc(64, 7).toString('base64')
export const seeds = [
  `id\n1800000000\nv1a,${signature}\n{}`,
  `id\n1\nv1,x v1a,${signature} v1a,y\n`,
  '\n\n\n',
]

const now = new Date(1_800_000_000_000)

/** Nothing but {@link EventRefused} is thrown, few signatures are looked at, and none is by nobody. */
export function check(bytes: Buffer): void {
  const [id, timestamp, signatures, body = ''] = bytes.toString('latin1').split('\n')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures,
  }
  try {
    const message = readSignedMessage(headers, Buffer.from(body, 'latin1'), now, 300)
    assert.ok(message.signatures.length >= 1 && message.signatures.length <= 5)
    assert.equal(isSignedBy(message, []), false)
  } catch (error) {
    if (!(error instanceof EventRefused)) throw error
  }
}
