import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type KoaContextWithOIDC } from 'oidc-provider'

/** Whom the provider takes its visitor for. */
export interface Person {
  readonly sub: string
  readonly preferred_username?: string
  readonly name?: string
  readonly email?: string
  readonly email_verified?: unknown
}

export interface OpenIdUpstream {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Who signs in there from now on, without being asked. */
  person: Person
  /** As if whoever signs in there from now on had done so then, in seconds; undefined: now. */
  signedInAt: number | undefined
  /** What becomes of its ID tokens on their way. */
  alter: (idToken: string) => string
  readonly stop: () => Promise<void>
}

const client = { id: 'countersign', secret: 'a secret of the upstream client' }

interface Options {
  readonly terse?: boolean
  readonly knowsClaims?: boolean
}

/**
 * An OpenID provider of its own, over HTTP, that signs its visitor in at once. A terse one takes
 * the secret in the form alone, says about people at its userinfo endpoint alone, and when they signed in
 * to who asks: by `max_age` or `prompt`, and by `claims` where it knows that.
 */
export async function startOpenIdUpstream(
  redirectUris: () => string[],
  options: Options = {},
): Promise<OpenIdUpstream> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Person>()
  const provider = createProvider(issuer, people, options)
  // Registered before the providers of the tests, whose addresses have their ids.
  provider.Client.prototype.redirectUriAllowed = (uri) => redirectUris().includes(uri)
  const upstream: OpenIdUpstream = {
    issuer,
    clientId: client.id,
    clientSecret: client.secret,
    person: { sub: 'nobody' },
    signedInAt: undefined,
    alter: (idToken) => idToken,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next()
    const { body } = ctx
    if (typeof body === 'object' && body !== null && 'id_token' in body)
      ctx.body = { ...body, id_token: upstream.alter(String(body.id_token)) }
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/visit/') !== true) {
      void handle(request, response)
      return
    }
    const { person, signedInAt: ts } = upstream
    people.set(person.sub, person)
    const login = { accountId: person.sub, ...(ts === undefined ? {} : { ts }) }
    void provider.interactionFinished(request, response, { login })
  })
  return upstream
}

function createProvider(
  issuer: string,
  people: ReadonlyMap<string, Person>,
  { terse = false, knowsClaims = false }: Options,
): Provider {
  const method = terse ? 'client_secret_post' : 'client_secret_basic'
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ['http://127.0.0.1/'],
        token_endpoint_auth_method: method,
        require_auth_time: !terse,
      },
    ],
    clientAuthMethods: [method],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: terse,
    pkce: { required: () => true },
    // Ports share cookies: those of the service under test have other names.
    cookies: {
      keys: ['cookies of the upstream'],
      names: { session: 'up_session', interaction: 'up_interaction', resume: 'up_resume' },
    },
    features: {
      devInteractions: { enabled: false },
      claimsParameter: { enabled: knowsClaims },
    },
    interactions: { url: (_ctx, { uid }) => `/visit/${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...people.get(id), sub: id }) }),
    loadExistingGrant: async ({ oidc }) => {
      if (oidc.client === undefined || oidc.account === undefined) return undefined
      const { accountId } = oidc.account
      const grant = new provider.Grant({ accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  return provider
}
