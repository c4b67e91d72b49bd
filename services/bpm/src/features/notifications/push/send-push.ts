// One message under the lease of its device, at least once: a repeated one has the same topic and the same tag, so
// the push service or the device shows one.
//
// Kept by: services/bpm/src/features/notifications/push/push.test.ts "comes again as the same message when nobody knows whether it was taken"
import { toLanguage, type Language } from '@countersign/service-kit/language'
import { mailRetryDelayMs } from '@countersign/service-kit/mail-retry'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { readRetryAfterMs } from '../../../core/delivery.ts'
import { GIVE_UP_AFTER_MS, isCurrent } from '../../../core/notice.ts'
import { judgePush, topicOf, ttlSeconds, urgencyOf, type PushOutcome } from '../../../core/push.ts'
import type { Deps } from '../../../deps.ts'
import type { NoticeItem } from '../item-queries.ts'
import { getPreference } from '../queries.ts'
import { composePush } from './compose-push.ts'
import {
  fillMessage,
  finishMessage,
  listMessageItems,
  postponeMessage,
  type LeasedDevice,
} from './device-queries.ts'
import type { PushAnswer, Pusher } from './pusher.ts'
import { deleteDevices } from './queries.ts'

export interface PushDeps extends Pick<Deps, 'db' | 'log' | 'now' | 'directory'> {
  readonly pusher: Pusher
  /** For people who have chosen none, and whose directory entry says none. */
  readonly language: Language
  /** Told of what became of each message. */
  readonly onPushed?: (outcome: PushOutcome) => void
}

const MOST_ITEMS = 100

/** What is tried again. */
type Failed = Extract<PushOutcome, 'later' | 'unsendable'>

/** What came of a message; of what is tried again with what went wrong, and the pause that was asked for. */
type Told =
  | { readonly outcome: Exclude<PushOutcome, Failed> }
  | { readonly outcome: Failed; readonly error: Error; readonly retryAfterMs?: number | undefined }

/** Sends a device the message that waits for it, and records it. No other process does meanwhile. */
export async function sendPush(deps: PushDeps, device: LeasedDevice): Promise<void> {
  const { db, log, now } = deps
  const messageId = await inTransaction(db, (tx) =>
    fillMessage(tx, device, { messageId: uuidv7(), most: MOST_ITEMS }),
  )
  const items = messageId === undefined ? [] : await listMessageItems(db, device, messageId)
  const told = await tell(deps, device, items, messageId ?? '').catch(toLater)
  const { tenantId, userId, id, attempts } = device
  if ('error' in told) {
    const { error, retryAfterMs = 0 } = told
    log.warn({ err: error, tenantId, subscriptionId: id, attempts }, 'a device was not told')
    const oldest = items[0]?.createdAt ?? now()
    if (now().getTime() - oldest.getTime() <= GIVE_UP_AFTER_MS) {
      const delayMs = Math.max(mailRetryDelayMs(attempts + 1), retryAfterMs)
      await postponeMessage(db, device, delayMs, error.message.slice(0, 500))
      deps.onPushed?.(told.outcome)
      return
    }
  }
  const outcome = endOf(told.outcome)
  if (outcome === 'gone') await deleteDevices(db, tenantId, userId, id)
  else {
    const sent = outcome === 'sent'
    await inTransaction(db, (tx) => finishMessage(tx, device, { messageId, sent }))
  }
  deps.onPushed?.(outcome)
}

/**
 * What becomes of a message that is tried no more. Days after the operator has taken a key or an origin away nobody
 * means to put it back: the device is told nothing any more, and its browser subscribes anew when it is asked.
 */
function endOf(outcome: PushOutcome): Exclude<PushOutcome, Failed> {
  if (outcome === 'unsendable') return 'gone'
  return outcome === 'later' ? 'given_up' : outcome
}

/** Tells a device what is still news to its person. */
async function tell(
  { db, now, directory, pusher, language }: PushDeps,
  device: LeasedDevice,
  items: readonly NoticeItem[],
  messageId: string,
): Promise<Told> {
  const { tenantId, userId, id } = device
  const told = items.filter(({ kind, box, isRead }) => isCurrent(kind, box, isRead))
  const [oldest] = told
  if (oldest === undefined) return { outcome: 'stale' }
  const person = (await directory.findUsers(tenantId, [userId])).get(userId)
  if (person?.active !== true) return { outcome: 'stale' }
  const preference = await getPreference(db, tenantId, userId)
  const chosen = preference.language ?? toLanguage(person.locale) ?? language
  const { payload, about } = composePush(told, { language: chosen, messageId })
  const answer = await pusher.send(device, {
    payload,
    ttlSeconds: ttlSeconds(oldest.createdAt, now()),
    urgency: urgencyOf(told.map(({ kind }) => kind)),
    topic: topicOf(id, about),
  })
  return judge(answer, now())
}

function judge(answer: PushAnswer, now: Date): Told {
  if ('unsendable' in answer) return { outcome: 'unsendable', error: new Error(answer.unsendable) }
  const { status, retryAfter } = answer
  const outcome = judgePush(status)
  if (outcome !== 'later') return { outcome }
  const retryAfterMs = readRetryAfterMs(retryAfter, now)
  return { outcome, error: new Error(`the push service answered ${status}`), retryAfterMs }
}

const toLater = (error: unknown): Told => ({
  outcome: 'later',
  error: error instanceof Error ? error : new Error(String(error)),
})
