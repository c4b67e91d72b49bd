import { PROOF_ALGORITHMS } from '@countersign/auth-verifier'
import { resourceOf, SCOPES, SERVICE_SCOPES, type PlatformService } from '@countersign/contracts'
import type { App } from './app.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where this service says which tokens it takes; a 401 leads there. */
    readonly resourceMetadataUrl?: string
  }
}

/** RFC 9728 section 2: what a client must know to get a token for this service. */
interface ResourceMetadata {
  /** What the client sends as `resource` (RFC 8707). */
  readonly resource: string
  readonly authorization_servers: readonly string[]
  readonly scopes_supported: readonly string[]
  readonly bearer_methods_supported: readonly string[]
  /** Of proofs for tokens that are bound to a key (RFC 9449). */
  readonly dpop_signing_alg_values_supported: readonly string[]
  readonly resource_name: string
  readonly resource_documentation: string
}

/** @param issuer `iss` of the tokens and the platform's public address, without a trailing slash. */
export const describeResource = (issuer: string, service: PlatformService): ResourceMetadata => ({
  resource: resourceOf(issuer, service),
  authorization_servers: [issuer],
  // `bpm.events` is carried to receivers; bpm itself takes it nowhere.
  scopes_supported: SERVICE_SCOPES.filter(
    (scope) => scope.startsWith(`${service}.`) && scope !== SCOPES.events,
  ),
  bearer_methods_supported: ['header'],
  dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
  resource_name: `Countersign ${service}`,
  resource_documentation: `${issuer}/docs/${service}/`,
})

/** RFC 9728 section 3.1: the well-known part stands between the host and the path of the resource. */
export function metadataUrlOf(resource: string): URL {
  const { origin, pathname } = new URL(resource)
  return new URL(`/.well-known/oauth-protected-resource${pathname}`, origin)
}

/** Publishes which tokens the service takes, for anyone; browsers' applications included. */
export function addProtectedResource(app: App, issuer: string, service: PlatformService): void {
  const metadata = describeResource(issuer, service)
  const url = metadataUrlOf(metadata.resource)
  app.decorate('resourceMetadataUrl', url.href)
  app.get(
    url.pathname,
    { config: { caller: 'anyone' }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .header('access-control-allow-origin', '*')
        .send(metadata),
  )
}

/**
 * A challenge that says as well where to learn which token would do (RFC 9728 section 5.1).
 *
 * @param challenge Value of `WWW-Authenticate`; of several challenges the last one says it.
 */
export const withMetadata = (challenge: string, url: string): string =>
  `${challenge}, resource_metadata="${url}"`
