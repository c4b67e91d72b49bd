// One mail under its lease, at least once: a repeated one has the same Message-ID.
//
// Kept by: services/bpm/src/features/notifications/crash.test.ts "loses no mail through kills, and repeats no more than what was under way"
// Kept by: services/bpm/src/features/notifications/mail.test.ts "comes again as the same mail when nobody knows whether it was taken"
import { toLanguage, type Language } from '@countersign/service-kit/language'
import { MailRefused } from '@countersign/service-kit/mailer'
import { mailRetryDelayMs } from '@countersign/service-kit/mail-retry'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { GIVE_UP_AFTER_MS, isCurrent, mailTime, type NoticeOutcome } from '../../core/notice.ts'
import type { Tx } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { channelsOf, type Ways } from './collect.ts'
import { ADMINISTRATORS } from './collect-queries.ts'
import { composeMail, preferencesUrl } from './compose.ts'
import { peopleIn, seenKeyFields } from './key-fields.ts'
import {
  addressNotice,
  fillMail,
  finishMail,
  listMailItems,
  postponeMail,
  settleNotices,
  type LeasedMail,
  type MailItem,
} from './mail-queries.ts'
import { getPreference, type Preference } from './queries.ts'

export interface MailDeps
  extends Pick<Deps, 'db' | 'log' | 'now' | 'directory' | 'engineOptions' | 'processes'>, Ways {
  readonly consoleUrl: string
  /** For people who have chosen none, and whose directory entry says none. */
  readonly language: Language
  /** Told of each notice that was settled. */
  readonly onSettled?: (outcome: NoticeOutcome) => void
}

const MOST_ITEMS = 100

/**
 * Sends somebody the mail that waits for them, and records it. Dying between the two makes it come
 * again, under the same Message-ID; no other process sends it meanwhile.
 */
export async function sendMail(deps: MailDeps, mail: LeasedMail): Promise<void> {
  const { tenantId, userId } = mail
  await inTransaction(deps.db, (tx) => fillMail(tx, mail, { mailId: uuidv7(), most: MOST_ITEMS }))
  const items = await listMailItems(deps.db, mail)
  const preference = await getPreference(deps.db, tenantId, userId)
  const oldest = items[0]?.createdAt ?? deps.now()
  try {
    if (userId === ADMINISTRATORS) return await addressAdministrators(deps, mail, items)
    const { outcome, told } = await tell(deps, mail, items, preference)
    await settle(deps, mail, [
      [told.map(({ id }) => id), outcome],
      [items.filter((item) => !told.includes(item)).map(({ id }) => id), 'stale'],
    ])
  } catch (error) {
    const { attempts } = mail
    deps.log.warn({ err: error, tenantId, userId, attempts }, 'a mail was not sent')
    if (deps.now().getTime() - oldest.getTime() > GIVE_UP_AFTER_MS) {
      return settle(deps, mail, [[items.map(({ id }) => id), 'given_up']])
    }
    const message = error instanceof Error ? error.message : String(error)
    await postponeMail(deps.db, mail, mailRetryDelayMs(attempts + 1), message.slice(0, 500))
  }
}

/** Writes to somebody what is still news to them; answers what that was and what came of it. */
async function tell(
  deps: MailDeps,
  mail: LeasedMail,
  items: readonly MailItem[],
  preference: Preference,
): Promise<{ outcome: NoticeOutcome; told: readonly MailItem[] }> {
  const { directory, mailer, consoleUrl, language } = deps
  const { tenantId, userId } = mail
  if (mailer === undefined) return { outcome: 'unwanted', told: items }
  const told =
    preference.mail === 'off'
      ? []
      : items.filter(({ kind, box, isRead }) => isCurrent(kind, box, isRead))
  const [first, second] = told
  if (first === undefined) return { outcome: 'stale', told }
  const shown = await Promise.all(
    told.map(async (item) => ({ ...item, keyFields: await seenKeyFields(deps, mail, item) })),
  )
  const named = shown.flatMap(({ keyFields }) => peopleIn(keyFields))
  const people = await directory.findUsers(tenantId, [...new Set([userId, ...named])])
  const person = people.get(userId)
  if (person?.active !== true || person.email === undefined) return { outcome: 'no_address', told }
  const settings = {
    language: preference.language ?? toLanguage(person.locale) ?? language,
    timeZone: preference.timeZone,
    name: person.displayName,
    nameOf: (id: string) => people.get(id)?.displayName,
    consoleUrl,
  }
  try {
    await mailer.send({
      ...composeMail(shown, settings),
      id: first.mailId,
      to: { name: person.displayName, address: person.email },
      threadId: second === undefined ? first.instanceId : undefined,
      preferencesUrl: preferencesUrl(consoleUrl),
    })
    return { outcome: 'sent', told }
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    return { outcome: 'refused', told }
  }
}

/** Finds out who the administrators are, and makes a notice for each. */
async function addressAdministrators(
  deps: MailDeps,
  mail: LeasedMail,
  items: readonly MailItem[],
): Promise<void> {
  const { tenantId } = mail
  const ref = deps.engineOptions.administratorsRole
  const found = await deps.directory.resolve(tenantId, [{ key: 'role', kind: 'role', ref }])
  const userIds = found.get('role')?.userIds ?? []
  await inTransaction(deps.db, async (tx) => {
    const channels = channelsOf(deps)
    for (const { id } of items) await addressNotice(tx, tenantId, id, { userIds, channels })
    await settleIn(tx, deps, tenantId, [[items.map(({ id }) => id), 'addressed']])
    await finishMail(tx, mail, { nextAt: deps.now(), wrote: false })
  })
}

type Settled = readonly (readonly [ids: readonly string[], outcome: NoticeOutcome])[]

async function settle(deps: MailDeps, mail: LeasedMail, settled: Settled): Promise<void> {
  const { tenantId, userId } = mail
  const wrote = settled.some(([ids, outcome]) => outcome === 'sent' && ids.length > 0)
  const isFull = settled.flatMap(([ids]) => ids).length >= MOST_ITEMS
  await inTransaction(deps.db, async (tx) => {
    await settleIn(tx, deps, tenantId, settled)
    // As they have it by now: sending takes a while.
    const { mail: mode, timeZone } = await getPreference(tx, tenantId, userId)
    // What found no place in a full one was due with it.
    const isLater = mode === 'daily' && !isFull
    const nextAt = mailTime(isLater ? 'daily' : 'at_once', deps.now(), timeZone)
    await finishMail(tx, mail, { nextAt, wrote })
  })
}

async function settleIn(
  tx: Tx,
  { onSettled }: MailDeps,
  tenantId: string,
  settled: Settled,
): Promise<void> {
  for (const [ids, outcome] of settled) {
    await settleNotices(tx, tenantId, ids, outcome)
    for (const _ of ids) onSettled?.(outcome)
  }
}
