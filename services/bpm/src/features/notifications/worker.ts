import type { Activity } from '@countersign/service-kit/activity'
import { pollLoop } from '@countersign/service-kit/poll-loop'
import { uuidv7 } from 'uuidv7'
import { collect } from './collect.ts'
import { leaseMails } from './mail-queries.ts'
import type { PushDeps } from './push/send-push.ts'
import { LANES, sendDuePushes } from './push/worker.ts'
import { sendMail, type MailDeps } from './send-mail.ts'

const POLL_MS = 2_000
/** The same while nothing happens in the process. */
const QUIET_MS = 10_000
/** Longer than all deadlines of sending one. */
const LEASE_SECONDS = 180
/** How many mails one process has under way: as many may come twice when it dies. */
export const MAILS_AT_ONCE = 5

type NoticeDeps = MailDeps & Pick<PushDeps, 'onPushed'>

/**
 * Builds the worker that tells people by mail and on their devices until its signal. Any number of processes may run one.
 * Without a mail server the queue of mails is gone through all the same: administrators are found there.
 */
export function noticeWorker(
  deps: NoticeDeps,
  { idleMs = POLL_MS, activity }: { idleMs?: number; activity?: Activity } = {},
): (signal: AbortSignal) => Promise<void> {
  const log = deps.log.child({ worker: 'notices' })
  const quiet = activity && { activity, mostMs: QUIET_MS }
  const { pusher } = deps
  return async (signal) => {
    const loop = (name: string, round: () => Promise<number>) =>
      pollLoop({ name, idleMs, quiet, signal, log, round })
    const pushes =
      pusher === undefined
        ? []
        : LANES.map((lane) => loop(`push ${lane}`, () => sendDuePushes({ ...deps, pusher }, lane)))
    await Promise.all([
      loop('notices', () => collect(deps)),
      loop('mail', () => sendDueMails(deps)),
      ...pushes,
    ])
    deps.mailer?.close()
    await pusher?.close()
  }
}

/** Sends some of the mails that are due; answers how many it found. */
export async function sendDueMails(deps: MailDeps): Promise<number> {
  const leased = await leaseMails(deps.db, {
    leaseId: uuidv7(),
    leaseSeconds: LEASE_SECONDS,
    limit: MAILS_AT_ONCE,
  })
  await Promise.all(leased.map((mail) => sendMail(deps, mail)))
  return leased.length
}
