import type { Db } from '../../db/types.ts'
import { listSpaAddresses } from './queries.ts'

/** How long a process may go on with what it read last. */
const keptMs = 5_000

/** Origins of the redirect addresses of SPA clients, each once, sorted. */
export async function listRegisteredOrigins(db: Db): Promise<string[]> {
  const addresses = await listSpaAddresses(db)
  const origins = addresses.map((address) => URL.parse(address)?.origin)
  return [...new Set(origins.filter((origin) => origin !== undefined))].toSorted()
}

/**
 * Whether the scripts of an origin may call the management API: configured by the operator, or of
 * a registered application. Asked with every request of a browser, so it is read at most every
 * few seconds; requests that come together read it once.
 */
export function createOriginRule(
  db: Db,
  configured: readonly string[],
  now: () => Date,
): (origin: string) => Promise<boolean> {
  let read: { readonly at: number; readonly origins: Promise<readonly string[]> } | undefined
  return async (origin) => {
    if (configured.includes(origin)) return true
    const at = now().getTime()
    if (read === undefined || Math.abs(at - read.at) > keptMs) {
      const fresh = { at, origins: listRegisteredOrigins(db) }
      read = fresh
      // A failure is not kept: the next request asks again.
      fresh.origins.catch(() => {
        if (read === fresh) read = undefined
      })
    }
    return (await read.origins).includes(origin)
  }
}
