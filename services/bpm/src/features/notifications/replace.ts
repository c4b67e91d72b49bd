import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import { mailTime } from '../../core/notice.ts'
import { replaceOwnRow } from '../../db/own-rows.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { replanMail } from './mail-queries.ts'
import { getPreference } from './queries.ts'
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
  const at = now()
  const values = { mail, language, updated_at: at }
  await inTransaction(db, async (tx) => {
    const before = await getPreference(tx, caller.tenantId, caller.userId)
    if (!(await replaceOwnRow(tx, 'notice_preferences', caller, values, expected))) {
      throw problems.revision_mismatch()
    }
    // What waits is let go when its time comes.
    if (mail === 'off' || mail === before.mail) return
    await replanMail(tx, caller, mailTime(mail, at, before.timeZone))
  })
}
