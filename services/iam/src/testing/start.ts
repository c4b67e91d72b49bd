import { createLogger } from '@countersign/service-kit/log'
import { useDatabase, type TestDatabase } from '@countersign/test-kit/database'
import { findFreePort } from '@countersign/test-kit/ports'
import { onTestFinished } from 'vitest'
import { buildApp } from '../app.ts'
import { applySeed } from '../bootstrap/apply.ts'
import type { Seed } from '../bootstrap/seed.ts'
import { createDeps } from '../create-deps.ts'
import type { Deps } from '../deps.ts'
import { migrations } from '../migrations.ts'
import { createPasswordHasher, type PasswordHasher } from '../passwords/hasher.ts'

const keyEncryptionKey = Buffer.alloc(32, 7).toString('base64url')
const cookieKeys =
  'a cookie key for tests that is long enough,an older cookie key that still verifies'

/** Cheap hashes: the cost of argon2id is proven by its own test. */
export const testHasher = createPasswordHasher({ memoryCost: 8, timeCost: 1, concurrency: 4 })

export interface TestIam {
  readonly url: string
  readonly deps: Deps
  readonly seed: (seed: Seed) => Promise<void>
  readonly stop: () => Promise<void>
}

/** A process of the service on a real port. Several may share one database, as in production. */
export async function startIam(options: {
  databaseUrl: string
  issuer?: string
  now?: () => Date
  trustedProxies?: string[]
  federationOrigins?: string[]
  hasher?: PasswordHasher
  accessTokenType?: 'JWT'
  smtpUrl?: string
  /** Where failures by the hundred are what the test is about. */
  logLevel?: 'silent'
}): Promise<TestIam> {
  const level = options.logLevel ?? process.env['TEST_LOG_LEVEL'] ?? 'error'
  const log = createLogger({ service: 'iam', level })
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const config = {
    DATABASE_URL: options.databaseUrl,
    DATABASE_POOL_SIZE: 10,
    ISSUER_URL: options.issuer ?? url,
    KEY_ENCRYPTION_KEY: keyEncryptionKey,
    COOKIE_KEYS: cookieKeys,
    ...(options.accessTokenType === undefined
      ? {}
      : { ACCESS_TOKEN_TYPE: options.accessTokenType }),
    ...(options.smtpUrl === undefined ? {} : { SMTP_URL: options.smtpUrl }),
    ...(options.federationOrigins === undefined
      ? {}
      : { FEDERATION_ORIGINS: options.federationOrigins.join(',') }),
  }
  const deps = createDeps(config, log, {
    hasher: options.hasher ?? testHasher,
    ...(options.now === undefined ? {} : { now: options.now }),
  })
  const app = await buildApp(
    deps,
    options.trustedProxies === undefined ? {} : { trustedProxies: options.trustedProxies },
  )
  await app.listen({ port, host: '127.0.0.1' })
  return {
    url,
    deps,
    seed: (seed) => applySeed(deps.db, testHasher, seed),
    stop: async () => {
      await app.close()
      await deps.db.destroy()
    },
  }
}

type FreshIam = TestIam & Pick<TestDatabase, 'asOwner'> & { databaseUrl: string }

/** A fresh database with one process on it, stopped when the test file or test is done. */
export async function startFreshIam(
  options: { readonly smtpUrl?: string; readonly federationOrigins?: string[] } = {},
): Promise<FreshIam> {
  const database = await useDatabase({ migrations })
  const iam = await startIam({ databaseUrl: database.url, ...options })
  return { ...iam, databaseUrl: database.url, asOwner: database.asOwner }
}

/** Ends with the test that asks. */
export async function startSecondProcess(first: {
  url: string
  databaseUrl: string
}): Promise<TestIam> {
  const iam = await startIam({ databaseUrl: first.databaseUrl, issuer: first.url })
  onTestFinished(iam.stop)
  return iam
}
