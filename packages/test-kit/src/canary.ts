import { sql, type Kysely } from 'kysely'

/**
 * The tables of a database in which a row has one of the texts, in whatever column: with its text as
 * PostgreSQL shows the row, so within JSON as well.
 */
export async function findTexts<S>(
  db: Kysely<S>,
  texts: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const said = sql.join(
      texts.map((text) => sql`strpos(lower(t::text), lower(${text})) > 0`),
      sql` or `,
    )
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} as t where ${said}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) found[name] = count
  }
  return found
}
