import { AuditQuery, isPlace } from '@countersign/service-kit/audit-search'
import { requirePermission } from '@countersign/service-kit/caller'
import { isIdKey, isNumberKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { NodeView, PersonView } from '../../runtime/views/instance-view.ts'
import { listLog, type LogRow } from './queries.ts'

const LogView = closed(
  {
    instance: closed({
      id: Uuid,
      bizType: Type.String(),
      bizId: Type.String(),
      title: Type.String(),
    }),
    sequence: Type.Integer({ description: 'In the log of the approval.' }),
    occurredAt: Timestamp,
    action: Type.String(),
    actor: closed({
      kind: Type.Enum(['user', 'service']),
      id: Type.String(),
      name: Type.String(),
    }),
    onBehalfOf: Nullable(PersonView),
    taskNo: Nullable(Type.String()),
    node: Nullable(NodeView),
    comment: Nullable(Type.String()),
  },
  { title: 'AuditEntry' },
)
type LogView = Static<typeof LogView>

const isLogPlace = isPlace(isIdKey, isNumberKey)

/** The logs of all approvals as one, for whoever may read every approval. */
export function addAuditRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    '/api/bpm/v1/audit',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'listAuditEntries',
        summary: 'What was done to the approvals of the tenant, newest first',
        tags: ['audit'],
        querystring: Type.Object(AuditQuery),
        response: { 200: pageOf(LogView) },
      },
    },
    async (request) => {
      const { tenantId, permissions } = userOf(request)
      if (!permissions.includes('bpm:instance:admin')) {
        requirePermission(request.caller, 'bpm:instance:read')
      }
      const { limit = defaultLimit, cursor, ...asked } = request.query
      const filter = { ...asked, before: readCursor(cursor, isLogPlace) }
      const rows = await listLog(db, tenantId, filter, limit + 1)
      const page = toPage(rows, limit, ({ at, instanceId, sequence }) => [at, instanceId, sequence])
      return { ...page, items: page.items.map(toLogView) }
    },
  )
}

function toLogView(row: LogRow): LogView {
  const { onBehalfOfId, nodeId } = row
  return {
    instance: { id: row.instanceId, bizType: row.bizType, bizId: row.bizId, title: row.title },
    sequence: row.sequence,
    occurredAt: row.at.toISOString(),
    action: row.action,
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    onBehalfOf:
      onBehalfOfId === null ? null : { id: onBehalfOfId, name: row.onBehalfOfName ?? onBehalfOfId },
    taskNo: row.taskNo,
    node: nodeId === null ? null : { id: nodeId, name: row.nodeName ?? nodeId },
    comment: row.comment,
  }
}
