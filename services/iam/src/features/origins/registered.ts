import type { Db } from '../../db/types.ts'
import { listSpaAddresses } from './queries.ts'

/** How long a process may go on with what it read last. */
const keptMs = 5_000
/** The same for an origin that is not in it: the application may have been registered just now. */
const missedMs = 500

/** Origins of the redirect addresses of SPA clients, each once, sorted. */
export async function listRegisteredOrigins(db: Db): Promise<string[]> {
  const addresses = await listSpaAddresses(db)
  const origins = addresses.map((address) => URL.parse(address)?.origin)
  return [...new Set(origins.filter((origin) => origin !== undefined))].toSorted()
}

/**
 * Whether the scripts of an origin may call the management API: configured by the operator, or of
 * a registered application. Asked with every request of a browser, so it is read at most every
 * few seconds, and for origins that nobody knows twice a second; requests that come together read it
 * once. A new application waits half a second at most, whichever process it was registered at. What is
 * kept of one that ended opens nothing: its tokens are refused by themselves.
 */
export function createOriginRule(
  db: Db,
  configured: readonly string[],
  now: () => Date,
): (origin: string) => Promise<boolean> {
  let read: { readonly at: number; readonly origins: Promise<readonly string[]> } | undefined
  const readWithin = (ms: number): Promise<readonly string[]> => {
    const at = now().getTime()
    if (read === undefined || Math.abs(at - read.at) > ms) {
      const fresh = { at, origins: listRegisteredOrigins(db) }
      read = fresh
      // A failure is not kept: the next request asks again.
      fresh.origins.catch(() => {
        if (read === fresh) read = undefined
      })
    }
    return read.origins
  }
  return async (origin) =>
    configured.includes(origin) ||
    (await readWithin(keptMs)).includes(origin) ||
    (await readWithin(missedMs)).includes(origin)
}
