import { PLATFORM_SERVICES, resourceOf } from '@countersign/contracts'
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

/** RFC 8707 section 2: an absolute address without a fragment; as safe as one that is redirected to. */
export const isResource = (text: string): boolean => isRedirectAddress(text)
