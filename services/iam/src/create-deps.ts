import { hkdfSync } from 'node:crypto'
import { createVerifier, type VerifierOptions } from '@countersign/auth-verifier'
import { resourceOf } from '@countersign/contracts'
import { listOf } from '@countersign/service-kit/config'
import { createDatabase } from '@countersign/service-kit/db'
import type { Logger } from '@countersign/service-kit/log'
import { createSealer } from '@countersign/service-kit/sealing'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { IamDatabase } from './db/types.ts'
import { createCookieSigner } from './cookies.ts'
import { createKeyRing, type KeyRing } from './keys/key-ring.ts'
import { createUpstreams } from './upstream/upstreams.ts'
import { createPasswordHasher, type PasswordHasher } from './passwords/hasher.ts'
import { createSignInLine } from './passwords/line.ts'

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
    Partial<Pick<Config, 'ACCESS_TOKEN_TYPE'>>,
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
    sealer,
    keyRing,
    verifier: verifyOwn(keyRing, { issuer, audience: [audience, resourceOf(issuer, 'iam')] }),
    issuedVerifier: verifyOwn(keyRing, { issuer }),
    signer: createCookieSigner(cookieKeys),
    upstreams: createUpstreams(listedOrigins),
    listedOrigins,
    issuer,
    audience,
    accessTokenType: config.ACCESS_TOKEN_TYPE ?? 'at+jwt',
    cookieKeys,
    refreshKey: deriveKey(config.KEY_ENCRYPTION_KEY, 'refresh-token-successor'),
  }
}

/** Our own tokens by the same rules as everybody, without a request to ourselves. */
const verifyOwn = (keyRing: KeyRing, rules: Pick<VerifierOptions, 'issuer' | 'audience'>) =>
  createVerifier({
    ...rules,
    // Asked every few seconds and for an unknown kid: another process may have rotated just now.
    keySet: async () => ({ keys: (await keyRing.refresh()).keys }),
    keySetMaxAgeSeconds: 5,
  })

const deriveKey = (key: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', purpose, 32))
