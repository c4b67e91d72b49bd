import type { TenantData } from '@countersign/service-kit/tenant-data'
import { listErased } from '@countersign/service-kit/tenants-erase-tables'
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
  'decisions.content_hash',
  'instance_actions.content_hash',
  'tasks.content_hash',
  'tenant_branding.logo_hash',
])

/**
 * What the erasure of a tenant would leave: tables with the tenant whose rows do not go and have no reason to stay, and
 * tables that a row of an erased tenant could begin in.
 */
export async function findUnerased<S>(db: Kysely<S>, data: TenantData): Promise<string[]> {
  const { rows } = await sql<{ table: string; guarded: boolean; parents: string[] }>`
    select relname as table,
      exists (select from pg_trigger where tgrelid = c.oid and tgenabled <> 'D'
        and tgname = relname || '_of_no_erased_tenant') as guarded,
      array(select confrelid::regclass::text from pg_constraint
        where contype = 'f' and conrelid = c.oid and confrelid <> c.oid and not exists (
          select from pg_attribute where attrelid = conrelid and attnum = any (conkey) and not attnotnull
        )) as parents
    from pg_class c join pg_attribute on attrelid = c.oid and attname = 'tenant_id'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db)
  const gone = new Set((await listErased(db, data, '')).map(({ name }) => name))
  const covered = new Set(rows.filter(({ guarded }) => guarded).map(({ table }) => table))
  for (let size = -1; size !== covered.size;) {
    size = covered.size
    for (const { table, parents } of rows)
      if (parents.some((parent) => covered.has(parent))) covered.add(table)
  }
  const faults = rows.flatMap(({ table }) => {
    const { erased } = data[table] ?? {}
    if (erased !== undefined && 'apart' in erased) return []
    return [
      ...(gone.has(table) ? [] : [`${table} is not erased`]),
      // Those go after a day, whoever they were of; what they are written with is refused.
      ...(covered.has(table) || table === 'idempotency_keys' || table === 'administered'
        ? []
        : [`${table} takes rows of an erased tenant`]),
    ]
  })
  return faults.toSorted()
}

/** How many rows each table with the tenant has of one; those with none are left out. */
export async function countOfTenant<S>(
  db: Kysely<S>,
  tenantId: string,
): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class c join pg_attribute on attrelid = c.oid and attname = 'tenant_id'
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(db)
  const counts: Record<string, number> = {}
  for (const { table } of rows) {
    const { rows: found } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where tenant_id::text = ${tenantId}`.execute(
      db,
    )
    if (found[0] !== undefined && found[0].count > 0) counts[table] = found[0].count
  }
  return counts
}
