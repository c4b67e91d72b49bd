import type { IamDatabase } from '../db/types.ts'

/** A small pool for one command. */
export async function withDatabase<T>(
  config: { readonly DATABASE_URL: string; readonly LOG_LEVEL: string },
  work: (db: IamDatabase) => Promise<T>,
): Promise<T> {
  const [{ createDatabase }, { createLogger }] = await Promise.all([
    import('@countersign/service-kit/db'),
    import('@countersign/service-kit/log'),
  ])
  const log = createLogger({ service: 'iam', level: config.LOG_LEVEL })
  const db: IamDatabase = createDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'iam-cli',
    log,
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
