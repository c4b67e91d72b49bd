import type { Configuration, IDToken } from 'openid-client'
import { canBeKept, reachOf, type Identity } from '../core/federation.ts'
import { isAsAsked, type AskedAge } from '../core/upstream-time.ts'
import { UpstreamForbidden } from './forbidden.ts'
import { createConfigurations, loadOpenId, type OpenIdProvider } from './openid-configuration.ts'

/** What only the browser that left and the provider know of each other. */
export interface Checks {
  readonly nonce: string
  readonly verifier: string
  readonly asked?: AskedAge
}

/** Who came back, and when they proved that to the provider, where it says. */
export interface Arrival {
  readonly identity: Identity
  readonly authTime: number | undefined
}

/** Somebody came back who was not asked again, or of whom the provider does not say that they were. */
export class NotFresh extends Error {
  override readonly name = 'NotFresh'
}

export interface OpenIdUpstream {
  /** Where to send the browser. */
  begin(
    provider: OpenIdProvider,
    request: {
      redirectUri: string
      state: string
      language: string
      /** Whoever is signed in there is asked again, and says so within so many seconds. */
      maxAge: number | undefined
    },
  ): Promise<{ url: string; checks: Checks }>
  /**
   * Who came back, from the address the browser was sent to. `wantMail`: asks the provider for the
   * mail address where the ID token leaves it out.
   *
   * @throws whatever is wrong: state, nonce, issuer (RFC 9207), signature, audience, time.
   * @throws {NotFresh} The browser may have left out what it was to ask for: the signed answer tells.
   */
  finish(
    provider: OpenIdProvider,
    answer: { url: URL; state: string; checks: Checks; wantMail: boolean },
  ): Promise<Arrival>
  /** @throws when the provider's metadata cannot be had or is not the issuer's. */
  check(provider: OpenIdProvider): Promise<void>
}

/** Sign-in at OpenID providers (OpenID Connect Core, code flow with PKCE). */
export function createOpenIdUpstream(listedOrigins: readonly string[]): OpenIdUpstream {
  const configure = createConfigurations(listedOrigins)

  return {
    async begin(provider, { redirectUri, state, language, maxAge }) {
      const openid = await loadOpenId()
      const config = await configure(provider)
      const checks = {
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        ...askedNow(maxAge),
      }
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.settings.scopes.join(' '),
        state,
        nonce: checks.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        ...timeAsked(config),
        ...(maxAge === undefined ? {} : { prompt: 'login', max_age: String(maxAge) }),
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
      const claims = checkTime(tokens.claims(), checks)
      const asks =
        wantMail &&
        claims['email'] === undefined &&
        config.serverMetadata().userinfo_endpoint !== undefined
      const more = asks
        ? await openid.fetchUserInfo(config, tokens.access_token, claims.sub)
        : undefined
      return { identity: toIdentity({ ...more, ...claims }), authTime: claims.auth_time }
    },
    async check(provider) {
      await configure(provider)
    },
  }
}

/**
 * Many say when somebody signed in to who asks alone (OpenID Connect Core 5.5), and what is not said counts as long ago.
 * Who does not know the parameter ignores it; metadata leaves out more than it should, so only a no is one.
 */
const timeAsked = (config: Configuration): { claims?: string } =>
  config.serverMetadata().claims_parameter_supported === false
    ? {}
    : { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) }

const askedNow = (maxAge: number | undefined): Pick<Checks, 'asked'> =>
  maxAge === undefined ? {} : { asked: { seconds: maxAge, at: Math.floor(Date.now() / 1000) } }

function checkTime(claims: IDToken | undefined, { asked }: Checks): IDToken {
  if (claims === undefined) throw new Error('the provider sent no ID token')
  if (isAsAsked(asked, claims.auth_time)) return claims
  throw new NotFresh(`asked again, the provider says of the time: ${String(claims.auth_time)}`)
}

function toIdentity(claims: { readonly sub: string; readonly [claim: string]: unknown }): Identity {
  if (!canBeKept(claims.sub)) throw new Error('the provider names somebody in no usable form')
  const text = (name: string) => {
    const value = claims[name]
    return typeof value === 'string' && canBeKept(value) ? value : undefined
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
