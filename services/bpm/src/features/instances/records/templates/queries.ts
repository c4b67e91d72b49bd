import { sql } from 'kysely'
import type { Db } from '../../../../db/schema.ts'
import type { RecordTemplate } from '../print/template.ts'

/** How records of a business type are printed. */
export async function findRecordTemplate(
  db: Db,
  tenantId: string,
  bizType: string,
): Promise<RecordTemplate | undefined> {
  const { rows } = await sql<{ template: RecordTemplate }>`
    select template from record_templates
    where tenant_id = ${tenantId} and biz_type = ${bizType}`.execute(db)
  return rows[0]?.template
}

export async function putRecordTemplate(
  db: Db,
  tenantId: string,
  { bizType, template, at }: { bizType: string; template: RecordTemplate; at: Date },
): Promise<void> {
  await sql`
    insert into record_templates (tenant_id, biz_type, template, updated_at)
    values (${tenantId}, ${bizType}, ${JSON.stringify(template)}, ${at})
    on conflict (tenant_id, biz_type)
      do update set template = excluded.template, updated_at = excluded.updated_at`.execute(db)
}
