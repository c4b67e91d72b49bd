// Change data capture of inboxes and the log: what people have to be told becomes notices.
//
// Kept by: services/bpm/src/features/notifications/mail.test.ts "is as durable as the approval: found when its transaction commits late, gone when it does not"
// Kept by: services/bpm/src/features/notifications/mail.test.ts "is told once by several processes"
import { inTransaction } from '@countersign/service-kit/transaction'
import { mailTime } from '../../core/notice.ts'
import type { Deps } from '../../deps.ts'
import {
  ADMINISTRATORS,
  beginCollecting,
  collectNotices,
  hasNews,
  planMails,
} from './collect-queries.ts'

/**
 * Finds what people have to be told since the last time. Any number of processes may do it; what was
 * written in an approval's transaction is found by one of them, however late it committed.
 *
 * @returns how many people that concerns.
 */
export async function collect({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  await beginCollecting(db)
  if (!(await hasNews(db))) return 0
  return inTransaction(db, async (tx) => {
    const people = await collectNotices(tx)
    const at = now()
    await planMails(
      tx,
      people.map(({ tenantId, userId, mail, timeZone }) => ({
        tenantId,
        userId,
        dueAt: userId === ADMINISTRATORS ? at : mailTime(mail, at, timeZone),
      })),
    )
    return people.length
  })
}
