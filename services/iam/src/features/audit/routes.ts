import { isIdKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { defaultLimit, pageOf, PageQuery, toPage } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { listAuditEvents } from './queries.ts'

const Text = Type.String({ minLength: 1, maxLength: 200 })

const AuditView = closed({
  id: Uuid,
  occurredAt: Timestamp,
  action: Type.String(),
  outcome: Type.Enum(['success', 'failure']),
  actorKind: Type.Enum(['user', 'service', 'system', 'anonymous']),
  actorId: Nullable(Type.String()),
  targetKind: Nullable(Type.String()),
  targetId: Nullable(Type.String()),
  address: Nullable(Type.String()),
  details: Type.Object({}, { additionalProperties: true }),
})

const AuditQuery = Type.Object({
  ...PageQuery,
  action: Type.Optional(Text),
  actorId: Type.Optional(Text),
  targetId: Type.Optional(Text),
})

export function addAuditRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/iam/v1/audit',
    {
      config: { caller: 'user', permission: 'iam:audit:read' },
      schema: {
        operationId: 'listAuditEvents',
        summary: 'Sign-ins, failures and changes of the tenant, newest first',
        tags: ['audit'],
        querystring: AuditQuery,
        response: { 200: pageOf(AuditView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor, action, actorId, targetId } = request.query
      const filter = { action, actorId, targetId, before: readCursor(cursor, isIdKey) }
      const rows = await listAuditEvents(db, claimantOf(request).tenantId, filter, limit + 1)
      const page = toPage(rows, limit, ({ id }) => id)
      return {
        ...page,
        items: page.items.map(({ occurredAt, ...event }) => ({
          ...event,
          occurredAt: occurredAt.toISOString(),
        })),
      }
    },
  )
}
