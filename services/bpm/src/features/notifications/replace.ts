import type { UserCaller } from '../../callers.ts'
import { replaceOwnRow } from '../../db/own-rows.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import type { PreferencesBody } from './schema.ts'

/**
 * Replaces how the caller wants to be told. What is to be told already, and not yet, follows it.
 *
 * @throws `bpm.revision_mismatch` (412).
 */
export async function replacePreferences(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: UserCaller,
  { mail, language }: PreferencesBody,
  expected: number | undefined,
): Promise<void> {
  const values = { mail, language, updated_at: now() }
  if (await replaceOwnRow(db, 'notice_preferences', caller, values, expected)) return
  throw problems.revision_mismatch()
}
