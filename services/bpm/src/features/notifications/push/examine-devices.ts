import type { Deps } from '../../../deps.ts'
import { countDevicesByKey } from './device-queries.ts'

/**
 * What `doctor` finds of the keys that devices subscribed with.
 *
 * @throws Error where devices wait for a key that VAPID_KEYS lacks: one was mistyped, or taken away too early.
 */
export async function examineDevices({ db, push }: Pick<Deps, 'db' | 'push'>): Promise<string> {
  const keys = await countDevicesByKey(db)
  const countOf = (some: typeof keys) => some.reduce((sum, { count }) => sum + Number(count), 0)
  const all = countOf(keys)
  if (push === undefined) return `no VAPID_KEYS: none of ${all} is told`
  const unknown = keys.filter(({ key }) => push.keys.every(({ publicKey }) => publicKey !== key))
  if (unknown.length === 0) return `${all}, each with one of the keys`
  const named = unknown.map(({ key }) => key).join(', ')
  throw new Error(`${countOf(unknown)} of ${all} subscribed with what VAPID_KEYS lacks: ${named}`)
}
