import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { CommandFault } from '../process/command-line.ts'
import { findTenantErasure } from './erasure-queries.ts'

/**
 * Whether the erasure of the tenant that a column names has begun: nothing is written for it from then on. Workers pass
 * its rows by, or they would come back to the same that they cannot do.
 */
export const isErased = (column: string) => sql<boolean>`exists (
  select from tenant_erasures as erasure where erasure.tenant_id = ${sql.ref(column)}
    and erasure.cancelled_at is null and erasure.begun_at is not null)`

/** @throws CommandFault when the erasure of the tenant has begun: nothing is recorded of it from then on. */
export async function refuseErased<S>(db: Db<S>, tenantId: string): Promise<void> {
  const erasure = await findTenantErasure(db, tenantId)
  if (erasure !== undefined && erasure.begunAt !== null)
    throw new CommandFault(`the tenant ${tenantId} was erased`)
}
