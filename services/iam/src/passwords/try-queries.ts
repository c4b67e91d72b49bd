import { sql, type RawBuilder } from 'kysely'
import { accountBudget, placeBudget, type Budget } from '../core/throttle.ts'
import { auditInsert, type AuditEntry } from '../audit/entries.ts'
import type { Db } from '../db/types.ts'

/** What a try is counted for; by hash. */
export interface TryBuckets {
  /** The account from this place, or from this device. */
  readonly own: Buffer
  /** Undefined where the device is known: then it has no part in what others spend. */
  readonly shared: { readonly account: Buffer; readonly place: Buffer } | undefined
}

/** What of a try was counted; the later ones only where the earlier ones were. */
interface Counted {
  readonly own: boolean
  readonly account: boolean
  readonly place: boolean
}

/**
 * Counts a try where nothing was counted of its own yet, which is so of nearly every sign-in: by one statement, each
 * part after the one before, so that what is shared by most is locked last.
 */
export async function countFirstTry(
  db: Db,
  { own, shared }: TryBuckets,
  now: Date,
): Promise<Counted> {
  const spend = (bucket: Buffer | undefined, { tries, backMs }: Budget, after: string) => sql`
    insert into sign_in_budgets as b (bucket, full_at)
    select ${bucket ?? null}::bytea, ${new Date(now.getTime() + backMs)}::timestamptz
    from ${sql.ref(after)} where ${bucket !== undefined}
    on conflict (bucket) do update
      set full_at = greatest(b.full_at, ${now}) + ${backMs} * interval '1 ms'
      where b.full_at + ${backMs} * interval '1 ms' <= ${new Date(now.getTime() + tries * backMs)}
    returning 1`
  const { rows } = await sql<Counted>`
    with own as (
      insert into sign_in_attempts (bucket, failures, last_failure_at, blocked_until)
      values (${own}, 1, ${now}, ${now}) on conflict do nothing returning 1
    ), account as (${spend(shared?.account, accountBudget, 'own')}),
    place as (${spend(shared?.place, placeBudget, 'account')})
    select exists (select from own) as own, exists (select from account) as account,
      exists (select from place) as place`.execute(db)
  const [counted] = rows
  if (counted === undefined) throw new Error('a statement without a row')
  return counted
}

/** The password was right: all that was counted of its own is forgotten, and what there is to say of it is recorded. */
export function forgetCounted(
  db: Db,
  buckets: TryBuckets,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  const own = sql`own as (
      delete from sign_in_attempts where bucket = ${buckets.own} returning 1
    )`
  const recorded =
    entries.length === 0 ? sql`` : sql`, recorded as (${auditInsert(db, entries, now)})`
  return giveBack(db, buckets, own, recorded)
}

/** The password was not looked at: of its own one is counted less. A wait that it may have made is not taken back. */
export const uncountTry = (db: Db, buckets: TryBuckets): Promise<void> =>
  giveBack(
    db,
    buckets,
    sql`first as (
      delete from sign_in_attempts where bucket = ${buckets.own} and failures = 1 returning 1
    ), later as (
      update sign_in_attempts set failures = failures - 1
      where bucket = ${buckets.own} and failures > 1 returning 1
    ), own as (select 1 from first union all select 1 from later)`,
    sql``,
  )

/**
 * Gives back what a try spent of the shared. By one statement with what becomes of its own, and in the order in which
 * tries are counted, so that they and this wait for each other and never in a ring.
 */
async function giveBack(
  db: Db,
  { shared }: TryBuckets,
  own: RawBuilder<unknown>,
  recorded: RawBuilder<unknown>,
): Promise<void> {
  const { account = null, place = null } = shared ?? {}
  await sql`
    with ${own}, spent as (
      select b.bucket, s.back_ms
      from (values (1, ${account}::bytea, ${accountBudget.backMs}::float8),
        (2, ${place}::bytea, ${placeBudget.backMs}::float8)) as s (turn, bucket, back_ms)
      join sign_in_budgets b on b.bucket = s.bucket
      where (select count(*) from own) >= 0
      order by s.turn for update of b
    )${recorded}
    update sign_in_budgets b set full_at = b.full_at - spent.back_ms * interval '1 ms'
    from spent where b.bucket = spent.bucket`.execute(db)
}
