import { createBoundedCache } from '@countersign/service-kit/bounded-cache'
import type { Configuration, CustomFetch } from 'openid-client'
import type { OidcSettings } from '../core/federation.ts'

/** An OpenID provider as it is used: its settings with the secret opened. */
export interface OpenIdProvider {
  readonly id: string
  readonly revision: number
  readonly settings: OidcSettings
  readonly secret: string | undefined
}

const keptMs = 10 * 60_000
const maxKept = 500

/** The library, loaded with the first sign-in that needs it. */
export const loadOpenId = () => import('openid-client')

/** Reads the metadata of providers (OpenID Connect Discovery), kept for a few minutes each. */
export function createConfigurations(
  listedOrigins: readonly string[],
): (provider: OpenIdProvider) => Promise<Configuration> {
  let fetching: Promise<CustomFetch> | undefined
  const loadFetch = () =>
    (fetching ??= import('./fetch.ts').then((module) => module.createUpstreamFetch(listedOrigins)))
  const kept = createBoundedCache<Promise<Configuration>>({ max: maxKept, ttlMs: keptMs })

  return (provider) => {
    const key = `${provider.id}:${provider.revision}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const ready = loadFetch().then((customFetch) => discover(provider, customFetch))
    kept.set(key, ready)
    // A failure is not kept: the next sign-in tries again.
    ready.catch(() => kept.delete(key))
    return ready
  }
}

async function discover(
  { settings, secret }: OpenIdProvider,
  customFetch: CustomFetch,
): Promise<Configuration> {
  const openid = await loadOpenId()
  const issuer = new URL(settings.issuer)
  const execute = [
    // The signature is checked as well, although the token came over TLS.
    openid.enableNonRepudiationChecks,
    // Listed by the operator, on this machine. The library looks for this very function.
    ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
  ]
  const config = await openid.discovery(
    issuer,
    settings.clientId,
    undefined,
    secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
    { [openid.customFetch]: customFetch, timeout: 5, execute },
  )
  const methods = config.serverMetadata().token_endpoint_auth_methods_supported
  if (secret === undefined || methods === undefined || methods.includes('client_secret_basic'))
    return config
  const post = new openid.Configuration(
    config.serverMetadata(),
    settings.clientId,
    {},
    openid.ClientSecretPost(secret),
  )
  post[openid.customFetch] = customFetch
  for (const prepare of execute) prepare(post)
  return post
}
