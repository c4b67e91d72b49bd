import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

export interface HoldRow {
  readonly id: string
  readonly documentId: string
  readonly reason: string
  readonly createdBy: string
  readonly createdAt: Date
  readonly releasedBy: string | null
  readonly releasedAt: Date | null
}

const holdColumns = [
  'id',
  'document_id as documentId',
  'reason',
  'created_by as createdBy',
  'created_at as createdAt',
  'released_by as releasedBy',
  'released_at as releasedAt',
] as const

export function insertHold(
  tx: Db<Schema>,
  tenantId: string,
  hold: Pick<HoldRow, 'id' | 'documentId' | 'reason' | 'createdBy' | 'createdAt'>,
): Promise<HoldRow> {
  return tx
    .insertInto('legal_holds')
    .values({
      tenant_id: tenantId,
      id: hold.id,
      document_id: hold.documentId,
      reason: hold.reason,
      created_by: hold.createdBy,
      created_at: hold.createdAt,
    })
    .returning(holdColumns)
    .executeTakeFirstOrThrow()
}

/** Ends a hold; undefined when the document has no such hold, or had. */
export function releaseHold(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  id: string,
  release: { by: string; at: Date },
): Promise<HoldRow | undefined> {
  return tx
    .updateTable('legal_holds')
    .set({ released_by: release.by, released_at: release.at })
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('id', '=', id)
    .where('released_at', 'is', null)
    .returning(holdColumns)
    .executeTakeFirst()
}

/** Holds of a document, newest first, released ones too. */
export function listHolds(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
  page: { limit: number; before?: string | undefined },
): Promise<HoldRow[]> {
  return db
    .selectFrom('legal_holds')
    .select(holdColumns)
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

export interface PolicyRow {
  readonly id: string
  readonly name: string
  readonly tag: string | null
  readonly keepDays: number
  readonly purgeTrashAfterDays: number | null
  readonly createdBy: string
  readonly createdAt: Date
}

const policyColumns = [
  'id',
  'name',
  'tag',
  'keep_days as keepDays',
  'purge_trash_after_days as purgeTrashAfterDays',
  'created_by as createdBy',
  'created_at as createdAt',
] as const

/** Inserts the policy, or answers undefined when its name is taken. */
export function insertPolicy(
  tx: Db<Schema>,
  tenantId: string,
  policy: PolicyRow,
): Promise<PolicyRow | undefined> {
  return tx
    .insertInto('retention_policies')
    .values({
      tenant_id: tenantId,
      id: policy.id,
      name: policy.name,
      tag: policy.tag,
      keep_days: policy.keepDays,
      purge_trash_after_days: policy.purgeTrashAfterDays,
      created_by: policy.createdBy,
      created_at: policy.createdAt,
    })
    .onConflict((conflict) => conflict.constraint('retention_policies_name_unique').doNothing())
    .returning(policyColumns)
    .executeTakeFirst()
}

export function listPolicies(
  db: Db<Schema>,
  tenantId: string,
  page: { limit: number; before?: string | undefined },
): Promise<PolicyRow[]> {
  return db
    .selectFrom('retention_policies')
    .select(policyColumns)
    .where('tenant_id', '=', tenantId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
}

export function deletePolicy(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<PolicyRow | undefined> {
  return tx
    .deleteFrom('retention_policies')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(policyColumns)
    .executeTakeFirst()
}

/** The problem that says what speaks against deleting a document for good. */
export type KeptBy =
  'document_held' | 'retention_not_over' | 'document_referenced' | 'document_retained'

/** The longest that any policy keeps the document `d`, counted from its newest version. */
const retainedUntil = sql<Date | null>`(
  (select max(p.keep_days) from retention_policies p
    where p.tenant_id = d.tenant_id and (p.tag is null or p.tag = any(d.tags))
  ) * interval '1 day' + (
    select max(v.created_at) from document_versions v
    where v.tenant_id = d.tenant_id and v.document_id = d.id
  ))`

/** What keeps the document `d`; null when nothing does. */
const keptBy = (now: Date) => sql<KeptBy | null>`case
  when exists (select from legal_holds h
    where h.tenant_id = d.tenant_id and h.document_id = d.id and h.released_at is null)
    then 'document_held'
  when ${retainedUntil} > ${now}::timestamptz then 'retention_not_over'
  when exists (select from document_references r
    where r.tenant_id = d.tenant_id and r.document_id = d.id) then 'document_referenced'
  when exists (select from approval_bindings b
    where b.tenant_id = d.tenant_id and b.document_id = d.id
      -- Of a start that was refused nothing came.
      and (b.status <> 'FAILED' or b.instance_id is not null)) then 'document_retained'
  when exists (select from document_versions v
    join attached_versions a on a.tenant_id = v.tenant_id and a.version_id = v.id
    join attachment_readers r on r.tenant_id = a.tenant_id and r.instance_id = a.instance_id
    where v.tenant_id = d.tenant_id and v.document_id = d.id and a.removed_at is null
      -- Beside a remark that came when it was over nobody has decided about it.
      and coalesce(r.ended_at >= a.attached_at, true))
    then 'document_retained'
  end`

export interface Keeping {
  readonly by: KeptBy | null
  readonly retainedUntil: Date | null
}

/** What speaks against deleting a document for good. */
export async function findKeeping(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  now: Date,
): Promise<Keeping> {
  const { rows } = await sql<Keeping>`
    select ${keptBy(now)} as by, ${retainedUntil} as "retainedUntil"
    from documents d where d.tenant_id = ${tenantId} and d.id = ${documentId}`.execute(tx)
  return rows[0] ?? { by: null, retainedUntil: null }
}

/** How long the policies for these tags keep a document that has them. */
export async function findKeptByTags(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  tags: readonly string[],
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    select max(p.keep_days) * interval '1 day' + (
      select max(v.created_at) from document_versions v
      where v.tenant_id = ${tenantId} and v.document_id = ${documentId}
    ) as until
    from retention_policies p
    where p.tenant_id = ${tenantId} and p.tag = any(${tags}::text[])`.execute(tx)
  return rows[0]?.until ?? null
}

/** Released holds go with their document; one that is not released stops that. */
export async function deleteReleasedHolds(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
): Promise<void> {
  await tx
    .deleteFrom('legal_holds')
    .where('tenant_id', '=', tenantId)
    .where('document_id', '=', documentId)
    .where('released_at', 'is not', null)
    .execute()
}

export interface Trashed {
  readonly id: string
  readonly trashedAt: Date
}

// Documents `d` that have been in the trash for as long as a policy lets them. What is younger than any lets it is not
// even read (`documents_trashed`).
const overdue = (tenantId: string, now: Date) => sql`d.tenant_id = ${tenantId}
  and d.status = 'TRASHED' and d.trashed_at <= ${now}::timestamptz - interval '1 day' * (
    select min(p.purge_trash_after_days) from retention_policies p where p.tenant_id = ${tenantId}
  ) and d.trashed_at <= ${now}::timestamptz - interval '1 day' * (
    select min(p.purge_trash_after_days) from retention_policies p
    where p.tenant_id = d.tenant_id and (p.tag is null or p.tag = any(d.tags))
  )`

/** Whether a document has been in the trash for as long as a policy lets it. */
export async function isOverdue(
  tx: Db<Schema>,
  tenantId: string,
  documentId: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from documents d where ${overdue(tenantId, now)} and d.id = ${documentId}`.execute(tx)
  return rows.length > 0
}

/** Of what is overdue in the trash, what nothing keeps, the longest first. */
export async function listPurgeable(
  db: Db<Schema>,
  tenantId: string,
  now: Date,
  after: { trashedAt: Date; id: string } | undefined,
  limit: number,
): Promise<{ id: string; trashedAt: Date }[]> {
  const { rows } = await sql<{ id: string; trashedAt: Date }>`
    select d.id, d.trashed_at as "trashedAt" from documents d
    where ${overdue(tenantId, now)} and ${keptBy(now)} is null
      and (d.trashed_at, d.id) > (${after?.trashedAt ?? new Date(0)}, ${after?.id ?? NIL}::uuid)
    order by d.trashed_at, d.id limit ${limit}`.execute(db)
  return rows
}

/** Of what is overdue in the trash, what is kept, the longest first, up to a place or to the end. */
export async function listKept(
  db: Db<Schema>,
  tenantId: string,
  now: Date,
  until: Trashed | undefined,
  limit: number,
): Promise<{ id: string; by: KeptBy }[]> {
  const { rows } = await sql<{ id: string; by: KeptBy }>`
    select d.id, ${keptBy(now)} as by from documents d
    where ${overdue(tenantId, now)} and ${keptBy(now)} is not null
      and (${until === undefined} or (d.trashed_at, d.id) < (${until?.trashedAt ?? now}, ${until?.id ?? NIL}::uuid))
    order by d.trashed_at, d.id limit ${limit}`.execute(db)
  return rows
}

const NIL = '00000000-0000-0000-0000-000000000000'
