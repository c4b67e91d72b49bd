import pg from 'pg'

/** What a database holds at a moment. */
export interface DatabaseSample {
  readonly connections: number
  /** Of all rows those that are dead and not yet removed. Between 0 and 1. */
  readonly deadShare: number
  /** Tables with their indexes and long values, divided by rows that are alive. */
  readonly bytesPerRow: number
  readonly megabytes: number
}

/**
 * @param client To any database of the server.
 * @param own To the database itself: its tables are seen from there alone.
 */
export async function sampleDatabase(
  client: pg.Client,
  own: pg.Client,
  name: string,
): Promise<DatabaseSample> {
  const [activity, tables] = await Promise.all([
    client.query<{ count: string }>(
      'select count(*) as count from pg_stat_activity where datname = $1 and application_name <> $2',
      [name, SAMPLER],
    ),
    own.query<{ live: string; dead: string; bytes: string }>(
      `select sum(n_live_tup) as live, sum(n_dead_tup) as dead, sum(pg_total_relation_size(relid)) as bytes
       from pg_stat_user_tables`,
    ),
  ])
  const { live, dead, bytes } = tables.rows[0] ?? { live: 0, dead: 0, bytes: 0 }
  return {
    connections: Number(activity.rows[0]?.count),
    deadShare: Number(dead) / Math.max(1, Number(live) + Number(dead)),
    bytesPerRow: Number(bytes) / Math.max(1, Number(live)),
    megabytes: Number(bytes) / 1e6,
  }
}

/** How the sampler names itself, so that it does not count itself. */
const SAMPLER = 'soak'

export async function connectSampler(adminUrl: string, database: string): Promise<pg.Client> {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href, application_name: SAMPLER })
  await client.connect()
  return client
}
