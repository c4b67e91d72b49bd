import { reachOf, type Identity } from '../core/federation.ts'
import { UpstreamForbidden } from './forbidden.ts'
import { createConfigurations, loadOpenId, type OpenIdProvider } from './openid-configuration.ts'

/** What only the browser that left and the provider know of each other. */
export interface Checks {
  readonly nonce: string
  readonly verifier: string
}

export interface OpenIdUpstream {
  /** Where to send the browser. */
  begin(
    provider: OpenIdProvider,
    request: {
      redirectUri: string
      state: string
      language: string
      /** The application wants its user asked, whoever is signed in there. */
      fresh: boolean
    },
  ): Promise<{ url: string; checks: Checks }>
  /**
   * Who came back, from the address the browser was sent to. `wantMail`: asks the provider for the
   * mail address where the ID token leaves it out.
   *
   * @throws whatever is wrong: state, nonce, issuer (RFC 9207), signature, audience, time.
   */
  finish(
    provider: OpenIdProvider,
    answer: { url: URL; state: string; checks: Checks; wantMail: boolean },
  ): Promise<Identity>
  /** @throws when the provider's metadata cannot be had or is not the issuer's. */
  check(provider: OpenIdProvider): Promise<void>
}

/** Sign-in at OpenID providers (OpenID Connect Core, code flow with PKCE). */
export function createOpenIdUpstream(listedOrigins: readonly string[]): OpenIdUpstream {
  const configure = createConfigurations(listedOrigins)

  return {
    async begin(provider, { redirectUri, state, language, fresh }) {
      const openid = await loadOpenId()
      const config = await configure(provider)
      const checks = { nonce: openid.randomNonce(), verifier: openid.randomPKCECodeVerifier() }
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.settings.scopes.join(' '),
        state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        ...(fresh ? { prompt: 'login' } : {}),
      })
      // Never a browser to an address that is no web page.
      if (reachOf(url.href, listedOrigins) === undefined)
        throw new UpstreamForbidden('the authorization endpoint is not one to send a browser to')
      return { url: url.href, checks }
    },
    async finish(provider, { url, state, checks, wantMail }) {
      const openid = await loadOpenId()
      const config = await configure(provider)
      const tokens = await openid.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (claims === undefined) throw new Error('the provider sent no ID token')
      const asks =
        wantMail &&
        claims['email'] === undefined &&
        config.serverMetadata().userinfo_endpoint !== undefined
      const more = asks
        ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        : undefined
      return toIdentity({ ...more, ...claims })
    },
    async check(provider) {
      await configure(provider)
    },
  }
}

// What fits into a row, and holds nothing that hides.
const storable = /^\P{Cc}{1,255}$/u

function toIdentity(claims: { readonly sub: string; readonly [claim: string]: unknown }): Identity {
  if (!storable.test(claims.sub)) throw new Error('the provider names somebody in no usable form')
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && storable.test(value) ? value : undefined
  }
  return {
    subject: claims.sub,
    username: text('preferred_username'),
    displayName: text('name'),
    email: text('email'),
    // A text "true" is not a yes.
    emailVerified: claims['email_verified'] === true,
  }
}
