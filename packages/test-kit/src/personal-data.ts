import { columnsOf, type PersonalData } from '@countersign/service-kit/personal-data'
import { sql, type Kysely } from 'kysely'

/** What a map of personal data and the migrated database do not agree on. */
export async function findUndecided<S>(
  db: Kysely<S>,
  data: PersonalData,
  impersonal: string,
): Promise<string[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not in ('schema_migrations', 'schema_version')
    group by relname`.execute(db)
  const there = new Map(rows.map(({ table, columns }) => [table, columns]))
  const without = new Set(impersonal.split(' '))
  const faults = [...there].flatMap(([table, columns]) => {
    const decided = data[table]
    if (decided === undefined) return without.has(table) ? [] : [`${table} is not in the map`]
    const names = columnsOf(decided)
    return [
      ...columns
        .filter((each) => !names.includes(each))
        .map((each) => `${table}.${each} is not decided on`),
      ...names
        .filter((each) => !columns.includes(each))
        .map((each) => `${table}.${each} is not there`),
      ...names
        .filter((each, at) => names.indexOf(each) !== at)
        .map((each) => `${table}.${each} is decided on twice`),
    ]
  })
  const named = [...Object.keys(data), ...without]
  const gone = named.filter((table) => !there.has(table)).map((table) => `${table} is not there`)
  return [...faults, ...gone].toSorted()
}
