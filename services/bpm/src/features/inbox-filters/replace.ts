import type { UserCaller } from '../../callers.ts'
import { replaceOwnRow } from '../../db/own-rows.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { InboxFiltersBody } from './schema.ts'

/**
 * Replaces what the caller has named to narrow their inbox to.
 *
 * @throws `bpm.revision_mismatch` (412).
 */
export async function replaceInboxFilters(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: UserCaller,
  { items }: InboxFiltersBody,
  expected: number | undefined,
): Promise<void> {
  const values = { items: JSON.stringify(items), updated_at: now() }
  if (await replaceOwnRow(db, 'inbox_filters', caller, values, expected)) return
  throw problems.revision_mismatch()
}
