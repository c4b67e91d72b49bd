import type { Verifier } from '@countersign/auth-verifier'
import type { Logger } from '@countersign/service-kit/log'
import type { Sealer } from '@countersign/service-kit/sealing'
import type { AccessTokenType } from './core/clients.ts'
import type { IamDatabase } from './db/types.ts'
import type { CookieSigner } from './cookies.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { Upstreams } from './upstream/upstreams.ts'
import type { PasswordHasher } from './passwords/hasher.ts'
import type { SignInLine } from './passwords/line.ts'

/** What use-cases are given; built by hand. */
export interface Deps {
  readonly db: IamDatabase
  readonly log: Logger
  readonly now: () => Date
  readonly hasher: PasswordHasher
  /** Where passwords of sign-ins wait to be compared. */
  readonly line: SignInLine
  readonly sealer: Sealer
  readonly keyRing: KeyRing
  /** For what is asked of this service. */
  readonly verifier: Verifier
  /** For what is asked about a token, whatever it is for. */
  readonly issuedVerifier: Verifier
  readonly signer: CookieSigner
  /** Sign-in with what tenants have of their own. */
  readonly upstreams: Upstreams
  /** Origins that identity providers of tenants may have anywhere; the operator's list. */
  readonly listedOrigins: readonly string[]
  readonly issuer: string
  readonly audience: string
  /** `typ` of access tokens of clients that name none. */
  readonly accessTokenType: AccessTokenType
  readonly cookieKeys: readonly string[]
  /** Derives successors of refresh tokens; the same in every process. */
  readonly refreshKey: Buffer
}
