/** The services of the platform, each a resource of its own (RFC 8707). */
export const PLATFORM_SERVICES = ['iam', 'bpm', 'dms'] as const
export type PlatformService = (typeof PLATFORM_SERVICES)[number]

/**
 * The resource indicator of a service: a token that was asked for with it is good there and nowhere
 * else on the platform.
 *
 * @param issuer `iss` of the tokens, without a trailing slash.
 */
export const resourceOf = (issuer: string, service: PlatformService): string =>
  `${issuer}/api/${service}`
