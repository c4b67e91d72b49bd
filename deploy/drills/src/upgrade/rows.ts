import pg from 'pg'

/** The rows of a database, each table as the JSON text that PostgreSQL makes of it: no number is rounded. */
export interface Rows {
  /** The migrations that made its tables, in the order of their names. */
  readonly migrations: readonly string[]
  readonly tables: Readonly<Record<string, string>>
  readonly sequences: Readonly<Record<string, string>>
  /** The last transaction number: what compares numbers of transactions goes on from there. */
  readonly transaction: string
}

const selectTables = `
  select relname as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`

export async function readRows(url: string): Promise<Rows> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const tables: Record<string, string> = {}
    for (const { name } of (await client.query<{ name: string }>(selectTables)).rows) {
      const { rows } = await client.query<{ rows: string }>(
        `select coalesce(json_agg(to_jsonb(t)), '[]')::text as rows
         from ${client.escapeIdentifier(name)} t`,
      )
      tables[name] = rows[0]?.rows ?? '[]'
    }
    const sequences = await client.query<{ name: string; value: string }>(
      `select sequencename as name, last_value::text as value from pg_sequences
       where schemaname = 'public' and last_value is not null`,
    )
    const last = await client.query<{ value: string }>(
      'select pg_snapshot_xmax(pg_current_snapshot())::text as value',
    )
    const applied = await client.query<{ name: string }>(
      `select name from schema_migrations order by name collate "C"`,
    )
    return {
      migrations: applied.rows.map(({ name }) => name),
      tables,
      sequences: Object.fromEntries(sequences.rows.map(({ name, value }) => [name, value])),
      transaction: last.rows[0]?.value ?? '0',
    }
  })
}

/** Puts the rows into tables that the same migrations made. To be called by a superuser: no trigger runs. */
export async function writeRows(url: string, rows: Rows): Promise<void> {
  await connected(url, async (client) => {
    await passTransactions(client, BigInt(rows.transaction))
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const names = Object.keys(rows.tables).map((name) => client.escapeIdentifier(name))
    await client.query(`truncate ${names.join(', ')}`)
    for (const [name, json] of Object.entries(rows.tables)) {
      const table = client.escapeIdentifier(name)
      const columns = await columnsOf(client, name)
      await client.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
        [json],
      )
    }
    for (const [name, value] of Object.entries(rows.sequences)) {
      await client.query('select setval($1::regclass, $2)', [name, value])
    }
    await client.query('commit')
  })
}

async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [client.escapeIdentifier(table)],
  )
  return rows.map(({ name }) => client.escapeIdentifier(name)).join(', ')
}

// Each call is a transaction of its own and takes the next number.
async function passTransactions(client: pg.Client, last: bigint): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ now: string }>('select pg_current_xact_id()::text as now')
    if (BigInt(rows[0]?.now ?? last.toString()) >= last) return
  }
}

export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
