import { Temporal } from 'temporal-polyfill'

/** What somebody is told of. */
export type NoticeKind =
  'task' | 'reminder' | 'escalation' | 'copy' | 'returned' | 'finished' | 'blocked'

/** How somebody is told: each time, once a day, not at all. */
export const MAIL_MODES = ['at_once', 'daily', 'off'] as const
export type MailMode = (typeof MAIL_MODES)[number]

/**
 * What became of a notice: `sent`, or `addressed` to the people it stands for; `stale` when there was
 * nothing left to do; without an address; `refused` by the mail server for good; `given_up`; `unwanted` by
 * mail, and told to devices alone.
 */
export type NoticeOutcome =
  'sent' | 'addressed' | 'stale' | 'no_address' | 'refused' | 'given_up' | 'unwanted'

/** Between two mails to one person, or two messages to one device: what comes meanwhile comes together. */
export const REST_MS = 60_000

/** What could not be sent for so long is not news any more. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000

const NEWS_OF_ALL: ReadonlySet<NoticeKind> = new Set(['returned', 'finished', 'blocked'])

/** Whether there is still something to tell: nobody is asked for what somebody else has decided. */
export const isCurrent = (kind: NoticeKind, box: string | null, isRead: boolean): boolean =>
  NEWS_OF_ALL.has(kind) || (kind === 'copy' ? !isRead : box === 'todo')

/** The hour, local to the tenant, at which those who want one mail a day get it. */
const DIGEST_HOUR = 8

/** When somebody is told what happened now. Unknown zones count as UTC. */
export function mailTime(mode: Exclude<MailMode, 'off'>, now: Date, timeZone: string): Date {
  if (mode === 'at_once') return now
  const local = toZone(Temporal.Instant.fromEpochMilliseconds(now.getTime()), timeZone)
  const today = local.withPlainTime({ hour: DIGEST_HOUR })
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}

function toZone(instant: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  try {
    return instant.toZonedDateTimeISO(timeZone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return instant.toZonedDateTimeISO('UTC')
  }
}
