import { sql } from 'kysely'
import type { Db } from '../../../db/schema.ts'

/** The seats of an instance and those whom it was shown to, in the order in which they came to be. */
export function listAllTasks(db: Db, tenantId: string, instanceId: string) {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .orderBy('id')
    .execute()
}

export interface SentEvent {
  readonly sequence: number
  readonly eventId: string
  readonly type: string
  readonly createdAt: Date
  /** Null for one that was not taken yet, or whose attempts are not kept any more. */
  readonly deliveredAt: Date | null
}

/** The events of an instance as far as they are kept, and when the application took them. */
export async function listSentEvents(
  db: Db,
  tenantId: string,
  instanceId: string,
): Promise<SentEvent[]> {
  const { rows } = await sql<SentEvent>`
    select event.sequence, event.event_id as "eventId", event.type,
      event.created_at as "createdAt", (
        select min(attempt.attempted_at) from delivery_attempts as attempt
        where attempt.tenant_id = event.tenant_id and attempt.event_id = event.event_id
          and attempt.outcome = 'delivered'
      ) as "deliveredAt"
    from delivery_events as event
    where event.tenant_id = ${tenantId} and event.instance_id = ${instanceId}
    order by event.sequence`.execute(db)
  return rows
}

/** What a record says of the definition and the business type besides what the instance says. */
export function findRecordSources(
  db: Db,
  tenantId: string,
  instance: { definitionId: string; bizType: string; bizTypeVersion: string },
) {
  return db
    .selectFrom('definitions as definition')
    .innerJoin('biz_type_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'definition.tenant_id')
        .on('version.code', '=', instance.bizType)
        .on('version.version', '=', instance.bizTypeVersion),
    )
    .where('definition.tenant_id', '=', tenantId)
    .where('definition.id', '=', instance.definitionId)
    .select(['definition.bpmn_xml as bpmnXml', 'version.callback_origin as callbackOrigin'])
    .executeTakeFirstOrThrow()
}
