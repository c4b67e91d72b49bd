import type { Kysely } from 'kysely'

/** The database for one command: two connections, since some keep a turn with one and work with the other. */
export async function withDatabase<S, T>(
  service: string,
  config: { readonly DATABASE_URL: string; readonly LOG_LEVEL: string },
  work: (db: Kysely<S>) => Promise<T>,
): Promise<T> {
  // Whoever only asks for help waits for no driver.
  const [{ createDatabase }, { createLogger }] = await Promise.all([
    import('../database/db.ts'),
    import('./log.ts'),
  ])
  const db: Kysely<S> = createDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: `${service}-cli`,
    log: createLogger({ service, level: config.LOG_LEVEL }),
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
