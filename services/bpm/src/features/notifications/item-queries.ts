import type { LocalText } from '@countersign/contracts'
import { sql, type RawBuilder } from 'kysely'
import type { KeyFieldDeclaration } from '../../core/key-fields.ts'
import type { NoticeKind } from '../../core/notice.ts'
import type { Variables } from '../../core/variables.ts'
import type { Db } from '../../db/schema.ts'
import { keyValues } from '../../runtime/load/key-values.ts'

/** What somebody is told of, as it is now. */
export interface NoticeItem {
  readonly id: string
  /** null while it is in no mail. */
  readonly mailId: string | null
  readonly kind: NoticeKind
  readonly createdAt: Date
  readonly instanceId: string
  readonly title: string
  readonly bizId: string
  readonly bizTypeName: string
  readonly bizTypeNames: LocalText | null
  readonly initiatorName: string
  /** The agent that started it in their name. */
  readonly agentName: string | null
  readonly status: string
  readonly taskNo: string | null
  readonly nodeName: string | null
  readonly dueAt: Date | null
  /** Whom its reader stands in for. */
  readonly onBehalfOf: string | null
  readonly actorKind: string | null
  readonly actorName: string | null
  readonly comment: string | null
  readonly box: string | null
  readonly isRead: boolean
  /** Of the task; and the definition that says what its node hides. */
  readonly nodeId: string | null
  readonly definitionId: string
  readonly initiatorId: string
  readonly keyFields: readonly KeyFieldDeclaration[]
  readonly keyValues: Variables | null
}

/** Notices to somebody, oldest first. @param which A condition on `notice`. */
export async function listItems(
  db: Db,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  which: RawBuilder<unknown>,
): Promise<NoticeItem[]> {
  const { rows } = await sql<NoticeItem>`
    select notice.id, notice.mail_id as "mailId", notice.kind, notice.created_at as "createdAt",
      instance.id as "instanceId", instance.title, instance.biz_id as "bizId",
      version.name as "bizTypeName", version.names as "bizTypeNames", instance.initiator_name as "initiatorName", instance.status,
      coalesce(start.details ->> 'agentName', start.details ->> 'agent') as "agentName",
      task.task_no as "taskNo", task.node_name as "nodeName", task.due_at as "dueAt",
      task.on_behalf -> notice.user_id::text ->> 'name' as "onBehalfOf",
      action.actor_kind as "actorKind", action.actor_name as "actorName", action.comment,
      entry.box, entry.read_at is not null as "isRead", task.node_id as "nodeId",
      instance.definition_id as "definitionId", instance.initiator_id as "initiatorId",
      version.key_fields as "keyFields", ${keyValues} as "keyValues"
    from notices as notice
    join process_instances as instance
      on instance.tenant_id = notice.tenant_id and instance.id = notice.instance_id
    join biz_type_versions as version on version.tenant_id = instance.tenant_id
      and version.code = instance.biz_type and version.version = instance.biz_type_version
    left join instance_actions as start on start.tenant_id = instance.tenant_id
      and start.instance_id = instance.id and start.sequence = 1
    left join tasks as task on task.tenant_id = notice.tenant_id and task.id = notice.task_id
    left join inbox_entries as entry on entry.tenant_id = notice.tenant_id
      and entry.task_id = notice.task_id and entry.user_id = notice.user_id
    left join instance_actions as action on action.tenant_id = notice.tenant_id
      and action.instance_id = notice.instance_id and action.sequence = notice.action
    where notice.tenant_id = ${tenantId} and notice.user_id = ${userId}
      and ${which}
    order by notice.created_at, notice.id`.execute(db)
  return rows
}
