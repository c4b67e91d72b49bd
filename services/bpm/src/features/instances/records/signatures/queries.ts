import { sql, type Insertable } from 'kysely'
import type { DrawnSignaturesTable } from '../../../../db/record-tables.ts'
import type { Db, Tx } from '../../../../db/schema.ts'

/** The signature that somebody uses now. */
export function findDrawnSignature(db: Db, tenantId: string, userId: string) {
  return db
    .selectFrom('drawn_signatures')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('used_until', 'is', null)
    .select(['strokes', 'sha256'])
    .executeTakeFirst()
}

const HOUR_MS = 3_600_000
/** Longer than any decision takes from its moment until others see it. */
const DECIDED_MS = HOUR_MS
/** As long as no worker may have run. */
const LOOKED_BACK_MS = 30 * 24 * HOUR_MS
/** Of one person, of those that they drew last. */
const MOST_KEPT = 10

/** What was decided with `old`. Whoever decides has the task in a box of theirs, moved there when they decided. */
const decisions = sql`
  select from inbox_entries as entry
  join instance_actions as action
    on action.tenant_id = entry.tenant_id and action.instance_id = entry.instance_id
  where entry.tenant_id = old.tenant_id and entry.user_id = old.user_id and entry.at >= old.used_from
    and action.actor_id = old.user_id::text and action.action in ('approve', 'reject', 'return')
    and action.at >= old.used_from and action.at < old.used_until`

/**
 * Forgets those that nothing was decided with, some time after their use, in all tenants: a decision may have been under
 * way as it ended. Answers how many.
 */
export async function forgetUnusedSignatures(db: Db, at: Date): Promise<number> {
  const before = (ms: number) => new Date(at.getTime() - ms)
  const { numAffectedRows } = await sql`
    delete from drawn_signatures as old
    where used_until between ${before(LOOKED_BACK_MS)} and ${before(DECIDED_MS)} and not exists (${decisions})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Ends the use of one. What was decided with it is printed with it still. */
export async function endDrawnSignature(
  db: Db,
  tenantId: string,
  userId: string,
  at: Date,
): Promise<void> {
  // Nobody fills the table by drawing.
  await sql`
    delete from drawn_signatures as old
    where tenant_id = ${tenantId} and user_id = ${userId} and not exists (${decisions})
      and used_until <= (
        select later.used_from from drawn_signatures as later
        where later.tenant_id = ${tenantId} and later.user_id = ${userId}
        order by later.used_from desc offset ${MOST_KEPT} limit 1
      )`.execute(db)
  await db
    .updateTable('drawn_signatures')
    .set({ used_until: at })
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('used_until', 'is', null)
    .execute()
}

/** @returns whether it is there; not when another one has come into use meanwhile. */
export async function insertDrawnSignature(
  tx: Tx,
  row: Insertable<DrawnSignaturesTable>,
): Promise<boolean> {
  const written = await tx
    .insertInto('drawn_signatures')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).where('used_until', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** A decision of somebody, and when it was made. */
export interface DecisionTime {
  readonly userId: string
  readonly at: string
}

/** What these people used when they decided, without its strokes. */
export async function listDrawnSignatures(
  db: Db,
  tenantId: string,
  decisions: readonly DecisionTime[],
): Promise<DrawnSignatureRow[]> {
  if (decisions.length === 0) return []
  const { rows } = await sql<DrawnSignatureRow>`
    select id, user_id as "userId", sha256, used_from as "usedFrom", used_until as "usedUntil"
    from drawn_signatures as drawn
    where tenant_id = ${tenantId} and exists (
      select from unnest(
        ${decisions.map(({ userId }) => userId)}::uuid[], ${decisions.map(({ at }) => at)}::timestamptz[]
      ) as decision (user_id, at)
      where decision.user_id = drawn.user_id
        and drawn.used_from <= decision.at and (drawn.used_until is null or drawn.used_until > decision.at)
    )
    order by id`.execute(db)
  return rows
}

export interface DrawnSignatureRow {
  readonly id: string
  readonly userId: string
  readonly sha256: string
  readonly usedFrom: Date
  readonly usedUntil: Date | null
}

/** What was drawn as these signatures, as it is stored. */
export function listStrokes(db: Db, tenantId: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('drawn_signatures')
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', ids)
    .select(['sha256', 'strokes'])
    .execute()
}
