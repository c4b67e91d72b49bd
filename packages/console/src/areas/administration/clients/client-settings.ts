import type { Client } from '../queries.ts'
import { kindOf } from './kind.ts'

export type SettledClient = Pick<
  Client,
  'clientId' | 'type' | 'agent' | 'scopes' | 'tenants' | 'redirectUris' | 'postLogoutRedirectUris'
>

export interface Settings {
  readonly id: 'env' | 'curl' | 'oidcClientTs' | 'spring' | 'go' | 'python' | 'values'
  readonly text: string
}

const secretVariable = 'CLIENT_SECRET'

/**
 * What an application is told of the platform, in the words of its framework. A secret stands in the
 * first two alone, where it is there: code reads it from its environment.
 */
export function settingsFor(
  client: SettledClient,
  issuer: string,
  secret?: string,
): readonly Settings[] {
  const kind = kindOf(client)
  if (kind === 'SERVICE') {
    return [
      { id: 'env', text: environmentOf(client, issuer, secret) },
      { id: 'curl', text: tokenRequest(client, issuer, secret) },
      { id: 'spring', text: springService(client, issuer) },
      { id: 'go', text: goService(client, issuer) },
      { id: 'python', text: pythonService(client, issuer) },
    ]
  }
  const values: Settings = { id: 'values', text: valuesOf(client, issuer) }
  if (kind === 'AGENT') return [values]
  return [
    { id: 'oidcClientTs', text: oidcClientTs(client, issuer) },
    { id: 'spring', text: springPages(client, issuer) },
    values,
  ]
}

const quote = (value: string): string => JSON.stringify(value)

/** A token names one tenant. */
const scopesOf = ({ scopes, tenants }: SettledClient): readonly string[] => [
  ...scopes,
  ...tenants.slice(0, 1).map((id) => `tenant:${id}`),
]

/** What an application reads at its start, as `npm create countersign-app` lays it out. */
const environmentOf = (
  { clientId, tenants: [tenant = ''] }: SettledClient,
  issuer: string,
  secret = '',
): string =>
  [
    `PLATFORM_URL=${issuer}`,
    `CLIENT_ID=${clientId}`,
    `${secretVariable}=${secret}`,
    `TENANT_ID=${tenant}`,
    '',
  ].join('\n')

/** To be tried in a shell (RFC 6749 section 4.4.2). */
function tokenRequest(client: SettledClient, issuer: string, secret?: string): string {
  const scope = scopesOf(client).join(' ')
  const login = secret ?? `'"$${secretVariable}"'`
  return [
    `curl ${issuer}/oauth2/token`,
    `-u '${client.clientId}:${login}'`,
    '-d grant_type=client_credentials',
    ...(scope === '' ? [] : [`--data-urlencode 'scope=${scope}'`]),
  ].join(' \\\n  ')
}

const springService = (client: SettledClient, issuer: string): string =>
  [
    `spring.security.oauth2.client.provider.countersign.issuer-uri=${issuer}`,
    ...Object.entries({
      'client-id': client.clientId,
      'client-secret': `\${${secretVariable}}`,
      'authorization-grant-type': 'client_credentials',
      scope: scopesOf(client).join(','),
    }).map(([name, value]) => `${springRegistration}.${name}=${value}`),
    '',
  ].join('\n')

const springRegistration = 'spring.security.oauth2.client.registration.countersign'

/** A client without a secret: Spring adds PKCE by itself. */
const springPages = (client: SettledClient, issuer: string): string =>
  [
    `spring.security.oauth2.client.provider.countersign.issuer-uri=${issuer}`,
    ...Object.entries({
      'client-id': client.clientId,
      'client-authentication-method': 'none',
      'authorization-grant-type': 'authorization_code',
      'redirect-uri': client.redirectUris[0] ?? '',
      scope: client.scopes.join(','),
    }).map(([name, value]) => `${springRegistration}.${name}=${value}`),
    '',
  ].join('\n')

const goService = (client: SettledClient, issuer: string): string => `\
settings := clientcredentials.Config{ // golang.org/x/oauth2/clientcredentials
	ClientID:     ${quote(client.clientId)},
	ClientSecret: os.Getenv(${quote(secretVariable)}),
	TokenURL:     ${quote(`${issuer}/oauth2/token`)},
	Scopes:       []string{${scopesOf(client).map(quote).join(', ')}},
}
platform := settings.Client(ctx) // sends a token with each request, and renews it
`

const pythonService = (client: SettledClient, issuer: string): string => `\
import os
from authlib.integrations.requests_client import OAuth2Session

platform = OAuth2Session(
    ${quote(client.clientId)},
    os.environ[${quote(secretVariable)}],
    scope=${quote(scopesOf(client).join(' '))},
)
platform.fetch_token(${quote(`${issuer}/oauth2/token`)}, grant_type="client_credentials")
`

function oidcClientTs(client: SettledClient, issuer: string): string {
  const members = {
    authority: issuer,
    client_id: client.clientId,
    redirect_uri: client.redirectUris[0] ?? '',
    post_logout_redirect_uri: client.postLogoutRedirectUris[0] ?? '',
    scope: client.scopes.join(' '),
  }
  const lines = Object.entries(members).map(([name, value]) => `  ${name}: ${quote(value)},`)
  return [
    "import { UserManager } from 'oidc-client-ts'",
    '',
    'export const people = new UserManager({',
    ...lines,
    '})',
    '',
    '// People sign in by people.signinRedirect();',
    '// the page at redirect_uri goes on with people.signinRedirectCallback().',
    '',
  ].join('\n')
}

/** For any other library of OpenID Connect; all else it discovers. */
const valuesOf = (client: SettledClient, issuer: string): string =>
  [
    `issuer: ${issuer}`,
    `client_id: ${client.clientId}`,
    'token_endpoint_auth_method: none',
    'code_challenge_method: S256',
    ...client.redirectUris.map((uri) => `redirect_uri: ${uri}`),
    ...client.postLogoutRedirectUris.map((uri) => `post_logout_redirect_uri: ${uri}`),
    `scope: ${client.scopes.join(' ')}`,
    '',
  ].join('\n')
