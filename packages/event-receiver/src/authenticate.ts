import {
  createVerifier,
  TokenMissing,
  verifyCallback,
  type Caller,
  type Verifier,
} from '@countersign/auth-verifier'

export interface TrustOptions {
  /** A verifier that the application has already. Without it: `issuer` and `jwksUrl`. */
  readonly verifier?: Pick<Verifier, 'verify'>
  /** Expected `iss`, compared exactly: the platform's public base URL. */
  readonly issuer?: string
  /** Where the identity service publishes its keys: `<issuer>/oauth2/jwks`. */
  readonly jwksUrl?: string
  /** Expected `aud`. Not checked when left out. */
  readonly audience?: string
  /** The client id of the workflow service: nobody else may deliver events. */
  readonly workflowClientId: string
}

// RFC 6750 section 2.1.
const bearer = /^Bearer +(\S+) *$/i

/** Builds the check of the `Authorization` header of a delivery. */
export function createAuthenticate(
  options: TrustOptions,
): (authorization: string | undefined) => Promise<Caller> {
  const verifier = options.verifier ?? buildVerifier(options)
  const verify = verifyCallback({ verifier, clientId: options.workflowClientId })
  return async (authorization) => {
    const token = bearer.exec(authorization ?? '')?.[1]
    if (token === undefined) throw new TokenMissing()
    return verify(token)
  }
}

function buildVerifier({ issuer, jwksUrl, audience }: TrustOptions): Verifier {
  if (issuer === undefined || jwksUrl === undefined) {
    throw new TypeError('an event receiver needs a verifier, or issuer and jwksUrl')
  }
  return createVerifier({ issuer, jwksUrl, ...(audience === undefined ? {} : { audience }) })
}
