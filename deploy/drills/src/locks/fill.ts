import type pg from 'pg'

interface Column {
  readonly name: string
  readonly type: string
  /** Whether rows must differ in it. */
  readonly varies: boolean
}

// One column of each unique index is enough; uuids and numbers fit any check on the shape of a value.
const selectColumns = `
  select attname as name, format_type(atttypid, null) as type, exists (
    select from pg_index i
    where i.indrelid = a.attrelid and i.indisunique and a.attnum = (
      select k.attnum from pg_attribute k
      where k.attrelid = i.indrelid and k.attnum = any (i.indkey::int2[])
        and format_type(k.atttypid, null) in ('uuid', 'bigint', 'integer', 'text', 'bytea')
      order by array_position(array['uuid', 'bytea', 'bigint', 'integer', 'text'],
          format_type(k.atttypid, null)),
        k.attname = 'tenant_id', k.attname <> 'id', k.attnum
      limit 1)) as varies
  from pg_attribute a
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`

const variations: Readonly<Record<string, (name: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  bigint: (name) => `${name} + 1000000 + n`,
  integer: (name) => `${name} + 1000 + n`,
  text: (name) => `${name} || n`,
  bytea: () => 'sha256(n::text::bytea)',
}

/**
 * Multiplies a row of a table that the platform itself made until there are so many: what is unique
 * differs, all else is as it was. Triggers and foreign keys do not run; checks and indexes do.
 *
 * @returns undefined when the table is empty.
 */
export async function multiplyRows(
  client: pg.Client,
  table: string,
  rows: number,
): Promise<number | undefined> {
  const { rows: columns } = await client.query<Column>(selectColumns, [table])
  const names = columns.map(({ name }) => name).join(', ')
  const values = columns.map(({ name, type, varies }) => {
    const vary = varies ? variations[type] : undefined
    return vary === undefined ? name : `case when ${name} is not null then ${vary(name)} end`
  })
  await client.query('set session_replication_role = replica')
  const { rowCount } = await client.query(
    `insert into ${table} (${names}) overriding system value
     select ${values.join(', ')} from (select * from ${table} limit 1) seed,
       generate_series(1, $1::int) n`,
    [rows],
  )
  await client.query('reset session_replication_role')
  return rowCount === 0 ? undefined : (rowCount ?? undefined)
}
