import type { Db } from '@countersign/service-kit/db'
import { isErased } from '@countersign/service-kit/tenants-erased'
import { sql } from 'kysely'
import type { BindingOperation, BindingStatus, Schema } from '../../db/schema.ts'

export interface BindingRow {
  readonly id: string
  readonly tenantId: string
  readonly documentId: string
  readonly versionId: string
  /** What went round before it; null while there was no other. */
  readonly previousVersionId: string | null
  readonly initiatorId: string
  readonly requestKey: string
  readonly requestHash: Buffer
  readonly status: BindingStatus
  readonly operation: BindingOperation
  readonly operationKey: string
  readonly operationBody: string
  readonly callUntil: Date
  readonly instanceId: string | null
  readonly round: number | null
  readonly refusal: Record<string, unknown> | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly closedAt: Date | null
}

/** The refusal of a binding whose approval is over, and decided about something else. */
export const ENDED_BESIDE = 'dms.approval_without_effect'

/** Whether nothing will come of a binding any more, though it is not closed. */
export const isEndedBeside = ({ status, refusal }: Pick<BindingRow, 'status' | 'refusal'>) =>
  status === 'BOUND' && refusal?.['code'] === ENDED_BESIDE

const bindingColumns = [
  'id',
  'tenant_id as tenantId',
  'document_id as documentId',
  'version_id as versionId',
  'previous_version_id as previousVersionId',
  'initiator_id as initiatorId',
  'request_key as requestKey',
  'request_hash as requestHash',
  'status',
  'operation',
  'operation_key as operationKey',
  'operation_body as operationBody',
  'call_until as callUntil',
  'instance_id as instanceId',
  'round',
  'refusal',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'closed_at as closedAt',
] as const

const select = (db: Db<Schema>, tenantId: string) =>
  db.selectFrom('approval_bindings').select(bindingColumns).where('tenant_id', '=', tenantId)

export function findBinding(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<BindingRow | undefined> {
  return select(db, tenantId).where('id', '=', id).executeTakeFirst()
}

/** The binding made with a request key; the key is the initiator's own. */
export function findBindingByKey(
  db: Db<Schema>,
  tenantId: string,
  initiatorId: string,
  requestKey: string,
): Promise<BindingRow | undefined> {
  return select(db, tenantId)
    .where('initiator_id', '=', initiatorId)
    .where('request_key', '=', requestKey)
    .executeTakeFirst()
}

export function findBindingByInstance(
  db: Db<Schema>,
  tenantId: string,
  instanceId: string,
): Promise<BindingRow | undefined> {
  return select(db, tenantId).where('instance_id', '=', instanceId).executeTakeFirst()
}

/** Whether a start for this version has no known result yet. */
export async function hasUnresolvedStart(
  db: Db<Schema>,
  tenantId: string,
  versionId: string,
): Promise<boolean> {
  const found = await select(db, tenantId)
    .where(sql<string>`version_id::text`, '=', versionId)
    .where('operation', '=', 'START')
    .where('status', 'in', ['REQUESTED', 'UNKNOWN'])
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The binding of a document that is not over, else the one that ended last. Not by their ids: those
 * are made by the clocks of several processes.
 */
export function findLatestBinding(
  db: Db<Schema>,
  tenantId: string,
  documentId: string,
): Promise<BindingRow | undefined> {
  return select(db, tenantId)
    .where('document_id', '=', documentId)
    .orderBy('closed_at', (order) => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * What somebody compares the bound version with: the one that was bound when a task of this approval
 * last ended for them, else the one that went round before.
 */
export function findCompared(
  db: Db<Schema>,
  { tenantId, id, versionId }: BindingRow,
  userId: string,
): Promise<{ versionId: string; versionNo: number } | undefined> {
  return db
    .selectFrom('document_versions')
    .select(['id as versionId', 'version_no as versionNo'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', comparedVersion({ tenantId, id, versionId, userId }))
    .executeTakeFirst()
}

const comparedVersion = (given: {
  readonly tenantId: string
  readonly id: string
  readonly versionId: string
  readonly userId: string
}) => sql<string>`coalesce(
  (select version_id from task_readers
   where tenant_id = ${given.tenantId} and binding_id = ${given.id} and user_id = ${given.userId}
     and version_id <> ${given.versionId} order by ended_at desc limit 1),
  (select previous_version_id from approval_bindings
   where tenant_id = ${given.tenantId} and id = ${given.id}))`

export type NewBinding = Pick<
  BindingRow,
  | 'id'
  | 'documentId'
  | 'versionId'
  | 'initiatorId'
  | 'requestKey'
  | 'requestHash'
  | 'operationKey'
  | 'operationBody'
  | 'callUntil'
>

/** Persists what is about to be asked, before it is asked. */
export async function insertBinding(
  tx: Db<Schema>,
  tenantId: string,
  binding: NewBinding,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('approval_bindings')
    .values({
      tenant_id: tenantId,
      id: binding.id,
      document_id: binding.documentId,
      version_id: binding.versionId,
      initiator_id: binding.initiatorId,
      request_key: binding.requestKey,
      request_hash: binding.requestHash,
      status: 'REQUESTED',
      operation: 'START',
      operation_key: binding.operationKey,
      operation_body: binding.operationBody,
      call_until: binding.callUntil,
      check_after: binding.callUntil,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function updateBinding(
  tx: Db<Schema>,
  tenantId: string,
  id: string,
  now: Date,
  change: Partial<{
    version_id: string
    previous_version_id: string | null
    status: BindingStatus
    operation: BindingOperation
    operation_key: string
    operation_body: string
    call_until: Date
    check_after: Date
    checks: number
    instance_id: string
    round: number
    refusal: string | null
    closed_at: Date
  }>,
): Promise<void> {
  await tx
    .updateTable('approval_bindings')
    .set({ ...change, updated_at: now })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * Takes bindings whose result is not known and whose time to be asked about has come; a REQUESTED
 * one past its time was left by a process that died.
 */
export async function leaseUnresolved(
  db: Db<Schema>,
  now: Date,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> {
  const { rows } = await sql<{ tenantId: string; id: string }>`
    with due as materialized (
      select tenant_id, id from approval_bindings
      where status in ('REQUESTED', 'UNKNOWN') and check_after <= ${now}
        and not ${isErased('approval_bindings.tenant_id')}
      order by check_after limit ${limit} for update skip locked
    )
    update approval_bindings b
    set checks = checks + 1,
      check_after = ${now}::timestamptz
        + make_interval(secs => least(300, 2 * power(2, least(b.checks, 10))))
    where (b.tenant_id, b.id) in (table due)
    returning b.tenant_id as "tenantId", b.id`.execute(db)
  return rows
}

export async function isRegistered(
  db: Db<Schema>,
  tenantId: string,
  contentHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('biz_type_registrations')
    .select('content_hash as contentHash')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.contentHash.equals(contentHash) === true
}

/** Tenants, of all there are, whose registration has another content, by their ids. */
export function listOutdated(
  db: Db<Schema>,
  contentHash: Buffer,
  after: string | undefined,
  limit: number,
): Promise<{ tenantId: string }[]> {
  return db
    .selectFrom('biz_type_registrations')
    .select('tenant_id as tenantId')
    .where('content_hash', '<>', contentHash)
    .where(({ not }) => not(isErased('biz_type_registrations.tenant_id')))
    .$if(after !== undefined, (query) => query.where('tenant_id', '>', after ?? ''))
    .orderBy('tenant_id')
    .limit(limit)
    .execute()
}

export async function recordRegistration(
  db: Db<Schema>,
  tenantId: string,
  contentHash: Buffer,
  now: Date,
): Promise<void> {
  await db
    .insertInto('biz_type_registrations')
    .values({ tenant_id: tenantId, content_hash: contentHash, registered_at: now })
    .onConflict((conflict) =>
      conflict
        .constraint('biz_type_registrations_pkey')
        .doUpdateSet({ content_hash: contentHash, registered_at: now }),
    )
    .execute()
}
