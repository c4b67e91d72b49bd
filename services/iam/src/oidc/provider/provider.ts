import { Provider, type KoaContextWithOIDC } from 'oidc-provider'
import { contextOf } from '../../core/authentication.ts'
import type { KeySet } from '../../keys/key-ring.ts'
import { secretMatches } from '../store/client-secrets.ts'
import { successorOf } from '../store/successor.ts'
import { configure, type ProviderDeps } from './configuration.ts'
import { correctAnswers } from './corrections.ts'
import { wishOf } from './factor-need.ts'
import { answerOutages } from './outages.ts'
import { extrasOf } from './resource.ts'
import { createTokenUse, type TokenUse } from './token-use.ts'

/*
 * oidc-provider with our configuration, three members of its models replaced (the prototype patches
 * of ADR 0020) and some answers corrected. It does authorization requests, codes, refresh tokens, ID
 * tokens, sessions and interactions; the other endpoints are ours, in token/ and sign-out/.
 */

/** The library, set up for one signing key: a rotation builds another one. */
export function buildProvider(deps: ProviderDeps, keys: KeySet): Provider {
  const tokenUse = createTokenUse(deps.db, deps.sessionIdleMs)
  const provider = new Provider(deps.issuer, configure(deps, keys, tokenUse))
  // Everything a proxy says about the request is overwritten before it comes here.
  provider.proxy = true
  compareHashedSecrets(provider, deps)
  deriveSuccessors(provider, deps.refreshKey)
  deriveContext(provider)
  answerOutages(provider, deps)
  correctAnswers(provider)
  settleUses(provider, tokenUse)
  return provider
}

/**
 * A code that came to nothing, as one of somebody who has too many permissions, is worth nothing any more, either: it
 * was presented.
 *
 * Kept by: services/iam/src/oidc/provider/permission-overflow.test.ts "give no token, and say why"
 */
function settleUses(provider: Provider, tokenUse: TokenUse): void {
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next()
    await tokenUse.settle(ctx)
  })
}

/*
 * Prototype patch 1 of 3. A client has up to two live secrets and only their hashes are stored,
 * while the library compares with one in plain text. It is asked for SERVICE clients that bring a
 * code or a refresh token, which are refused once it is known who they are.
 *
 * Kept by: services/iam/src/oidc/token/client-credentials.test.ts "are refused to a SPA with unauthorized_client"
 */
function compareHashedSecrets(provider: Provider, { db, now }: ProviderDeps): void {
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return secretMatches(db, extrasOf(this).row_id, secret, now())
  }
}

/*
 * Prototype patch 2 of 3. Each refresh that presents the same token inside the leeway gets the same
 * successor: two tabs do not sign each other out, and a lost answer is asked again. The library
 * draws a random one each time.
 *
 * Kept by: services/iam/src/oidc/provider/two-processes.test.ts "give a refresh token of five requests at once one successor"
 */
function deriveSuccessors(provider: Provider, refreshKey: Buffer): void {
  // The published types leave this method of the model out.
  const prototype = provider.RefreshToken.prototype as unknown as { generateTokenId: () => string }
  const random = prototype.generateTokenId
  prototype.generateTokenId = function generate() {
    const presented = Provider.ctx?.oidc.entities.RotatedRefreshToken?.jti
    if (presented === undefined) return random.call(this)
    return successorOf(refreshKey, presented)
  }
}

/*
 * Prototype patch 3 of 3. The `acr` of a code, and of the tokens that come from it, follows from how
 * the session was signed in to and what the request wished for. The library gives out what the
 * session stores under the name, and there is the tenant that a session is limited to.
 *
 * Kept by: services/iam/src/oidc/provider/authentication-context.test.ts "says of each way to sign in how good it was"
 */
function deriveContext(provider: Provider): void {
  Object.defineProperty(provider.OIDCContext.prototype, 'acr', {
    configurable: true,
    get(this: OidcRequest) {
      return contextOf(this.session?.amr, wishOf(this.params).values)
    },
  })
}

interface OidcRequest {
  readonly session?: { readonly amr?: string[] }
  readonly params?: Readonly<Record<string, unknown>>
}
