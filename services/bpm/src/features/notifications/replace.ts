import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { getPreference, putPreference } from './queries.ts'
import type { PreferencesBody } from './schema.ts'

/**
 * Replaces how the caller wants to be told. What is to be told already, and not yet, follows it.
 *
 * @throws `bpm.revision_mismatch` (412).
 */
export async function replacePreferences(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId }: UserCaller,
  { mail, language }: PreferencesBody,
  expected: number | undefined,
): Promise<void> {
  const { revision } = await getPreference(db, tenantId, userId)
  const written =
    (expected ?? revision) === revision &&
    (await putPreference(db, {
      tenant_id: tenantId,
      user_id: userId,
      mail,
      language,
      revision: revision + 1,
      updated_at: now(),
    }))
  if (!written) throw problems.revision_mismatch()
}
