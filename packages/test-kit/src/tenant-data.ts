import type { TenantData } from '@countersign/service-kit/tenant-data'
import { sql, type Kysely } from 'kysely'

/** What a map of tenants' tables and the migrated database do not agree on. */
export async function findUnexported<S>(db: Kysely<S>, data: TenantData): Promise<string[]> {
  const { rows } = await sql<{ table: string; columns: string[]; key: string[] }>`
    select relname as table,
      array_agg(attname::text) as columns,
      array_agg(attname::text) filter (where attnum = any (i.indkey::int2[])) as key
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    left join pg_index i on i.indrelid = pg_class.oid and i.indisprimary
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not in ('schema_migrations', 'schema_version')
    group by relname, i.indkey`.execute(db)
  const there = new Set(rows.map(({ table }) => table))
  const gone = Object.keys(data).filter((table) => !there.has(table))
  const faults = rows.flatMap(({ table, columns, key }) => {
    const decided = data[table]
    if (decided === undefined) return [`${table} is neither exported nor left out`]
    if ('leftOut' in decided) return []
    const { secret = [], of } = decided
    return [
      ...secret.filter((each) => !columns.includes(each)).map((each) => `${each} is not there`),
      // The cursor of a line is made of its key.
      ...(key ?? [])
        .filter((each) => secret.includes(each))
        .map((each) => `${each} is in a cursor`),
      ...(key === null ? ['has no primary key to go on by'] : []),
      ...(of === undefined && !columns.includes('tenant_id')
        ? ['does not say whose rows are']
        : []),
      ...columns
        .filter((each) => /hash$|secret|salt|^private|payload/.test(each))
        .filter((each) => !secret.includes(each) && !harmless.has(`${table}.${each}`))
        .map((each) => `${each} looks like a secret`),
    ].map((fault) => `${table}: ${fault}`)
  })
  return [...faults, ...gone.map((table) => `${table} is not there`)].toSorted()
}

/** Hashes of what is exported itself: they let nobody in. */
const harmless: ReadonlySet<string> = new Set([
  'audit_events.hash',
  'audit_events.previous_hash',
  'audit_heads.hash',
  'audit_heads.previous_hash',
  'instance_actions.content_hash',
  'tasks.content_hash',
  'tenant_branding.logo_hash',
])
