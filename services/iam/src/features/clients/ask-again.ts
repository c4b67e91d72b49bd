import { sql } from 'kysely'
import { endGrantsAndNotify } from '../../accounts/session-queries.ts'
import type { Db } from '../../db/types.ts'

/**
 * Consents are to what the page named. When the tokens may carry more, people are asked again, and
 * what came of the former answer ends.
 */
export async function askAgain(db: Db, tenantId: string, clientId: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('consents')
    .where('tenant_id', '=', tenantId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  if (numDeletedRows > 0n)
    await endGrantsAndNotify(db, sql`tenant_id = ${tenantId} and client_id = ${clientId}`)
}
