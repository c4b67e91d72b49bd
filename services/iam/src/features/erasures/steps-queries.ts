import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/types.ts'

/** By what the tables of the service name somebody. */
export interface Names {
  readonly username: string
  readonly email: string | null
  /** Whether they have proven the address. */
  readonly proven: boolean
  /** Where they are, and where the erasure was asked for. */
  readonly tenantIds: readonly string[]
}

/** SQL: whether it is time to try an erasure, which it is not for a while after it failed. */
const isTried = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`coalesce(e.next_try_at <= ${now}, true)`

/**
 * One whose time has come, whose account is still disabled, and that no service holds up; locked with
 * its account, so that nobody enables it or records its name meanwhile.
 */
export async function takeDue(
  db: Db,
  services: readonly string[],
  now: Date,
): Promise<{ id: string; tenantId: string; userId: string } | undefined> {
  const { rows } = await sql<{ id: string; tenantId: string; userId: string }>`
    select e.id, e.tenant_id as "tenantId", e.user_id as "userId"
    from erasures e join users u on u.id = e.user_id and u.status = 'disabled'
    where e.state = 'WAITING' and e.due_at <= ${now}
      and not exists (
        select from unnest(${[...services]}::text[]) as wanted (service)
        left join erasure_reports r on r.erasure_id = e.id and r.service = wanted.service
        where r.state is distinct from 'READY')
      and not exists (select from memberships m where m.manager_id = e.user_id)
      and not exists (select from departments d where d.leader_id = e.user_id)
      and ${isTried(now)}
    order by e.number limit 1 for update of e, u skip locked`.execute(db)
  return rows[0]
}

export async function markBegun(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ state: 'ERASING', begun_at: now })
    .where('id', '=', id)
    .execute()
}

/** Lets the others go on, after one failed. */
export async function postpone(db: Db, id: string, until: Date): Promise<void> {
  await db.updateTable('erasures').set({ next_try_at: until }).where('id', '=', id).execute()
}

export interface Begun extends Names {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly auditPosition: string | null
  readonly counts: Readonly<Record<string, number>>
}

/** One that this service has begun and not done, locked with its account, with the names that it still has. */
export async function takeBegun(db: Db, now: Date): Promise<Begun | undefined> {
  const { rows } = await sql<Begun>`
    select e.id, e.tenant_id as "tenantId", e.user_id as "userId", e.counts,
      e.audit_position as "auditPosition", u.username, u.email,
      u.email_verified_at is not null as proven,
      array(select m.tenant_id::text from memberships m where m.user_id = e.user_id)
        || e.tenant_id::text as "tenantIds"
    from erasures e join users u on u.id = e.user_id
    where e.state = 'ERASING' and e.erased_at is null and ${isTried(now)}
    order by e.number limit 1 for update of e, u skip locked`.execute(db)
  return rows[0]
}

/** Rows of the audit after a position that the erasure may change, and how far was looked. */
export async function findInAudit(
  db: Db,
  { id, auditPosition }: Pick<Begun, 'id' | 'auditPosition'>,
  limit: number,
): Promise<{ ids: string[]; last: string | null; looked: number }> {
  const found = await sql<{ ids: string[]; last: string | null; looked: number }>`
    with page as (
      select id from audit_events
      where ${auditPosition}::uuid is null or id > ${auditPosition}
      order by id limit ${limit}
    )
    select coalesce(array_agg(row.id) filter (where row.address or row.details), '{}') as ids,
      (select id from page order by id desc limit 1) as last,
      (select count(*)::int from page) as looked
    from audit_rows_to_erase(${id}, (select array_agg(id) from page)) as row`.execute(db)
  const [row] = found.rows
  if (row === undefined) throw new Error('an aggregate answers one row')
  return row
}

/** @returns how many rows changed: those from before commitments stay as they are. */
export async function eraseInAudit(
  db: Db,
  erasureId: string,
  ids: readonly string[],
): Promise<number> {
  // The third is of before, when the function believed who called it.
  const { rows } = await sql<{ changed: number }>`
    select erase_audit_rows(${erasureId}, ${[...ids]}::uuid[], '{}')::int as changed`.execute(db)
  return rows[0]?.changed ?? 0
}

/** Rows of theirs that are in blocks of the chain as they are: evidence that is kept. */
export async function countKeptInAudit(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from audit_events
    where (actor_id = ${userId} or target_id = ${userId})
      and (address_salt is null and address is not null and coalesce(actor_id, ${userId}) = ${userId}
          and not coalesce(erased ? 'address', false)
        or details_salt is null and not coalesce(erased ? 'details', false))`.execute(db)
  return rows[0]?.kept ?? 0
}

export async function saveProgress(
  db: Db,
  id: string,
  progress: { readonly position: string | null; readonly counts: Readonly<Record<string, number>> },
): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ audit_position: progress.position, counts: JSON.stringify(progress.counts) })
    .where('id', '=', id)
    .execute()
}

export async function markErased(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('erasures').set({ erased_at: now }).where('id', '=', id).execute()
}

/**
 * SQL of a table: the address where a row that has it is about them, else null. Anybody may give an account any
 * address: until it is proven, in another tenant it may be somebody else's.
 */
const theirAddress = ({ email, proven, tenantIds }: Names): RawBuilder<string | null> =>
  sql`case when ${proven} or tenant_id::text = any (${[...tenantIds]}::text[])
    then ${email}::text end`

/** What of the service is nobody's but theirs, by table. */
const deletions: Readonly<Record<string, (userId: string, names: Names) => RawBuilder<unknown>>> = {
  passkeys: (userId) => sql`user_id = ${userId}`,
  user_totp: (userId) => sql`user_id = ${userId}`,
  recovery_codes: (userId) => sql`user_id = ${userId}`,
  consents: (userId) => sql`user_id = ${userId}`,
  identity_links: (userId) => sql`user_id = ${userId}`,
  account_links: (userId) => sql`user_id = ${userId}`,
  mails: (userId, names) =>
    sql`user_id = ${userId} or lower(address) = lower(${theirAddress(names)})`,
  password_reset_requests: (userId) => sql`${userId} = any (user_ids)`,
  member_roles: (userId) => sql`user_id = ${userId}`,
  invitations: (_, names) =>
    sql`username = ${names.username} or answering_username = ${names.username}
      or lower(email) = lower(${theirAddress(names)})`,
  idempotency_keys: (userId, names) =>
    sql`caller like '%' || ${userId} || '%' or strpos(body::text, ${userId}) > 0
      or names_account(body, ${names.username}, ${theirAddress(names)})`,
}

/** @returns deleted rows by table, of the tables that had any. */
export async function deletePersonal(
  db: Db,
  userId: string,
  names: Names,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [table, condition] of Object.entries(deletions)) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${condition(userId, names)}`.execute(db)
    if (numAffectedRows !== undefined && numAffectedRows > 0n)
      counts[table] = Number(numAffectedRows)
  }
  return counts
}

/** The account and its memberships stay, as somebody without a name: rows of others refer to them. */
export async function makePseudonymous(
  db: Db,
  userId: string,
  pseudonym: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set({ department_id: null, post: null, manager_id: null, external_id: null })
    .where('user_id', '=', userId)
    .execute()
  await db
    .updateTable('users')
    .set({
      // An operator may have enabled it since.
      status: 'disabled',
      // Drawn, so that nobody can have taken it.
      username: `erased-${crypto.randomUUID()}`,
      display_name: pseudonym,
      email: null,
      email_verified_at: null,
      locale: null,
      password_hash: null,
      password_changed_at: null,
      password_expires_at: null,
      must_change_password: false,
      erased_at: now,
      revision: sql<number>`revision + 1`,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}

export interface Finished {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly counts: unknown
}

/** One that every service has done, locked, with what they counted. */
export async function takeFinished(
  db: Db,
  services: readonly string[],
  now: Date,
): Promise<Finished | undefined> {
  const { rows } = await sql<Finished>`
    select e.id, e.tenant_id as "tenantId", e.user_id as "userId", e.counts
    from erasures e
    where e.state = 'ERASING' and e.erased_at is not null and ${isTried(now)}
      and not exists (
        select from unnest(${[...services]}::text[]) as wanted (service)
        left join erasure_reports r on r.erasure_id = e.id and r.service = wanted.service
        where r.state is distinct from 'DONE')
    order by e.number limit 1 for update of e skip locked`.execute(db)
  return rows[0]
}

export async function markDone(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ state: 'DONE', ended_at: now })
    .where('id', '=', id)
    .execute()
}
