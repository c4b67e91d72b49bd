// Rows that the outbox needs: a business type, and approvals that have events.
import { sql } from 'kysely'
import type { Database, Db } from '../db/schema.ts'

interface TestBizType {
  readonly tenantId: string
  readonly code: string
  readonly origin: string
  readonly path?: string
  readonly events?: string[]
  readonly maxEvents?: number
  readonly ownerClientId?: string
}

/** Puts a business type there as a registration would. */
export async function addBizType(db: Database, bizType: TestBizType): Promise<void> {
  const {
    tenantId,
    code,
    origin,
    path = '/events',
    events,
    maxEvents = 1,
    ownerClientId = 'expense-app',
  } = bizType
  await sql`insert into biz_types (tenant_id, code, owner_client_id, created_at)
    values (${tenantId}, ${code}, ${ownerClientId}, now())`.execute(db)
  await sql`insert into biz_type_versions
    (tenant_id, code, version, ordinal, name, variables, detail_path, callback_origin,
     callback_path, callback_events, callback_max_events, initiate_permission, created_at, updated_at)
    values (${tenantId}, ${code}, '1', 1, ${code}, '[]', '/x', ${origin}, ${path},
      ${events ?? null}, ${maxEvents}, 'x', now(), now())`.execute(db)
}

/** Puts an approval there whose events are delivered; does nothing when it is there. */
export async function addInstance(
  db: Db,
  instance: { readonly id: string; readonly tenantId: string; readonly bizType: string },
): Promise<void> {
  await addInstances(db, instance, [instance.id])
}

export async function addInstances(
  db: Db,
  { tenantId, bizType }: { readonly tenantId: string; readonly bizType: string },
  ids: readonly string[],
): Promise<void> {
  await sql`
    with keys as (
      insert into definition_keys (tenant_id, key, biz_type, last_version, created_at)
      values (${tenantId}, ${bizType}, ${bizType}, 1, now()) on conflict do nothing
    ), process as (
      insert into definitions (tenant_id, id, key, version, biz_type, name, status, bpmn_xml,
        created_by, created_at, updated_by, updated_at)
      values (${tenantId}, md5(${bizType}::text)::uuid, ${bizType}, 1, ${bizType}, 'x', 'DRAFT',
        '<x/>', ${tenantId}, now(), ${tenantId}, now())
      on conflict do nothing
    ), starts as (
      insert into start_keys
        (tenant_id, initiator_id, idempotency_key, request_hash, instance_id, created_at)
      select ${tenantId}, ${tenantId}, id, '\\x00', id::uuid, now()
      from unnest(${[...ids]}::text[]) as id
      on conflict do nothing
    )
    insert into process_instances (tenant_id, id, biz_type, biz_type_version, biz_id, title,
      initiator_id, initiator_name, definition_id, status, round, revision, variables, book,
      current_nodes, last_action, created_at, updated_at)
    select ${tenantId}, id, ${bizType}, '1', 'E-1', 'x', ${tenantId}, 'x',
      md5(${bizType}::text)::uuid, 'RUNNING', 1, 1, '{}', '{}', '[]', 0, now(), now()
    from unnest(${[...ids]}::uuid[]) as id
    on conflict do nothing`.execute(db)
}

/** Ends an approval, as its last decision would. */
export async function endInstance(db: Db, id: string): Promise<void> {
  await sql`update process_instances set status = 'APPROVED', ended_at = now()
    where id = ${id}`.execute(db)
}
