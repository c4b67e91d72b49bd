import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import { isSafe } from '../../content/version-queries.ts'
import { drawTurns } from '../../db/draw-turns.ts'
import type { Schema } from '../../db/schema.ts'
import type { RenditionRow } from '../../preview/queries.ts'

/**
 * Asks for previews of an object; a second time changes nothing.
 *
 * @param isPromising Whether anything can come of it; if not the job is over from the beginning.
 */
export async function queueRenditions(
  tx: Db<Schema>,
  tenantId: string,
  objectId: string,
  isPromising: boolean,
): Promise<void> {
  await tx
    .insertInto('rendition_jobs')
    .values({
      tenant_id: tenantId,
      object_id: objectId,
      done_at: isPromising ? null : sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface RenditionJob {
  readonly tenantId: string
  readonly objectId: string
  /** This one counted: the first is 1. */
  readonly attempts: number
}

const waiting = {
  table: 'rendition_jobs',
  by: 'tenant_id',
  waits: sql`done_at is null`,
  isDue: sql`run_after <= now()`,
}

/**
 * Takes the job that has waited longest of a tenant drawn by lot, of an object whose bytes may leave; again
 * after `leaseSeconds`.
 *
 * @param hasScanner Whether files without a verdict wait for one, where the tenant has not said.
 */
export async function leaseJob(
  db: Db<Schema>,
  leaseSeconds: number,
  hasScanner: boolean,
): Promise<RenditionJob | undefined> {
  const { rows } = await sql<RenditionJob>`
    ${drawTurns(waiting)}, due as materialized (
      select taken.tenant_id, taken.object_id
      from turn left join scan_policies p on p.tenant_id = turn.id cross join lateral (
        select w.tenant_id, w.object_id from rendition_jobs w
        where w.tenant_id = turn.id and ${waiting.waits} and ${waiting.isDue} and exists (
          select from document_versions v
          where v.tenant_id = w.tenant_id and v.object_id = w.object_id and ${isSafe(hasScanner)}
        )
        order by w.run_after limit 1 for update of w skip locked
      ) as taken
      limit 1
    )
    update rendition_jobs j
    set run_after = now() + make_interval(secs => ${leaseSeconds}), attempts = j.attempts + 1
    where (j.tenant_id, j.object_id) in (table due)
    returning j.tenant_id as "tenantId", j.object_id as "objectId", j.attempts`.execute(db)
  return rows[0]
}

/** Gives a job back. @param isAttempt Whether this try counts. */
export async function postponeJob(
  db: Db<Schema>,
  job: RenditionJob,
  seconds: number,
  isAttempt: boolean,
): Promise<void> {
  await sql`
    update rendition_jobs set run_after = now() + make_interval(secs => ${seconds}),
      attempts = attempts - ${isAttempt ? 0 : 1}
    where tenant_id = ${job.tenantId} and object_id = ${job.objectId}
      and attempts = ${job.attempts} and done_at is null`.execute(db)
}

/** Ends a job, when it is still this try's: what a slower one made does not count. */
export async function endJob(tx: Db<Schema>, job: RenditionJob): Promise<boolean> {
  const { rows } = await sql`
    update rendition_jobs set done_at = now()
    where tenant_id = ${job.tenantId} and object_id = ${job.objectId}
      and attempts = ${job.attempts} and done_at is null
    returning 1`.execute(tx)
  return rows.length === 1
}

/**
 * Puts jobs back whose tools are there now.
 *
 * @returns how many.
 */
export async function requeueForTools(db: Db<Schema>, tools: readonly string[]): Promise<number> {
  const { rows } = await sql`
    update rendition_jobs j set done_at = null, attempts = 0, run_after = now()
    where j.done_at is not null and (j.tenant_id, j.object_id) in (
      select tenant_id, object_id from renditions
      where status = 'TOOL_MISSING' and reason = any(${tools}::text[])
    )
    returning 1`.execute(db)
  return rows.length
}

/** Puts the job of an object back, when it is over. */
export async function requeueJob(
  tx: Db<Schema>,
  tenantId: string,
  objectId: string,
): Promise<void> {
  await sql`
    update rendition_jobs set done_at = null, attempts = 0, run_after = now()
    where tenant_id = ${tenantId} and object_id = ${objectId} and done_at is not null`.execute(tx)
}

/** Has made again what was stored in an object that is lost, if it was something made. */
export async function remakeStored(
  tx: Db<Schema>,
  tenantId: string,
  storedId: string,
): Promise<void> {
  const { rows } = await sql<{ objectId: string }>`
    select object_id as "objectId" from renditions
    where tenant_id = ${tenantId} and stored_id = ${storedId}`.execute(tx)
  for (const { objectId } of rows) await requeueJob(tx, tenantId, objectId)
}

export type NewRendition = Omit<RenditionRow, 'sourceId' | 'key' | 'lostAt'>

// Whoever asked where the old ones are may not have begun to read.
const GRACE_MS = 15 * 60_000

/** Puts new renditions in the place of the old; the bytes of those go to the reaper, after a time of grace. */
export async function replaceRenditions(
  tx: Db<Schema>,
  { tenantId, objectId }: RenditionJob,
  renditions: readonly NewRendition[],
  now: Date,
): Promise<void> {
  await releaseRenditions(tx, tenantId, [objectId], new Date(now.getTime() + GRACE_MS))
  await tx
    .insertInto('renditions')
    .values(
      renditions.map((each) => ({
        tenant_id: tenantId,
        object_id: objectId,
        kind: each.kind,
        status: each.status,
        reason: each.reason,
        stored_id: each.storedId,
        content_type: each.contentType,
        size_bytes: each.sizeBytes,
        sha256: each.sha256,
        page_count: each.pageCount,
        created_at: now,
      })),
    )
    .execute()
}

/** Removes renditions and hands their bytes to the reaper. */
async function releaseRenditions(
  tx: Db<Schema>,
  tenantId: string,
  objectIds: readonly string[],
  reapAfter: Date,
): Promise<void> {
  const { rows } = await sql<{ storedId: string | null }>`
    delete from renditions where tenant_id = ${tenantId} and object_id = any(${objectIds}::uuid[])
    returning stored_id as "storedId"`.execute(tx)
  const stored = rows.map(({ storedId }) => storedId).filter((id) => id !== null)
  if (stored.length === 0) return
  await sql`
    update storage_objects set status = 'DELETING', reap_after = ${reapAfter}
    where tenant_id = ${tenantId} and id = any(${stored}::uuid[]) and status = 'STORED'`.execute(tx)
}

/** Removes everything that was made of objects that go away. */
export async function deleteRenditions(
  tx: Db<Schema>,
  tenantId: string,
  objectIds: readonly string[],
  now: Date,
): Promise<void> {
  await releaseRenditions(tx, tenantId, objectIds, now)
  await sql`
    delete from rendition_jobs
    where tenant_id = ${tenantId} and object_id = any(${objectIds}::uuid[])`.execute(tx)
}

export async function storeText(
  tx: Db<Schema>,
  { tenantId, objectId }: RenditionJob,
  text: { readonly body: string; readonly isTruncated: boolean; readonly terms: readonly string[] },
): Promise<void> {
  await sql`
    insert into object_texts (tenant_id, object_id, body, is_truncated, terms)
    values (${tenantId}, ${objectId}, ${text.body}, ${text.isTruncated},
      array_to_tsvector(${text.terms}::text[]))
    on conflict (tenant_id, object_id) do update
    set body = excluded.body, is_truncated = excluded.is_truncated, terms = excluded.terms`.execute(
    tx,
  )
}
