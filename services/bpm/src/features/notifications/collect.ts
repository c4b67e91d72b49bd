// Change data capture of inboxes and the log: what people have to be told becomes notices.
//
// Kept by: services/bpm/src/features/notifications/mail.test.ts "is as durable as the approval: found when its transaction commits late, gone when it does not"
// Kept by: services/bpm/src/features/notifications/mail.test.ts "is told once by several processes"
import { inTransaction } from '@countersign/service-kit/transaction'
import type { Mailer } from '@countersign/service-kit/mailer'
import { mailTime } from '../../core/notice.ts'
import type { Deps } from '../../deps.ts'
import {
  ADMINISTRATORS,
  beginCollecting,
  collectNotices,
  hasNews,
  planMails,
} from './collect-queries.ts'
import type { Channels } from './channel-queries.ts'
import type { Pusher } from './push/pusher.ts'

/** Nobody is told on a way that is undefined. */
export interface Ways {
  readonly mailer?: Mailer | undefined
  readonly pusher?: Pusher | undefined
}
type CollectDeps = Pick<Deps, 'db' | 'now'> & Ways

export const channelsOf = ({ mailer, pusher }: Ways): Channels => ({
  mail: mailer !== undefined,
  push: pusher !== undefined,
})

/**
 * Finds what people have to be told since the last time. Any number of processes may do it; what was
 * written in an approval's transaction is found by one of them, however late it committed.
 *
 * @returns to how many people mail is planned.
 */
export async function collect({ db, now, ...ways }: CollectDeps): Promise<number> {
  await beginCollecting(db)
  if (!(await hasNews(db))) return 0
  return inTransaction(db, async (tx) => {
    const people = await collectNotices(tx, channelsOf(ways))
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
