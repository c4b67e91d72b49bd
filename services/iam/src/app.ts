import { createApp, type App } from '@countersign/service-kit/http'
import { sql } from 'kysely'
import type { Deps } from './deps.ts'
import { addOidc } from './oidc/index.ts'
import { problems } from './problems.ts'
import { version } from './version.ts'

/** The table of contents: what the service has. */
export async function buildApp(deps: Deps, options: { readonly corsOrigins?: readonly string[] } = {}): Promise<App> {
  const app = await createApp({
    service: 'iam',
    version,
    description: 'Registers applications, signs users in, issues access tokens and publishes the keys that verify them.',
    log: deps.log,
    verifier: deps.verifier,
    problems,
    readiness: async () => ({ database: { status: await answers(deps) } }),
    corsOrigins: options.corsOrigins ?? [],
  })
  await addOidc(app, deps)
  return app
}

async function answers({ db, log }: Deps): Promise<'UP' | 'DOWN'> {
  try {
    await sql`select 1`.execute(db)
    return 'UP'
  } catch (error) {
    log.warn({ err: error }, 'the database does not answer')
    return 'DOWN'
  }
}
