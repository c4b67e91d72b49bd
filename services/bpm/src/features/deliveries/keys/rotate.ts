// A key is published before it signs and for a while after: no receiver meets an unknown one.
//
// Kept by: services/bpm/src/features/deliveries/keys/rotate.test.ts "is survived by a receiver that read the keys before it"
import { ForeignSealError } from '@countersign/service-kit/sealing'
import { inTransaction } from '@countersign/service-kit/transaction'
import { ensureEventKeys, openSigningKey, type KeyDeps } from './event-keys.ts'
import { deleteNextEventKey, lockEventKeys, startSigning, type RingKey } from './queries.ts'

/** So long a key is published before it signs: receivers keep what they read for five minutes. */
const PUBLISHED_AHEAD_SECONDS = 600

// Signers notice within a minute, and a receiver takes a signature for five: a day is ample.
const PUBLISHED_AFTER_SECONDS = 24 * 60 * 60

export type Rotated =
  | { readonly result: 'rotated'; readonly kid: string }
  /** The next key is too young: receivers may not know it yet. Also what a second call gets. */
  | { readonly result: 'too_soon'; readonly waitSeconds: number }
  /** The key that sealed the next one is lost: it could sign nothing. */
  | { readonly result: 'lost'; readonly kid: string }

/** Lets the next key sign, keeps the one before it published, and publishes another next one. */
export async function rotateEventKeys(deps: Pick<KeyDeps, 'db' | 'sealer'>): Promise<Rotated> {
  await ensureEventKeys(deps)
  const rotated = await inTransaction(deps.db, async (tx): Promise<Rotated> => {
    const next = (await lockEventKeys(tx)).find(({ isNext }) => isNext)
    if (next === undefined) return { result: 'too_soon', waitSeconds: PUBLISHED_AHEAD_SECONDS }
    const waitSeconds = Math.ceil(PUBLISHED_AHEAD_SECONDS - next.ageSeconds)
    if (waitSeconds > 0) return { result: 'too_soon', waitSeconds }
    if (!opens(deps.sealer, next)) return { result: 'lost', kid: next.kid }
    await startSigning(tx, next.kid, PUBLISHED_AFTER_SECONDS)
    return { result: 'rotated', kid: next.kid }
  })
  await ensureEventKeys(deps)
  return rotated
}

/**
 * Makes new keys in place of those that do not open, because the key that sealed them is lost, and lets
 * one sign at once: receivers read the keys when they meet one that they do not know. What the lost one
 * signed verifies for a while yet. Changes nothing when they open.
 *
 * @returns the name of the key that signs.
 */
export async function replaceLostEventKeys({
  db,
  sealer,
}: Pick<KeyDeps, 'db' | 'sealer'>): Promise<string> {
  await ensureEventKeys({ db, sealer })
  return inTransaction(db, async (tx) => {
    await lockEventKeys(tx)
    // Who waited for another reads what that one made: a statement that waits sees no new rows.
    const ring = await lockEventKeys(tx)
    const next = ring.find(({ isNext }) => isNext)
    if (next !== undefined && !opens(sealer, next)) await deleteNextEventKey(tx)
    const current = ring.find(({ isNext }) => !isNext)
    await ensureEventKeys({ db: tx, sealer })
    if (current !== undefined && opens(sealer, current)) return current.kid
    const successor = (await lockEventKeys(tx)).find(({ isNext }) => isNext)
    if (successor === undefined) throw new Error('there is no key to sign next')
    await startSigning(tx, successor.kid, PUBLISHED_AFTER_SECONDS)
    await ensureEventKeys({ db: tx, sealer })
    return successor.kid
  })
}

function opens(sealer: KeyDeps['sealer'], key: RingKey): boolean {
  try {
    openSigningKey(sealer, key)
    return true
  } catch (error) {
    if (error instanceof ForeignSealError) return false
    throw error
  }
}
