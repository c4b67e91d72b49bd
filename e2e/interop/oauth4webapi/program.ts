import * as oauth from 'oauth4webapi'
import { answerLines, given, type Input } from '../steps.ts'

// The issuer of a local platform speaks plain http; this is the library's own switch for it.
const keys: oauth.JWKSCacheInput = {}
const http = { [oauth.allowInsecureRequests]: true, [oauth.jwksCache]: keys } as const

let settings: Input
let server: oauth.AuthorizationServer
let client: oauth.Client
let pending: { readonly verifier: string; readonly state: string; readonly nonce: string }

async function authorize(): Promise<object> {
  pending = {
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
  }
  const url = new URL(server.authorization_endpoint ?? '')
  const parameters = {
    client_id: client.client_id,
    redirect_uri: given(settings, 'redirectUri'),
    response_type: 'code',
    scope: given(settings, 'scope'),
    code_challenge: await oauth.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url: url.href }
}

async function callback({ url }: Input): Promise<object> {
  const { verifier, state, nonce } = pending
  const parameters = oauth.validateAuthResponse(server, client, new URL(url ?? ''), state)
  const redirectUri = given(settings, 'redirectUri')
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    http,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, response, http)
  return { ...toTokens(tokens), subject: oauth.getValidatedIdTokenClaims(tokens)?.sub }
}

async function refresh(input: Input): Promise<object> {
  const token = given(input, 'refreshToken')
  const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, http)
  const tokens = await oauth.processRefreshTokenResponse(server, client, response)
  if (tokens.id_token !== undefined)
    await oauth.validateApplicationLevelSignature(server, response, http)
  return toTokens(tokens)
}

const toTokens = (tokens: oauth.TokenEndpointResponse) => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token,
  idToken: tokens.id_token,
})

async function clientCredentials({ method }: Input): Promise<object> {
  const service = { client_id: given(settings, 'serviceId') }
  const secret = given(settings, 'serviceSecret')
  const authentication =
    method === 'basic' ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
  const scope = new URLSearchParams({ scope: given(settings, 'serviceScope') })
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    service,
    authentication,
    scope,
    http,
  )
  const tokens = await oauth.processClientCredentialsResponse(server, service, response)
  return { accessToken: tokens.access_token }
}

await answerLines({
  discover: async (input) => {
    settings = input
    client = { client_id: given(input, 'clientId') }
    const issuer = new URL(given(input, 'issuer'))
    server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, http),
    )
    return { issuer: server.issuer }
  },
  authorize,
  callback,
  refresh,
  clientCredentials,
  userinfo: async (input) => {
    const token = given(input, 'accessToken')
    const response = await oauth.userInfoRequest(server, client, token, http)
    return oauth.processUserInfoResponse(server, client, given(input, 'subject'), response)
  },
  verify: async (input) => {
    const headers = { authorization: `Bearer ${given(input, 'accessToken')}` }
    const request = new Request('http://127.0.0.1/', { headers })
    const claims = await oauth.validateJwtAccessToken(server, request, server.issuer, http)
    return { subject: claims.sub }
  },
  revoke: async (input) => {
    const token = given(input, 'refreshToken')
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), token, http),
    )
    return {}
  },
  signOut: async (input) => {
    const url = new URL(server.end_session_endpoint ?? '')
    url.searchParams.set('id_token_hint', given(input, 'idToken'))
    url.searchParams.set('post_logout_redirect_uri', given(settings, 'postLogoutRedirectUri'))
    return { url: url.href }
  },
  // The library keeps keys by the object that describes the server, and by the time they were read.
  later: async ({ minutes }) => {
    if ('uat' in keys) Object.assign(keys, { uat: Number(keys.uat) - Number(minutes) * 60 })
    server = { ...server }
    return {}
  },
})
