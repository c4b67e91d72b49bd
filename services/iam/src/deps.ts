import type { ProofVerifier, Verifier } from '@countersign/auth-verifier'
import type { Logger } from '@countersign/service-kit/log'
import type { Language } from '@countersign/service-kit/language'
import type { Mailer } from '@countersign/service-kit/mailer'
import type { Sealer } from '@countersign/service-kit/sealing'
import type { AccessTokenType } from './core/clients.ts'
import type { IamDatabase } from './db/types.ts'
import type { CookieSigner } from './cookies.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { LinkSigner } from './mail/links.ts'
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
  /** Where passwords wait to be hashed that are chosen for others, by their tenant. */
  readonly resetLine: SignInLine
  readonly sealer: Sealer
  readonly keyRing: KeyRing
  /** For what is asked of this service. */
  readonly verifier: Verifier
  /** For what is asked about a token, whatever it is for. */
  readonly issuedVerifier: Verifier
  /** Of possession, where tokens are asked for; used ones are known to every process. */
  readonly proofs: ProofVerifier
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
  /** Makes the nonces of proofs; the same in every process. */
  readonly nonceKey: Buffer
  /** Makes the secrets of links in mails. */
  readonly links: LinkSigner
  /** Undefined where no mail server is named: then nothing is offered that needs one. */
  readonly mailer: Mailer | undefined
  /** How long a session may rest; 0: for ever. */
  readonly sessionIdleMs: number
  /** How long a password is good that somebody else chose; 0: for ever. */
  readonly initialPasswordMs: number
  /** Of people: how long it can be cancelled, and which services have to report. */
  readonly erasure: { readonly waitingMs: number; readonly services: readonly string[] }
  /** Of mails to people of whom no language is known. */
  readonly mailLanguage: Language
}
