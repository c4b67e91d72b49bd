import {
  createPrivateKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  type KeyObject,
} from 'node:crypto'
import type { Sealer } from '@countersign/service-kit/sealing'
import type { Db } from '../../../db/schema.ts'
import type { DeliveryDeps } from '../deps.ts'
import {
  findSigningKey,
  insertFirstEventKey,
  insertNextEventKey,
  listPublishedKeys,
  type NewEventKey,
} from './queries.ts'

// A key is published long before it signs, so reading it again each minute is soon enough.
const FRESH_FOR_MS = 60_000

export type KeyDeps = Pick<DeliveryDeps, 'db' | 'sealer' | 'now'>

/** The database, or a transaction in it. */
export interface RingDeps {
  readonly db: Db
  readonly sealer: Sealer
}

/**
 * Makes the first key and the one after it, where they are missing: receivers know a key before it
 * signs. Of several processes at once, one makes each.
 */
export async function ensureEventKeys({ db, sealer }: RingDeps): Promise<void> {
  const published = await listPublishedKeys(db)
  if (!published.some(({ isNext }) => !isNext)) await insertFirstEventKey(db, makeKey(sealer))
  if (!published.some(({ isNext }) => isNext)) await insertNextEventKey(db, makeKey(sealer))
}

function makeKey(sealer: KeyDeps['sealer']): NewEventKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const kid = randomUUID()
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
  return {
    kid,
    publicKey: publicKey.export({ format: 'jwk' }).x ?? '',
    sealedPrivateKey: sealer.seal(pem, sealContext(kid)),
  }
}

/** Ties a sealed key to its row. */
export const sealContext = (kid: string) => `event-key:${kid}`

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
  await ensureEventKeys(deps)
  const row = await findSigningKey(deps.db)
  if (row === undefined) throw new Error('there is no event signing key')
  return openSigningKey(deps.sealer, row)
}

/** @throws when it was sealed under another key. */
export const openSigningKey = (
  sealer: KeyDeps['sealer'],
  { kid, sealedPrivateKey }: Pick<NewEventKey, 'kid' | 'sealedPrivateKey'>,
): KeyObject => createPrivateKey(sealer.open(sealedPrivateKey, sealContext(kid)))
