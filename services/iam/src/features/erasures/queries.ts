import type { ErasureReport, ErasureTurn } from '@countersign/contracts'
import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'

const columns = [
  'id',
  'tenant_id as tenantId',
  'user_id as userId',
  'asked_by as askedBy',
  'state',
  'asked_at as askedAt',
  'due_at as dueAt',
  'begun_at as begunAt',
  'audit_position as auditPosition',
  'ended_at as endedAt',
  'counts',
] as const

const erasuresOf = (db: Db, userId: string) =>
  db.selectFrom('erasures').select(columns).where('user_id', '=', userId)

/** The newest of a person; a membership of them in the tenant was found before. */
export const findErasure = (db: Db, userId: string) =>
  erasuresOf(db, userId).orderBy('number', 'desc').limit(1).executeTakeFirst()

export type ErasureRow = NonNullable<Awaited<ReturnType<typeof findErasure>>>

export const lockErasure = (db: Db, userId: string): Promise<ErasureRow | undefined> =>
  erasuresOf(db, userId).where('state', '<>', 'CANCELLED').forUpdate().executeTakeFirst()

interface NewErasure {
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly askedBy: string
  readonly askedAt: Date
  readonly dueAt: Date
}

export const insertErasure = (db: Db, made: NewErasure): Promise<ErasureRow> =>
  db
    .insertInto('erasures')
    .values({
      id: made.id,
      tenant_id: made.tenantId,
      user_id: made.userId,
      asked_by: made.askedBy,
      asked_at: made.askedAt,
      due_at: made.dueAt,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()

/** Has the other services forget somebody again; here it was done, and stays so. */
export async function askAgain(db: Db, id: string): Promise<ErasureRow> {
  await db.deleteFrom('erasure_reports').where('erasure_id', '=', id).execute()
  return db
    .updateTable('erasures')
    .set({ state: 'ERASING', ended_at: null })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function markCancelled(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ state: 'CANCELLED', ended_at: now })
    .where('id', '=', id)
    .execute()
}

export const listReports = (db: Db, erasureId: string) =>
  db
    .selectFrom('erasure_reports')
    .select(['service', 'state', 'held', 'kept', 'counts', 'reported_at as reportedAt'])
    .where('erasure_id', '=', erasureId)
    .orderBy('service')
    .execute()

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number]

/** Whether others in any tenant have them as manager or leader: those are to be named anew first. */
export async function leadsSomebody(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ leads: boolean }>`
    select exists (select from memberships where manager_id = ${userId})
      or exists (select from departments where leader_id = ${userId}) as leads`.execute(db)
  return rows[0]?.leads === true
}

/** What a service has to do of all that it has not done yet: first what has begun, then in turns, so that what is held up holds up nothing else. */
export async function listTurns(
  db: Db,
  service: string,
): Promise<(Pick<ErasureTurn, 'id' | 'userId'> & { readonly begun: boolean })[]> {
  const { rows } = await sql<{ id: string; userId: string; begun: boolean }>`
    select e.id, e.user_id as "userId", e.state = 'ERASING' as begun
    from erasures e left join erasure_reports r on r.erasure_id = e.id and r.service = ${service}
    where (e.state = 'WAITING' or e.state = 'ERASING' and e.erased_at is not null)
      and r.state is distinct from 'DONE'
    order by e.state = 'ERASING' desc, r.reported_at nulls first, e.number limit 100`.execute(db)
  return rows
}

/** Keeps a report where it belongs to what is being done: a late one changes nothing. */
export async function putReport(
  db: Db,
  erasureId: string,
  { service, state, held, kept, counts }: ErasureReport,
  now: Date,
): Promise<void> {
  await sql`
    insert into erasure_reports (erasure_id, service, state, held, kept, counts, reported_at)
    select e.id, ${service}, ${state}, ${JSON.stringify(held)}, ${JSON.stringify(kept)},
      ${JSON.stringify(counts)}, ${now}
    from erasures e where e.id = ${erasureId} and case ${state}::text
      when 'DONE' then e.state = 'ERASING' and e.erased_at is not null
      else e.state = 'WAITING' end
    on conflict (erasure_id, service) do update set state = excluded.state, held = excluded.held,
      kept = excluded.kept, counts = excluded.counts, reported_at = excluded.reported_at
    where erasure_reports.state <> 'DONE'`.execute(db)
}
