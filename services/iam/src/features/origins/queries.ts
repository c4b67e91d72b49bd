import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

/** Redirect addresses of SPA clients that can be used; of all tenants, as a browser names none. */
export async function listSpaAddresses(db: Db): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address
    from clients c
    left join tenants t on t.id = c.tenant_id
    cross join lateral unnest(c.redirect_uris) address
    where c.type = 'SPA' and c.status = 'active' and (c.tenant_id is null or t.status = 'active')`.execute(
    db,
  )
  return rows.map(({ address }) => address)
}
