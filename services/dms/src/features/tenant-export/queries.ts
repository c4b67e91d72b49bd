import type { Db } from '@countersign/service-kit/db'
import { sql } from 'kysely'
import type { Schema } from '../../db/schema.ts'

/** A stored object with what somebody filed in it. */
export interface FiledObject {
  readonly id: string
  readonly sourceId: string
  readonly key: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly infected: boolean
}

/** Undefined for what is made of other files, and for what is not stored. */
export async function findFiledObject(
  db: Db<Schema>,
  tenantId: string,
  id: string,
): Promise<FiledObject | undefined> {
  const { rows } = await sql<FiledObject>`
    select o.id, o.source_id as "sourceId", o.key, o.size_bytes::float8 as "sizeBytes", o.sha256,
      exists (select from document_versions v
        where v.tenant_id = o.tenant_id and v.object_id = o.id and (v.scan_status = 'INFECTED'
          or v.scan_status = 'PENDING' and v.scan_result is not null)) as infected
    from storage_objects o
    where o.tenant_id = ${tenantId} and o.id = ${id} and o.status = 'STORED' and (
      exists (select from document_versions v where v.tenant_id = o.tenant_id and v.object_id = o.id)
      or exists (select from filed_records f
        where f.tenant_id = o.tenant_id and o.id in (f.print_id, f.record_id)))`.execute(db)
  return rows[0]
}
