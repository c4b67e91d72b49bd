import { requirePermission } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { listExports, type ExportRow } from './queries.ts'

const DataExportView = closed(
  {
    id: Uuid,
    exportId: Type.String({
      format: 'uuid',
      description: 'The try: it has an entry when it begins, and another when it ends.',
    }),
    phase: Type.Enum(['begun', 'ended'], {
      description: 'A try without an entry that is ended was cut off.',
    }),
    userId: Type.Union([Uuid, Type.Null()], {
      description: 'Whose data; null for all of the tenant.',
    }),
    by: Type.String({ description: 'Who of the operators asked for it, in their own words.' }),
    continues: Type.Boolean({ description: 'Whether it goes on behind an earlier one.' }),
    counts: Type.Union([Type.Record(Type.String(), Type.Integer()), Type.Null()], {
      description: 'Rows that were printed, by table; null when it begins.',
    }),
    recordedAt: Timestamp,
  },
  { title: 'DataExport' },
)

/** Who took out what is here of a person or the tenant, for whoever reads what was done to its approvals. */
export function addDataExportRoutes(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    '/api/bpm/v1/data-exports',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'listDataExports',
        summary: 'Exports of the data of a person or of the tenant by operators, newest first',
        tags: ['audit'],
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(DataExportView) },
      },
    },
    async (request) => {
      const { tenantId, permissions } = userOf(request)
      if (!permissions.includes('bpm:instance:admin')) {
        requirePermission(request.caller, 'bpm:instance:read')
      }
      return pageById(request.query, toView, (before, limit) =>
        listExports(db, tenantId, before, limit),
      )
    },
  )
}

const toView = ({ recordedAt, ...row }: ExportRow) => ({
  ...row,
  phase: row.counts === null ? ('begun' as const) : ('ended' as const),
  recordedAt: recordedAt.toISOString(),
})
