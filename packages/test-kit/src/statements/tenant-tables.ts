import pg from 'pg'

const known = new Set<string>()

/** Tables with a tenant, of the databases that this test file was given. */
export const tenantTables: ReadonlySet<string> = known

/** The next test file in this process has databases of its own. */
export const forgetTenantTables = (): void => known.clear()

/** Reads from a migrated database which of its tables have a column `tenant_id`. */
export async function noteTenantTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'tenant_id'`,
    )
    for (const { name } of rows) known.add(name)
  } finally {
    await client.end()
  }
}
