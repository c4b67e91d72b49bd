import { requirePermission } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { userOf } from '../../callers.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'

const RemovalView = closed(
  {
    id: Uuid,
    what: Type.String({ description: 'What went: events, notices, incidents and so on.' }),
    rows: Type.Integer({ description: 'How many.' }),
    keptDays: Type.Integer({ description: 'The setting, in days.' }),
    endedBefore: Timestamp,
    removedAt: Timestamp,
  },
  { title: 'RetentionRemoval' },
)

/** What went of a tenant by age, for whoever reads what was done to its approvals. */
export function addRemovals(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    '/api/bpm/v1/retention-removals',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'listRetentionRemovals',
        summary: 'What was removed because it was old enough, newest first',
        tags: ['audit'],
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(RemovalView) },
      },
    },
    async (request) => {
      const { tenantId, permissions } = userOf(request)
      if (!permissions.includes('bpm:instance:admin')) {
        requirePermission(request.caller, 'bpm:instance:read')
      }
      return pageById(request.query, toRemovalView, (before, limit) =>
        listRemovals(db, tenantId, before, limit),
      )
    },
  )
}

// Their ids are in the order of time.
function listRemovals(db: Db, tenantId: string, before: string | undefined, limit: number) {
  const all = db
    .selectFrom('retention_removals')
    .select([
      'removal_id as id',
      'what',
      'row_count as rows',
      'kept_days as keptDays',
      'ended_before as endedBefore',
      'removed_at as removedAt',
    ])
    .where('tenant_id', '=', tenantId)
  const from = before === undefined ? all : all.where('removal_id', '<', before)
  return from.orderBy('removal_id', 'desc').limit(limit).execute()
}
type RemovalRow = Awaited<ReturnType<typeof listRemovals>>[number]

const toRemovalView = ({ endedBefore, removedAt, ...row }: RemovalRow) => ({
  ...row,
  endedBefore: endedBefore.toISOString(),
  removedAt: removedAt.toISOString(),
})
