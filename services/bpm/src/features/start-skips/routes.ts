import type { App } from '@countersign/service-kit/http'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { PersonView } from '../../runtime/views/instance-view.ts'
import { listSkips, type SkipRow } from './queries.ts'

const SkipView = closed(
  {
    id: Uuid,
    definition: closed({ id: Uuid, key: Type.String() }),
    node: Type.String({ description: 'Id of the start event.' }),
    dueAt: Timestamp,
    signalId: Nullable(Uuid),
    attempts: Type.Integer({ minimum: 1, description: 'How often it was tried in vain.' }),
    code: Type.String({ description: 'Of the problem that the last attempt came to.' }),
    error: Type.String(),
    reason: Type.String(),
    skippedBy: PersonView,
    skippedAt: Timestamp,
  },
  { title: 'StartSkip' },
)

/** Starts by time and by signals that administrators have passed over. */
export function addStartSkipRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    '/api/bpm/v1/start-skips',
    {
      config: { caller: 'user', permission: 'bpm:instance:admin' },
      schema: {
        operationId: 'listStartSkips',
        summary: 'Starts that administrators have passed over, newest first',
        tags: ['start-schedules'],
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(SkipView) },
      },
    },
    async (request) =>
      pageById(request.query, toSkipView, (before, limit) =>
        listSkips(db, userOf(request).tenantId, before, limit),
      ),
  )
}

const toSkipView = (row: SkipRow): Static<typeof SkipView> => ({
  id: row.id,
  definition: { id: row.definitionId, key: row.definitionKey },
  node: row.nodeId,
  dueAt: row.dueAt.toISOString(),
  signalId: row.signalId,
  attempts: row.attempts,
  code: row.code,
  error: row.error,
  reason: row.reason,
  skippedBy: { id: row.skippedBy, name: row.skippedByName },
  skippedAt: row.skippedAt.toISOString(),
})
