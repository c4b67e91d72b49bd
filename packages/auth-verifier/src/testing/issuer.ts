import { randomUUID } from 'node:crypto'
import { createTestClock, type TestClock } from './clock.ts'
import { JWKS_PATH, type Outage, startKeyServer } from './key-server.ts'
import { createKeyRing, signToken } from './keys.ts'

export interface TestIssuerOptions {
  /** `iss` of its tokens. Default: the address of its own server. */
  readonly issuer?: string
  /** `aud` of its tokens. Default: the issuer. */
  readonly audience?: string | readonly string[]
  /** Default: a clock that runs with the real one until it is moved. */
  readonly clock?: TestClock
}

interface TokenOptions {
  readonly clientId?: string
  readonly tenantId?: string
  readonly scopes?: readonly string[]
  readonly permissions?: readonly string[]
  /** Default 600. */
  readonly expiresInSeconds?: number
  /** Put over the other claims; `undefined` takes one away. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Put over the header `{ alg, kid, typ }`; `undefined` takes one away. */
  readonly header?: Readonly<Record<string, unknown>>
}

export interface UserTokenOptions extends TokenOptions {
  /** The user's id. Default: the same random one for all tokens of this issuer. */
  readonly sub?: string
}

export type ServiceTokenOptions = TokenOptions

/** An identity service for tests: a real key set over HTTP and tokens as the real one makes them. */
export interface TestIssuer {
  readonly issuer: string
  readonly jwksUrl: string
  readonly audience: string | readonly string[]
  readonly clock: TestClock
  /** The clock's time, so that `createVerifier(issuer)` runs on it. */
  readonly now: () => number
  /** The kid that signs at the moment. */
  readonly kid: string
  /** A user's access token; tenant and user are the same for all of them unless given. */
  userToken(options?: UserTokenOptions): string
  /** A service's access token; no tenant unless given. */
  serviceToken(options?: ServiceTokenOptions): string
  /** Any claims under any header; `iss`, `aud`, `iat`, `exp`, `jti` are filled in. */
  mint(
    claims: Readonly<Record<string, unknown>>,
    header?: Readonly<Record<string, unknown>>,
  ): string
  /** Publishes a new key and signs with it; the old ones stay published. Answers the new kid. */
  rotate(): Promise<string>
  /** Takes a key out of the published set. */
  withdraw(kid: string): void
  /** Adds any JWK to the published set. */
  publish(jwk: Readonly<Record<string, unknown>>): void
  /** Makes the key set fail until `setOutage(false)`. */
  setOutage(outage: Outage): void
  /** How often the key set was asked for. */
  fetchCount(): number
  close(): Promise<void>
}

/** Starts a {@link TestIssuer} on 127.0.0.1. Close it when the tests are done. */
export async function createTestIssuer(options: TestIssuerOptions = {}): Promise<TestIssuer> {
  const clock = options.clock ?? createTestClock()
  const keys = await createKeyRing()
  const server = await startKeyServer(keys.published)
  const issuer = options.issuer ?? server.origin
  const audience = options.audience ?? issuer
  const now = () => Math.floor(clock.now() / 1000)

  const mint: TestIssuer['mint'] = (claims, header = {}) => {
    const { kid, privateKey } = keys.current()
    return signToken(
      { alg: 'RS256', kid, typ: 'at+jwt', ...header },
      { iss: issuer, aud: audience, iat: now(), exp: now() + 600, jti: randomUUID(), ...claims },
      privateKey,
    )
  }
  return {
    issuer,
    jwksUrl: server.origin + JWKS_PATH,
    audience,
    clock,
    now: clock.now,
    get kid() {
      return keys.current().kid
    },
    ...createTokens(mint, now),
    mint,
    rotate: keys.rotate,
    withdraw: keys.withdraw,
    publish: keys.publish,
    setOutage: server.setOutage,
    fetchCount: server.fetchCount,
    close: server.close,
  }
}

function createTokens(
  mint: TestIssuer['mint'],
  now: () => number,
): Pick<TestIssuer, 'userToken' | 'serviceToken'> {
  const user = { sub: randomUUID(), tenantId: randomUUID() }
  const issue = (base: Readonly<Record<string, unknown>>, given: TokenOptions) => {
    const { scopes = [], permissions = [], expiresInSeconds = 600, claims, header } = given
    const exp = now() + expiresInSeconds
    return mint({ exp, ...base, permissions, scope: scopes.join(' '), ...claims }, header)
  }
  return {
    userToken(given = {}) {
      const { sub = user.sub, tenantId = user.tenantId, clientId = 'test-spa' } = given
      const grant_type = 'authorization_code'
      return issue({ sub, client_id: clientId, grant_type, tenant_id: tenantId }, given)
    },
    serviceToken(given = {}) {
      const { clientId = 'test-service', tenantId } = given
      const grant_type = 'client_credentials'
      return issue({ sub: clientId, client_id: clientId, grant_type, tenant_id: tenantId }, given)
    },
  }
}
