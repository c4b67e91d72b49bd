import {
  createPrivateKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { DeliveryDeps } from './deps.ts'
import { findSigningKey, insertFirstEventKey } from './key-queries.ts'

const FIRST_GENERATION = 1
// A key is published ten minutes before it signs, so reading it again each minute is soon enough.
const FRESH_FOR_MS = 60_000

type KeyDeps = Pick<DeliveryDeps, 'db' | 'sealer' | 'now'>

/** Makes the first key when there is none. Of several processes at once, one makes it. */
export async function ensureEventKey({ db, sealer }: KeyDeps): Promise<void> {
  if ((await findSigningKey(db)) !== undefined) return
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = randomUUID()
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  await insertFirstEventKey(db, {
    generation: FIRST_GENERATION,
    kid,
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sealedPrivateKey: sealer.seal(pem, sealContext(kid)),
  })
}

const sealContext = (kid: string) => `event-key:${kid}`

/** Signs the bodies of events. */
export interface EventSigner {
  /** The Standard Webhooks headers of an attempt: ed25519 over `id.timestamp.body`. */
  sign(eventId: string, body: string): Promise<Record<string, string>>
}

export function createEventSigner(deps: KeyDeps): EventSigner {
  let held: { readonly key: Promise<KeyObject>; readonly readAt: number } | undefined

  const current = () => {
    const now = deps.now().getTime()
    if (held !== undefined && now - held.readAt < FRESH_FOR_MS) return held.key
    const key = loadKey(deps)
    const entry = { key, readAt: now }
    held = entry
    key.catch(() => {
      if (held === entry) held = undefined
    })
    return key
  }

  return {
    async sign(eventId, body) {
      const key = await current()
      const timestamp = String(Math.floor(deps.now().getTime() / 1000))
      const signature = sign(null, Buffer.from(`${eventId}.${timestamp}.${body}`), key)
      return {
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1a,${signature.toString('base64')}`,
      }
    },
  }
}

async function loadKey(deps: KeyDeps): Promise<KeyObject> {
  await ensureEventKey(deps)
  const row = await findSigningKey(deps.db)
  if (row === undefined) throw new Error('there is no event signing key')
  return createPrivateKey(deps.sealer.open(row.sealedPrivateKey, sealContext(row.kid)))
}
