import { createDatabase } from '@countersign/service-kit/db'
import { createLogger } from '@countersign/service-kit/log'
import { migrate } from '@countersign/service-kit/migrate'
import { createEmpty, dropDatabase } from '@countersign/test-kit/databases'
import { startEmbedded } from '@countersign/test-kit/embedded'
import { findFreePort } from '@countersign/test-kit/ports'
import * as openid from 'openid-client'
import { applySeed } from '../src/bootstrap/apply.ts'
import type { IamDatabase } from '../src/db/types.ts'
import { migrations } from '../src/migrations.ts'
import { createPasswordHasher } from '../src/passwords/hasher.ts'
import { startProcess, type Started } from '../src/testing/processes.ts'
import { signInAs } from '../src/testing/sign-in.ts'
import { secretOf, world } from '../src/testing/world.ts'

export const keyEncryptionKey = Buffer.alloc(32, 9).toString('base64url')

/** Does work on an embedded PostgreSQL with the people and clients of the tests. */
export async function withWorld<T>(
  work: (databaseUrl: string, db: IamDatabase) => Promise<T>,
): Promise<T> {
  const log = createLogger({ service: 'iam-bench', level: 'error' })
  const server = await startEmbedded(['-c', 'timezone=UTC'])
  const url = await createEmpty(server.url, 'iambench')
  await migrate({ url, directory: migrations, log })
  const db: IamDatabase = createDatabase({ url, poolSize: 2, applicationName: 'iam-bench', log })
  try {
    await applySeed(db, createPasswordHasher(), world)
    return await work(url, db)
  } finally {
    await db.destroy()
    await dropDatabase(server.url, url)
    await server.stop()
  }
}

/** Starts a script that takes the settings of iam as a process of its own. */
export async function startScript(
  script: URL,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<Started> {
  const managementPort = await findFreePort()
  return startProcess(script, (url) => ({
    DATABASE_URL: databaseUrl,
    ISSUER_URL: url,
    MANAGEMENT_PORT: String(managementPort),
    LOG_LEVEL: 'info',
    COOKIE_KEYS: 'a cookie key of the measurement, long enough',
    KEY_ENCRYPTION_KEY: keyEncryptionKey,
    ...more,
  }))
}

/** As a service asks: by Basic, form in, JSON out. A failure ends the measurement. */
export function tokenRequest(url: string): () => Promise<void> {
  const credentials = Buffer.from(`workflow:${secretOf('workflow')}`).toString('base64')
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'iam.internal' })
  return async () => {
    const response = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body,
    })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  }
}

/** The whole way of a browser, from the application and back. */
export const signIn = (url: string) => async (): Promise<void> => {
  await signInAs(url, 'employee')
}

/** Each line of work has a session of its own and presents what it was given last. */
export async function refresh(url: string, lines: number): Promise<() => Promise<void>> {
  const free: { config: openid.Configuration; token: string }[] = []
  for (let line = 0; line < lines; line++) {
    const { config, tokens } = await signInAs(url, 'employee')
    free.push({ config, token: tokens.refresh_token ?? '' })
  }
  return async () => {
    const session = free.pop()
    if (session === undefined) throw new Error('more lines of work than sessions')
    const tokens = await openid.refreshTokenGrant(session.config, session.token)
    free.push({ ...session, token: tokens.refresh_token ?? '' })
  }
}
