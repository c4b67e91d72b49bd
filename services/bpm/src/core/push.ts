import { createHash } from 'node:crypto'
import { GIVE_UP_AFTER_MS, type NoticeKind } from './notice.ts'

/** Devices of one person in one tenant. */
export const MOST_DEVICES = 10

/**
 * What became of a message to a device: `sent` to its push service; the device is `gone`; `refused` for good; none of it
 * is `stale` any more than news; `given_up` after failing for days; `later` it is tried again, and so it is where the
 * settings of the platform make it `unsendable`.
 */
export type PushOutcome =
  'sent' | 'gone' | 'refused' | 'stale' | 'given_up' | 'later' | 'unsendable'

/** Reads the status of a push service. @see RFC 8030 sections 5 and 7.3 */
export function judgePush(
  status: number,
): Extract<PushOutcome, 'sent' | 'gone' | 'refused' | 'later'> {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused'
}

const URGENCIES = ['low', 'normal', 'high'] as const
export type Urgency = (typeof URGENCIES)[number]

/** Whether a phone that saves its battery is woken for it. @see RFC 8030 section 5.3 */
const urgencyOfKind: Readonly<Record<NoticeKind, Urgency>> = {
  task: 'normal',
  reminder: 'high',
  escalation: 'high',
  copy: 'low',
  returned: 'normal',
  finished: 'normal',
  blocked: 'normal',
}

/** The urgency of what is told in one message. */
export const urgencyOf = (kinds: readonly NoticeKind[]): Urgency =>
  URGENCIES.findLast((urgency) => kinds.some((kind) => urgencyOfKind[kind] === urgency)) ?? 'low'

/** How long a push service keeps a message for a device that is off, in seconds: as long as it is news. */
export const ttlSeconds = (since: Date, now: Date): number =>
  Math.max(0, Math.ceil((GIVE_UP_AFTER_MS - (now.getTime() - since.getTime())) / 1000))

/** SHA-256 of an endpoint in hexadecimal. */
export const hashEndpoint = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('hex')

/**
 * Name of a message by which a later one replaces it while the device is off: 32 characters of base64url, and
 * nothing that the push service learns anything from. @see RFC 8030 section 5.4
 */
export const topicOf = (subscriptionId: string, about: string): string =>
  createHash('sha256').update(`${subscriptionId}/${about}`).digest('base64url').slice(0, 32)
