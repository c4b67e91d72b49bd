import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** The connection was not made, because the address is not of the public internet. */
export class AddressForbidden extends Error {
  override readonly name = 'AddressForbidden'
}

/** How names resolve, and where one may connect to. */
interface Surroundings {
  readonly lookup: (
    hostname: string,
    options: LookupAllOptions,
    callback: (error: Error | null, addresses: LookupAddress[]) => void,
  ) => void
  readonly isAllowed: (address: string) => boolean
}

const internet: Surroundings = { lookup: dnsLookup, isAllowed: isPublicAddress }

/**
 * Connects to the public internet alone. A name is checked as it resolves, so that nothing is sent
 * to see who answers; and then again as it is connected, because an address in the URL is never
 * looked up at all. Fails with {@link AddressForbidden}.
 */
export function createPublicConnector(
  options: buildConnector.BuildOptions = {},
  { lookup, isAllowed }: Surroundings = internet,
): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: lookupAllowed({ lookup, isAllowed }) })
  return (target, callback) => {
    const literal = target.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isAllowed(literal)) {
      callback(new AddressForbidden('the address is not public'), null)
      return
    }
    connect(target, (error, socket) => {
      // The connector leaves the socket out, rather than null, when it failed.
      if (error !== null) {
        callback(error, null)
      } else if (isAllowed(socket.remoteAddress ?? '')) {
        callback(null, socket)
      } else {
        socket.destroy()
        callback(new AddressForbidden('the connected address is not public'), null)
      }
    })
  }
}

// As `dns.lookup`, and refuses a name that leads to an address that is not public. What was checked
// is what is connected to: nobody asks for the name again in between.
const lookupAllowed =
  ({ lookup, isAllowed }: Surroundings): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        callback(error ?? new Error('the name has no address'), '')
      } else if (!addresses.every(({ address }) => isAllowed(address))) {
        // One private address among public ones is how a rebinding name looks.
        callback(new AddressForbidden('the name leads to an address that is not public'), '')
      } else if (options.all === true) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    })
  }

/** For other protocols: `dns.lookup` for the public internet alone. */
export const lookupPublic = lookupAllowed(internet)
