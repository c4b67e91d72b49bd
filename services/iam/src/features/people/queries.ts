import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Principal } from './schema.ts'

/** How many of each kind a search offers; whoever wants another types more of its name. */
const offered = 10

const tables: Readonly<Record<Principal['kind'], RawBuilder<unknown>>> = {
  user: sql`
    select 'user' as kind, u.id::text as id, u.display_name as name, u.username as detail, u.status = 'active' as active
    from memberships m join users u on u.id = m.user_id`,
  role: sql`select 'role' as kind, m.code as id, m.name, m.code as detail, true as active from roles m`,
  department: sql`
    select 'department' as kind, m.code as id, m.name, m.code as detail, true as active from departments m`,
}

interface Search {
  readonly kinds: readonly Principal['kind'][]
  /** Part of a name; only those who can act are offered. */
  readonly q: string
}

/**
 * What is called just so comes first, then what begins so: the name of one may be part of those of
 * many, and typing more of it would find no fewer.
 */
export async function searchPrincipals(
  db: Db,
  tenantId: string,
  { kinds, q }: Search,
): Promise<Principal[]> {
  const whole = q.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const matches = (pattern: string) => sql`(name ilike ${pattern} or detail ilike ${pattern})`
  const parts = kinds.map(
    (kind) => sql`(
      select * from (${tables[kind]} where m.tenant_id = ${tenantId}) p
      where active and ${matches(`%${whole}%`)}
      order by ${matches(whole)} desc, ${matches(`${whole}%`)} desc, name, id limit ${offered})`,
  )
  return run(db, parts)
}

/** Who these ids stand for, also accounts that can no longer act: what they did keeps its name. */
export function namePrincipals(
  db: Db,
  tenantId: string,
  { kinds, ids }: { readonly kinds: Search['kinds']; readonly ids: readonly string[] },
): Promise<Principal[]> {
  const parts = kinds.map(
    (kind) => sql`(
      select * from (${tables[kind]} where m.tenant_id = ${tenantId}) p
      where id = any (${[...ids]}::text[]) order by name, id)`,
  )
  return run(db, parts)
}

async function run(db: Db, parts: readonly RawBuilder<unknown>[]): Promise<Principal[]> {
  const { rows } = await sql<Principal>`
    select kind, id, name, detail from (${sql.join(parts, sql` union all `)}) found`.execute(db)
  return rows
}
