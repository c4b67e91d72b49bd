import * as oauth from 'openid-client'
import { answerLines, given, type Input } from '../steps.ts'

let settings: Input
let configuration: oauth.Configuration
let pending: oauth.AuthorizationCodeGrantChecks

// ID tokens come by TLS, so the library checks their signature only when it is asked to. Plain http
// is for the local platform.
const execute = [oauth.allowInsecureRequests, oauth.enableNonRepudiationChecks]

const discover = (clientId: string, authentication: oauth.ClientAuth) =>
  oauth.discovery(new URL(given(settings, 'issuer')), clientId, undefined, authentication, {
    execute,
  })

async function authorize(): Promise<object> {
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier()
  const expectedState = oauth.randomState()
  const expectedNonce = oauth.randomNonce()
  pending = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true }
  const url = oauth.buildAuthorizationUrl(configuration, {
    redirect_uri: given(settings, 'redirectUri'),
    scope: given(settings, 'scope'),
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  })
  return { url: url.href }
}

const toTokens = (
  tokens: oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers,
): object => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token,
  idToken: tokens.id_token,
  subject: tokens.claims()?.sub,
})

await answerLines({
  discover: async (input) => {
    settings = input
    configuration = await discover(given(input, 'clientId'), oauth.None())
    return { issuer: configuration.serverMetadata().issuer }
  },
  authorize,
  callback: async (input) => {
    const url = new URL(given(input, 'url'))
    return toTokens(await oauth.authorizationCodeGrant(configuration, url, pending))
  },
  userinfo: (input) =>
    oauth.fetchUserInfo(configuration, given(input, 'accessToken'), given(input, 'subject')),
  refresh: async (input) =>
    toTokens(await oauth.refreshTokenGrant(configuration, given(input, 'refreshToken'))),
  clientCredentials: async ({ method }) => {
    const authentication = method === 'basic' ? oauth.ClientSecretBasic : oauth.ClientSecretPost
    const service = await discover(
      given(settings, 'serviceId'),
      authentication(given(settings, 'serviceSecret')),
    )
    const scope = given(settings, 'serviceScope')
    return toTokens(await oauth.clientCredentialsGrant(service, { scope }))
  },
  revoke: async (input) => {
    await oauth.tokenRevocation(configuration, given(input, 'refreshToken'))
    return {}
  },
  signOut: async (input) => {
    const url = oauth.buildEndSessionUrl(configuration, {
      id_token_hint: given(input, 'idToken'),
      post_logout_redirect_uri: given(settings, 'postLogoutRedirectUri'),
    })
    return { url: url.href }
  },
  // A process that starts with the keys that an earlier one has kept.
  later: async ({ minutes }) => {
    const kept = oauth.getJwksCache(configuration)
    configuration = await discover(given(settings, 'clientId'), oauth.None())
    if (kept !== undefined)
      oauth.setJwksCache(configuration, { ...kept, uat: kept.uat - Number(minutes) * 60 })
    return {}
  },
})
