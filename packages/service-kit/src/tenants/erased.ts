import { sql } from 'kysely'

/**
 * Whether the erasure of the tenant that a column names has begun: nothing is written for it from then on. Workers pass
 * its rows by, or they would come back to the same that they cannot do.
 */
export const isErased = (column: string) => sql<boolean>`exists (
  select from tenant_erasures as erasure where erasure.tenant_id = ${sql.ref(column)}
    and erasure.cancelled_at is null and erasure.begun_at is not null)`
