import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { handedOverWith } from './handed-over.ts'

/*
 * Puts right what the library answers otherwise than the contract or the RFCs say; each with its
 * reason beside it, all of them in ADR 0020.
 *
 * Kept by: services/iam/src/oidc/token/client-credentials.test.ts "are refused to a SPA with unauthorized_client"
 * Kept by: services/iam/src/oidc/provider/codes.test.ts "do not survive a wrong verifier"
 * Kept by: services/iam/src/oidc/provider/codes.test.ts "do not send codes in fragments or self-posting forms"
 */
export function correctAnswers(provider: Provider): void {
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    if (ctx.path === provider.pathFor('authorization')) allowQueryModeOnly(ctx)
    const given = handedOverWith(ctx.req)
    if (given !== undefined) knowSignIn(provider, ctx, given.uid)
    await next()
    // The contract: 302 after GET. A POST of credentials is followed by 303, which is ours to send.
    if (given !== undefined && ctx.status === 302) ctx.status = 303
    if (given === undefined && ctx.status === 303 && ctx.method === 'GET') ctx.status = 302
    if (ctx.path !== provider.pathFor('token') || ctx.status < 400) return
    nameUnauthorizedClient(ctx)
    await burnCode(provider, ctx)
    nameMissingProof(ctx)
  })
}

// The library knows a browser that comes back by a cookie for its own path, which a form of ours came without.
function knowSignIn(provider: Provider, { cookies }: KoaContextWithOIDC, uid: string): void {
  const get = cookies.get.bind(cookies)
  const resume = provider.cookieName('resume')
  cookies.get = (name, options) => (name === resume ? uid : get(name, options))
}

// Codes come back in the query: a fragment or a form that posts itself (by script) is not offered.
// The library answers an unknown mode with an error in the default one.
function allowQueryModeOnly(ctx: KoaContextWithOIDC): void {
  const { response_mode: mode } = ctx.query
  if (mode !== undefined && mode !== 'query')
    ctx.query = { ...ctx.query, response_mode: 'unsupported' }
}

// RFC 6749 section 5.2: a grant type that the client may not use is `unauthorized_client`.
function nameUnauthorizedClient(ctx: KoaContextWithOIDC): void {
  const { client, params } = ctx.oidc
  const grantType = params?.['grant_type']
  if (client === undefined || typeof grantType !== 'string' || client.grantTypeAllowed(grantType))
    return
  if (readError(ctx.body) !== 'invalid_request') return
  ctx.status = 400
  ctx.body = {
    error: 'unauthorized_client',
    error_description: 'this client may not use the grant type',
  }
}

// A code that came with a wrong verifier or address was stolen or is being guessed at: its own
// client gets no second try with it.
async function burnCode(provider: Provider, ctx: KoaContextWithOIDC): Promise<void> {
  const { client, params } = ctx.oidc
  const code = params?.['code']
  if (client === undefined || typeof code !== 'string' || readError(ctx.body) !== 'invalid_grant')
    return
  const found = await provider.AuthorizationCode.find(code, { ignoreExpiration: true })
  if (found?.clientId === client.clientId) await found.destroy()
}

// To a client `invalid_grant` says that the refresh token is worth nothing; here the proof is missing.
function nameMissingProof(ctx: KoaContextWithOIDC): void {
  if (ctx.oidc.client?.dpopBoundAccessTokens !== true || ctx.get('DPoP') !== '') return
  if (readError(ctx.body) !== 'invalid_grant') return
  ctx.body = { error: 'invalid_dpop_proof', error_description: 'the DPoP proof is missing' }
}

function readError(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
}
