import { AuditOutcome, AuditQuery, isPlace } from '@countersign/service-kit/audit-search'
import { isIdKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { listAuditEvents } from './queries.ts'

const AuditView = closed({
  id: Uuid,
  occurredAt: Timestamp,
  action: Type.String(),
  outcome: AuditOutcome,
  actorKind: Type.Enum(['user', 'service', 'system', 'anonymous']),
  actorId: Nullable(Type.String()),
  targetKind: Nullable(Type.String()),
  targetId: Nullable(Type.String()),
  address: Nullable(Type.String()),
  details: Type.Object({}, { additionalProperties: true }),
})

const isEventPlace = isPlace(isIdKey)

export function addAuditRoutes(app: App, { db }: Deps): void {
  app.get(
    '/api/iam/v1/audit',
    {
      config: { caller: 'user', permission: 'iam:audit:read' },
      schema: {
        operationId: 'listAuditEvents',
        summary: 'Sign-ins, failures and changes of the tenant, newest first',
        tags: ['audit'],
        querystring: Type.Object({ ...AuditQuery, outcome: Type.Optional(AuditOutcome) }),
        response: { 200: pageOf(AuditView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor, ...asked } = request.query
      const filter = { ...asked, before: readCursor(cursor, isEventPlace) }
      const rows = await listAuditEvents(db, claimantOf(request).tenantId, filter, limit + 1)
      const page = toPage(rows, limit, ({ occurredAt, id }) => [occurredAt, id])
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
