import {
  createVerifier,
  TokenMissing,
  verifyCallback,
  type Caller,
  type Verifier,
} from '@countersign/auth-verifier'
import { EventRefused } from './answer.ts'

export interface TrustOptions {
  /** A verifier that the application has already. Without it: `issuer` and `jwksUrl`. */
  readonly verifier?: Pick<Verifier, 'verify'>
  /** Expected `iss`, compared exactly: the platform's public base URL. */
  readonly issuer?: string
  /** Where the identity service publishes its keys: `<issuer>/oauth2/jwks`. */
  readonly jwksUrl?: string
  /** Expected `aud`. Not checked when left out. */
  readonly audience?: string
  /**
   * The origin at which this application gets events, as its business types have it registered
   * (`callback.origin`); several while it moves. A token names its receiver in `aud`, so that what
   * another receiver was sent is refused here. `false` takes tokens for any receiver: only while the
   * platform is older than this package, and names none.
   */
  readonly origin: string | readonly string[] | false
  /** The client id of the workflow service: nobody else may deliver events. */
  readonly workflowClientId: string
}

// RFC 6750 section 2.1.
const bearer = /^Bearer +(\S+) *$/i

/** Builds the check of the `Authorization` header of a delivery. */
export function createAuthenticate(
  options: TrustOptions,
): (authorization: string | undefined) => Promise<Caller> {
  const isForUs = createAudienceCheck(options.origin)
  const verifier = options.verifier ?? buildVerifier(options)
  const verify = verifyCallback({ verifier, clientId: options.workflowClientId })
  return async (authorization) => {
    const token = bearer.exec(authorization ?? '')?.[1]
    if (token === undefined) throw new TokenMissing()
    const caller = await verify(token)
    if (!isForUs(caller.claims['aud'])) throw new EventRefused('event.audience_mismatch')
    return caller
  }
}

/** @throws TypeError without an origin, or for what is none: it would check nothing, or refuse all. */
function createAudienceCheck(origin: TrustOptions['origin']): (audience: unknown) => boolean {
  if (origin === false) return () => true
  const origins = typeof origin === 'string' ? [origin] : (origin ?? [])
  const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text
  if (origins.length === 0 || !origins.every(isOrigin)) {
    throw new TypeError(
      'an event receiver needs its origin, such as https://expense.example, as it is registered (false: none)',
    )
  }
  return (audience) =>
    [audience].flat().some((named) => typeof named === 'string' && origins.includes(named))
}

function buildVerifier({ issuer, jwksUrl, audience }: TrustOptions): Verifier {
  if (issuer === undefined || jwksUrl === undefined) {
    throw new TypeError('an event receiver needs a verifier, or issuer and jwksUrl')
  }
  return createVerifier({ issuer, jwksUrl, ...(audience === undefined ? {} : { audience }) })
}
