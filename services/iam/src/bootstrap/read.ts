import { Value } from 'typebox/value'
import { findPlatformAddress, type Platform } from '../core/resources.ts'
import { SeedFile, type Seed, type SeedClient } from './seed.ts'

/** The file is not a seed: each fault with the JSON pointer of its place. */
export class SeedFault extends Error {
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'SeedFault'
  }
}

/**
 * Addresses of clients that begin with `/` are below the platform's own, so that one seed fits every
 * deployment.
 *
 * @param platform Whose public address it is; without it such addresses are faults.
 * @throws {@link SeedFault} naming every fault at once; never a value, it may be a password.
 */
export function readSeed(text: string, platform?: Platform): Seed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new SeedFault(['the seed file is not JSON'])
  }
  if (!Value.Check(SeedFile, value))
    throw new SeedFault(
      [...Value.Errors(SeedFile, value)].map((fault) => `${fault.instancePath}: ${fault.message}`),
    )
  const faults = platform === undefined ? findUnplaced(value) : findOwnAddresses(value, platform)
  if (faults.length > 0) throw new SeedFault(faults)
  return value.clients === undefined || platform === undefined
    ? value
    : { ...value, clients: value.clients.map((client) => placeClient(client, platform.issuer)) }
}

const ofPages = ['redirectUris', 'postLogoutRedirectUris'] as const

const isBelow = (address: string) => address.startsWith('/')

const findUnplaced = ({ clients = [] }: Seed): string[] =>
  clients.flatMap((client, at) =>
    ofPages
      .filter((member) => client[member]?.some(isBelow))
      .map((member) => `/clients/${at}/${member}: ISSUER_URL is missing, which it is below`),
  )

const findOwnAddresses = ({ clients = [] }: Seed, platform: Platform): string[] =>
  clients.flatMap(({ resources = [] }, at) => {
    const index = findPlatformAddress(platform, resources)
    return index < 0 ? [] : [`/clients/${at}/resources/${index}: is of the platform itself`]
  })

function placeClient(client: SeedClient, issuerUrl: string): SeedClient {
  const place = (address: string) => (isBelow(address) ? new URL(address, issuerUrl).href : address)
  const placed = ofPages.flatMap((member) => {
    const addresses = client[member]
    return addresses === undefined ? [] : [[member, addresses.map(place)]]
  })
  return { ...client, ...Object.fromEntries(placed) }
}
