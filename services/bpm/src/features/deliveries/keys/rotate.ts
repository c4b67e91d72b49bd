// A key is published before it signs and for a while after: no receiver meets an unknown one.
//
// Kept by: services/bpm/src/features/deliveries/keys/rotate.test.ts "is survived by a receiver that read the keys before it"
import { inTransaction } from '@countersign/service-kit/transaction'
import { ensureEventKeys, type KeyDeps } from './event-keys.ts'
import { lockEventKeys, startSigning } from './queries.ts'

/** So long a key is published before it signs: receivers keep what they read for five minutes. */
const PUBLISHED_AHEAD_SECONDS = 600

// Signers notice within a minute, and a receiver takes a signature for five: a day is ample.
const PUBLISHED_AFTER_SECONDS = 24 * 60 * 60

export type Rotated =
  | { readonly result: 'rotated'; readonly kid: string }
  /** The next key is too young: receivers may not know it yet. Also what a second call gets. */
  | { readonly result: 'too_soon'; readonly waitSeconds: number }

/** Lets the next key sign, keeps the one before it published, and publishes another next one. */
export async function rotateEventKeys(deps: Pick<KeyDeps, 'db' | 'sealer'>): Promise<Rotated> {
  await ensureEventKeys(deps)
  const rotated = await inTransaction(deps.db, async (tx): Promise<Rotated> => {
    const next = (await lockEventKeys(tx)).find(({ isNext }) => isNext)
    if (next === undefined) return { result: 'too_soon', waitSeconds: PUBLISHED_AHEAD_SECONDS }
    const waitSeconds = Math.ceil(PUBLISHED_AHEAD_SECONDS - next.ageSeconds)
    if (waitSeconds > 0) return { result: 'too_soon', waitSeconds }
    await startSigning(tx, next.kid, PUBLISHED_AFTER_SECONDS)
    return { result: 'rotated', kid: next.kid }
  })
  await ensureEventKeys(deps)
  return rotated
}
