import { hkdfSync } from 'node:crypto'
import {
  createProofVerifier,
  createVerifier,
  type VerifierOptions,
} from '@countersign/auth-verifier'
import { resourceOf } from '@countersign/contracts'
import { listOf } from '@countersign/service-kit/config'
import { createDatabase } from '@countersign/service-kit/db'
import type { Logger } from '@countersign/service-kit/log'
import { createMailerOf } from '@countersign/service-kit/mail-settings'
import { publicOriginsOf } from '@countersign/service-kit/serve'
import { createSealer } from '@countersign/service-kit/sealing'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { IamDatabase } from './db/types.ts'
import { createCookieSigner } from './cookies.ts'
import { createKeyRing, type KeyRing } from './keys/key-ring.ts'
import { createLinkSigner } from './mail/links.ts'
import { sharedProofMemory } from './proof-memory.ts'
import { createUpstreams } from './upstream/upstreams.ts'
import { createPasswordHasher, type PasswordHasher } from './passwords/hasher.ts'
import { createSignInLine } from './passwords/line.ts'

const hourMs = 3_600_000

type LimitSettings = Pick<
  Config,
  'INITIAL_PASSWORD_HOURS' | 'SESSION_IDLE_MINUTES' | 'ERASURE_WAITING_DAYS' | 'ERASURE_SERVICES'
>
type MailSettings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_LANGUAGE' | 'MAIL_PER_SECOND'>

/** Builds what the use-cases are given. Nothing connects before it is used. */
export function createDeps(
  config: Pick<
    Config,
    | 'DATABASE_URL'
    | 'DATABASE_POOL_SIZE'
    | 'ISSUER_URL'
    | 'AUDIENCE'
    | 'KEY_ENCRYPTION_KEY'
    | 'COOKIE_KEYS'
    | 'FEDERATION_ORIGINS'
  > &
    Partial<Pick<Config, 'ACCESS_TOKEN_TYPE' | 'PUBLIC_ORIGINS'> & LimitSettings & MailSettings>,
  log: Logger,
  options: { readonly hasher?: PasswordHasher; readonly now?: () => Date } = {},
): Deps {
  const now = options.now ?? (() => new Date())
  const db: IamDatabase = createDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    applicationName: 'iam',
    log,
  })
  const issuer = config.ISSUER_URL
  const audience = config.AUDIENCE ?? issuer
  const sealer = createSealer(config.KEY_ENCRYPTION_KEY)
  const keyRing = createKeyRing({ db, sealer, now })
  const listedOrigins = listOf(config.FEDERATION_ORIGINS)
  const cookieKeys = listOf(config.COOKIE_KEYS)
  return {
    db,
    log,
    now,
    hasher: options.hasher ?? createPasswordHasher(),
    line: createSignInLine(),
    resetLine: createSignInLine({ permits: 1, maxWaitMs: 2_000, maxWaiting: 16 }),
    sealer,
    keyRing,
    ...createTrust({ db, keyRing, issuer, audience, publicOrigins: publicOriginsOf(config) }),
    signer: createCookieSigner(cookieKeys),
    upstreams: createUpstreams(listedOrigins),
    listedOrigins,
    issuer,
    audience,
    accessTokenType: config.ACCESS_TOKEN_TYPE ?? 'at+jwt',
    cookieKeys,
    ...derivedKeys(config.KEY_ENCRYPTION_KEY),
    ...peopleSettings(config),
  }
}

/** What tokens and proofs are checked by, where they are presented and where they are asked about. */
function createTrust(of: {
  readonly db: IamDatabase
  readonly keyRing: KeyRing
  readonly issuer: string
  readonly audience: string
  readonly publicOrigins: readonly string[]
}): Pick<Deps, 'verifier' | 'issuedVerifier' | 'proofs'> {
  const { db, keyRing, issuer, publicOrigins } = of
  const possession = { publicOrigins, proofMemory: sharedProofMemory(db) }
  const audience = [of.audience, resourceOf(issuer, 'iam')]
  return {
    verifier: verifyOwn(keyRing, { issuer, audience, ...possession }),
    issuedVerifier: verifyOwn(keyRing, { issuer, acceptUnproven: true }),
    proofs: createProofVerifier(possession),
  }
}

const derivedKeys = (keys: string): Pick<Deps, 'refreshKey' | 'nonceKey'> => ({
  refreshKey: deriveKeys(keys, 'refresh-token-successor')[0],
  nonceKey: deriveKeys(keys, 'dpop-nonce')[0],
})

/** How people are erased, of whatever process: the service and its commands. */
export const erasureSettings = (
  config: Partial<Pick<Config, 'ERASURE_WAITING_DAYS' | 'ERASURE_SERVICES'>>,
): Deps['erasure'] => ({
  waitingMs: (config.ERASURE_WAITING_DAYS ?? 7) * 24 * hourMs,
  services: listOf(config.ERASURE_SERVICES ?? 'bpm,dms'),
})

const peopleSettings = (
  config: Pick<Config, 'ISSUER_URL' | 'KEY_ENCRYPTION_KEY'> & Partial<LimitSettings & MailSettings>,
): Pick<
  Deps,
  'links' | 'mailer' | 'mailLanguage' | 'initialPasswordMs' | 'sessionIdleMs' | 'erasure'
> => ({
  erasure: erasureSettings(config),
  sessionIdleMs: (config.SESSION_IDLE_MINUTES ?? 120) * 60_000,
  initialPasswordMs: (config.INITIAL_PASSWORD_HOURS ?? 72) * hourMs,
  links: createLinkSigner(deriveKeys(config.KEY_ENCRYPTION_KEY, 'links-in-mails')),
  mailer: createMailerOf(config),
  mailLanguage: config.MAIL_LANGUAGE ?? 'en',
})

/** Our own tokens by the same rules as everybody, without a request to ourselves. */
const verifyOwn = (keyRing: KeyRing, rules: VerifierOptions) =>
  createVerifier({
    ...rules,
    // Asked every few seconds and for an unknown kid: another process may have rotated just now.
    keySet: async () => ({ keys: (await keyRing.refresh()).keys }),
    keySetMaxAgeSeconds: 5,
  })

/** One for each entry of the list, which changes in rounds: what an entry gives, it gives wherever it stands. */
const deriveKeys = (keys: string, purpose: string) =>
  keys
    .split(',')
    .map((key) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', purpose, 32)),
    ) as [Buffer, ...Buffer[]]
