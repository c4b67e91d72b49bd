// The outbox of mails. One is written in the transaction of what it tells, and sent afterwards.
//
// Kept by: services/iam/src/mail/outbox.test.ts "sends a mail again, as the same mail, when its process died"
import { removeOfOneTenant, type Removed } from '@countersign/service-kit/retention'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { mailGiveUpMs, type MailKind, type MailOutcome } from '../core/mail.ts'
import type { Db, Tx } from '../db/types.ts'

export interface NewMail {
  readonly kind: MailKind
  readonly address: string
  readonly userId?: string
  readonly invitationId?: string
  readonly linkId?: string
  /** Whose name it bears; the platform's when left out. */
  readonly tenantId?: string | undefined
  readonly details?: Readonly<Record<string, unknown>>
}

export async function enqueueMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: uuidv7(),
      kind: mail.kind,
      address: mail.address,
      user_id: mail.userId ?? null,
      invitation_id: mail.invitationId ?? null,
      link_id: mail.linkId ?? null,
      tenant_id: mail.tenantId ?? null,
      details: JSON.stringify(mail.details ?? {}),
      created_at: now,
    })
    .execute()
}

/** Tells the owner of an account that it has another password, at the address that they proved to have. */
export async function enqueuePasswordChanged(
  tx: Tx,
  account: {
    readonly userId: string
    readonly tenantIds: readonly string[]
    readonly email: string | null
    readonly emailVerifiedAt: Date | null
  },
  now: Date,
): Promise<void> {
  const { userId, tenantIds, email, emailVerifiedAt } = account
  if (email === null || emailVerifiedAt === null) return
  // Under the name of their tenant, where there is one.
  const tenantId = tenantIds.length === 1 ? tenantIds[0] : undefined
  await enqueueMail(tx, { kind: 'password_changed', userId, tenantId, address: email }, now)
}

/** A mail to send, with what it is made of as that is now. */
export interface DueMail {
  readonly id: string
  readonly kind: MailKind
  readonly address: string
  readonly attempts: number
  readonly createdAt: Date
  readonly details: Readonly<Record<string, unknown>>
  readonly linkId: string | null
  readonly invitationId: string | null
  /** Until when its link is good. */
  readonly expiresAt: Date | null
  readonly username: string | null
  readonly displayName: string | null
  readonly locale: string | null
  /** Who caused it, when that is somebody else. */
  readonly sender: string | null
  readonly tenantName: string | null
  readonly brandName: string | null
  readonly colour: string | null
}

/**
 * Takes mails that are due: first what somebody waits for, then invitations, of which one tenant may have sent thousands
 * at once. One place is theirs whatever waits, so that they go on. Taking one puts it off, by two minutes at first and then by more: that is
 * the lease of who sends it, which is longer than all deadlines of sending, and the pause before the
 * next try in one.
 */
export async function takeDueMails(db: Db, limit: number): Promise<DueMail[]> {
  const { rows } = await sql<DueMail>`
    with waited as materialized (
      select id from mails
      where settled_at is null and kind <> 'invitation' and next_attempt_at <= now()
      order by next_attempt_at limit ${limit - 1} for update skip locked
    ), invited as materialized (
      select id from mails
      where settled_at is null and kind = 'invitation' and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} - (select count(*) from waited)
      for update skip locked
    ), due as materialized (
      table waited union all table invited
    ), taken as (
      update mails set attempts = attempts + 1,
        next_attempt_at = now() + least(interval '30 minutes', interval '2 minutes' * 2 ^ least(attempts, 10))
      where id in (table due)
      returning *
    )
    select m.id, m.kind, m.address, m.attempts, m.created_at as "createdAt", m.details,
      m.link_id as "linkId", m.invitation_id as "invitationId",
      coalesce(l.expires_at, i.expires_at) as "expiresAt",
      u.username, u.display_name as "displayName", coalesce(u.locale, s.locale) as locale,
      s.display_name as sender, t.name as "tenantName", b.name as "brandName", b.colour
    from taken m
    left join account_links l on l.id = m.link_id
    left join invitations i on i.id = m.invitation_id
    left join users u on u.id = m.user_id
    left join users s on s.id = coalesce(l.created_by, i.invited_by)
    left join tenants t on t.id = m.tenant_id
    left join tenant_branding b on b.tenant_id = m.tenant_id`.execute(db)
  return rows
}

export async function settleMail(db: Db, id: string, outcome: MailOutcome): Promise<void> {
  await sql`
    update mails set settled_at = now(), outcome = ${outcome}
    where id = ${id} and settled_at is null`.execute(db)
}

/** Leaves a mail to be tried again, with what went wrong. */
export async function noteFailure(db: Db, id: string, error: string): Promise<void> {
  await sql`update mails set last_error = ${error} where id = ${id} and settled_at is null`.execute(
    db,
  )
}

/** Stops trying what nobody took for a day; answers how many these were. */
export async function giveUpMails(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    update mails set settled_at = now(), outcome = 'given_up'
    where settled_at is null and created_at < now() - ${mailGiveUpMs} * interval '1 millisecond'`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Forgets a part of the mails that were sent or given up before a moment, of one tenant or of none; answers how many. */
export const pruneMails = (db: Db, before: Date, limit: number): Promise<readonly Removed[]> =>
  removeOfOneTenant(
    db,
    {
      table: 'mails',
      key: ['id'],
      rows: sql`from mails as gone where settled_at < ${before}`,
      order: sql`order by settled_at`,
      mayBeOfNone: true,
    },
    limit,
  )

/**
 * Mails that wait, those of them that failed before, and how long one that is due has been: a mailbox that defers for a
 * day has a next try to come, and is no sign that iam sends nothing.
 */
export async function countWaitingMails(db: Db) {
  const { rows } = await sql<{ waiting: number; failing: number; lateSeconds: number }>`
    select count(*)::int as waiting, count(*) filter (where attempts > 0)::int as failing,
      coalesce(extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at <= now())), 0)::float8
        as "lateSeconds"
    from mails where settled_at is null`.execute(db)
  return rows[0] ?? { waiting: 0, failing: 0, lateSeconds: 0 }
}
