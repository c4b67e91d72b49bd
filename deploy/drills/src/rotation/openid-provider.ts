import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type KoaContextWithOIDC } from 'oidc-provider'
import { createDoor } from './door.ts'

const clientId = 'countersign'

/** An organisation's OpenID provider, whose one client may have two secrets; it signs its visitor in at once. */
export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

export async function startOpenIdProvider() {
  const door = createDoor()
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = createProvider(issuer)
  let redirectUri: string | undefined
  provider.Client.prototype.redirectUriAllowed = (uri) => uri === redirectUri
  provider.Client.prototype.compareClientSecret = (shown) => door.letsIn(shown) && door.take(shown)
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith(visits) === true)
      void provider.interactionFinished(request, response, { login: { accountId: 'visitor' } })
    else void handle(request, response)
  })
  return {
    ...door,
    issuer,
    clientId,
    /** Where the platform wants its visitors back: known once the provider is entered there. */
    register: (uri: string | null) => {
      redirectUri = uri ?? undefined
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const visits = '/visit/'

function createProvider(issuer: string): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        // Never compared: which secrets are good is said at the door.
        client_secret: 'none',
        redirect_uris: ['http://127.0.0.1/'],
      },
    ],
    pkce: { required: () => true },
    // Ports share cookies: those of the platform have other names.
    cookies: {
      keys: ['cookies of the provider'],
      names: { session: 'up_session', interaction: 'up_interaction', resume: 'up_resume' },
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${visits}${uid}` },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    loadExistingGrant: async ({ oidc: { client, account } }: KoaContextWithOIDC) => {
      if (client === undefined || account === undefined) return undefined
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  return provider
}
