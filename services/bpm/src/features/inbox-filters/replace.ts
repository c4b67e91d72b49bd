import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findInboxFilters, putInboxFilters } from './queries.ts'
import type { InboxFiltersBody } from './schema.ts'

/**
 * Replaces what the caller has named to narrow their inbox to.
 *
 * @throws `bpm.revision_mismatch` (412).
 */
export async function replaceInboxFilters(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId }: UserCaller,
  { items }: InboxFiltersBody,
  expected: number | undefined,
): Promise<void> {
  const revision = (await findInboxFilters(db, tenantId, userId))?.revision ?? 0
  const written =
    (expected ?? revision) === revision &&
    (await putInboxFilters(db, {
      tenant_id: tenantId,
      user_id: userId,
      items: JSON.stringify(items),
      revision: revision + 1,
      updated_at: now(),
    }))
  if (!written) throw problems.revision_mismatch()
}
