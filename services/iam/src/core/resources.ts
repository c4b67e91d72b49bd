import { PLATFORM_SERVICES, resourceOf, SCOPES } from '@countersign/contracts'
import { isRedirectAddress } from './redirects.ts'

export interface Platform {
  readonly issuer: string
  /** `aud` of tokens that were asked for without a resource. */
  readonly audience: string
}

/** What a client may ask its tokens to be for (RFC 8707): the platform, one service, what it lists. */
export const resourcesOf = (
  { issuer, audience }: Platform,
  listed: readonly string[],
): readonly string[] => [
  audience,
  ...PLATFORM_SERVICES.map((service) => resourceOf(issuer, service)),
  ...listed,
]

/**
 * Where in what a client lists an address of the platform itself stands, -1 where none does. Nobody needs to
 * list one, and whose client lists an address exchanges the tokens of agents that name it (ADR 0042).
 */
export const findPlatformAddress = (platform: Platform, listed: readonly string[]): number => {
  const own = resourcesOf(platform, [])
  return listed.findIndex((resource) => own.includes(resource))
}

/**
 * `aud` of a service token; undefined where the client may not ask for that resource. Who delivers
 * events names the receiver by its origin, which applications register at bpm and iam does not know:
 * such a token is for that receiver, and worth nothing at another. The platform stays beside it.
 *
 * @param scopes What is asked for; whether it is granted is decided apart. `bpm.events` is granted to
 * the workflow service's client alone.
 */
export function audienceOfService(
  platform: Platform,
  asked: { readonly resource: string | undefined; readonly scopes: readonly string[] },
  listed: readonly string[],
): string | readonly string[] | undefined {
  const { resource, scopes } = asked
  if (resource === undefined) return platform.audience
  if (resourcesOf(platform, listed).includes(resource)) return resource
  const isReceiver = scopes.includes(SCOPES.events) && isOrigin(resource)
  return isReceiver ? [platform.audience, resource] : undefined
}

/** RFC 6454 section 6.2, in its own normal form: it is compared as text. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text
}

/** RFC 8707 section 2: an absolute address without a fragment; as safe as one that is redirected to. */
export const isResource = (text: string): boolean => isRedirectAddress(text)
