import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/db.ts'
import { CommandFault } from '../process/command-line.ts'
import type { TenantData } from './tenant-data.ts'

/** A table whose rows go with a tenant. */
export interface ErasedTable {
  readonly name: string
  /** Which rows `t` are the tenant's. */
  readonly rows: RawBuilder<unknown>
  /** How its rows refer to others of it: those that nobody refers to go first. */
  readonly own: readonly Reference[]
  readonly unlink: string | undefined
}

/** Columns that refer, and what they refer to, in the same order. */
interface Reference {
  readonly columns: readonly string[]
  readonly referred: readonly string[]
}

interface ForeignKey extends Reference {
  readonly from: string
  readonly to: string
}

/**
 * The tables of a tenant, those first that no other refers to any more.
 *
 * @throws when the map does not say what becomes of a table, or tables refer to each other in a ring.
 */
export async function listErased<S>(
  db: Db<S>,
  data: TenantData,
  tenantId: string,
): Promise<readonly ErasedTable[]> {
  const [ofTenants, keys] = [await listOfTenants(db), await listForeignKeys(db)]
  const tables = Object.entries(data).flatMap(([name, table]) => {
    const rows = rowsOf(table, tenantId, ofTenants.has(name))
    if (rows === undefined) return []
    const own = keys.filter(({ from, to }) => from === name && to === name)
    return [{ name, rows, own, unlink: table.unlink }]
  })
  return sortChildrenFirst(tables, keys)
}

function rowsOf(
  table: TenantData[string],
  tenantId: string,
  isOfTenants: boolean,
): RawBuilder<unknown> | undefined {
  if (table.erased !== undefined)
    return 'of' in table.erased ? table.erased.of(tenantId) : undefined
  if ('of' in table && table.of !== undefined) return table.of(tenantId)
  if (isOfTenants) return sql`t.tenant_id = ${tenantId}`
  if ('leftOut' in table) return undefined
  throw new Error('a table does not say whose its rows are')
}

function sortChildrenFirst(
  tables: readonly ErasedTable[],
  keys: readonly ForeignKey[],
): readonly ErasedTable[] {
  const sorted: ErasedTable[] = []
  let left = tables
  while (left.length > 0) {
    const refers = ({ name, unlink }: ErasedTable, to: string) =>
      name !== to &&
      keys.some(
        (key) =>
          key.from === name &&
          key.to === to &&
          (unlink === undefined || !key.columns.includes(unlink)),
      )
    const free = left.filter(({ name }) => !left.some((other) => refers(other, name)))
    if (free.length === 0)
      throw new Error(`refer to each other: ${left.map(({ name }) => name).join(', ')}`)
    sorted.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return sorted
}

async function listOfTenants<S>(db: Db<S>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where attname = 'tenant_id' and not attisdropped and relkind in ('r', 'p')
      and relnamespace = current_schema()::regnamespace`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function listForeignKeys<S>(db: Db<S>): Promise<readonly ForeignKey[]> {
  const names = (relation: string, numbers: string) => sql`(
    select array_agg(attname::text order by position)
    from unnest(${sql.ref(numbers)}) with ordinality as number (attnum, position)
    join pg_attribute using (attnum) where attrelid = ${sql.ref(relation)})`
  const { rows } = await sql<ForeignKey>`
    select child.relname as from, parent.relname as to,
      ${names('conrelid', 'conkey')} as columns, ${names('confrelid', 'confkey')} as referred
    from pg_constraint join pg_class child on child.oid = conrelid
    join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db)
  return rows
}

/** Empties the column by which rows refer to each other. @returns how many rows, `limit` at most. */
export async function unlinkRows<S>(
  db: Db<S>,
  { name, rows, unlink }: ErasedTable,
  limit: number,
): Promise<number> {
  if (unlink === undefined) return 0
  const column = sql.ref(unlink)
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(name)} as t set ${column} = null
    where ${rows} and t.ctid = any (array(
      select t.ctid from ${sql.table(name)} as t
      where ${rows} and t.${column} is not null limit ${limit}))`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Removes rows that no other of the table refers to, or, where each is referred to, the rest at once: those
 * refer to each other in rings, which no rule allows and a fault may have left.
 *
 * @returns how many; of those that are free `limit` at most.
 */
export async function deleteRows<S>(
  db: Db<S>,
  { name, rows, own, unlink }: ErasedTable,
  limit: number,
): Promise<number> {
  const table = sql.table(name)
  const isFree = own
    .filter(({ columns }) => unlink === undefined || !columns.includes(unlink))
    .map(({ columns, referred }) => {
      const refers = columns.map(
        (column, at) => sql`other.${sql.ref(column)} = t.${sql.ref(referred[at] ?? column)}`,
      )
      return sql`not exists (select from ${table} as other
        where ${sql.join(refers, sql` and `)} and other.ctid <> t.ctid)`
    })
  const { numAffectedRows: free = 0n } = await sql`
    delete from ${table} as t where ${rows} and t.ctid = any (array(
      select t.ctid from ${table} as t
      where ${sql.join([rows, ...isFree], sql` and `)} limit ${limit}))`.execute(db)
  if (free > 0n || isFree.length === 0) return Number(free)
  const { numAffectedRows: rest = 0n } = await sql`delete from ${table} as t where ${rows}`.execute(
    db,
  )
  return Number(rest)
}

/** @throws CommandFault when nothing of the tenant is there: its id is a mistake, or it is another service's alone. */
export async function refuseUnknown<S>(
  db: Db<S>,
  data: TenantData,
  tenantId: string,
): Promise<void> {
  if (await hasRows(db, await listErased(db, data, tenantId))) return
  throw new CommandFault(`nothing is here of the tenant ${tenantId}`)
}

/** Whether anything of the tenant is there. */
export async function hasRows<S>(db: Db<S>, tables: readonly ErasedTable[]): Promise<boolean> {
  for (const { name, rows } of tables) {
    const found = await sql`select 1 from ${sql.table(name)} as t where ${rows} limit 1`.execute(db)
    if (found.rows.length > 0) return true
  }
  return false
}
