import { requirePermission } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { CsvContent, pagesOf, sendCsv, type CsvColumns } from '../../../http/csv-reply.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import { readsAll } from '../access.ts'
import { SearchQuery } from '../schema.ts'
import { listInstances, listStartAgents } from './queries.ts'

interface ExportRow extends InstanceRow {
  /** The agent that started it in the initiator's name. */
  readonly agentName: string | undefined
}

/** Without variables: who may see which is decided for each person and node. */
const columns: CsvColumns<ExportRow> = [
  ['id', ({ id }) => id],
  ['bizType', ({ bizType }) => bizType],
  ['bizId', ({ bizId }) => bizId],
  ['title', ({ title }) => title],
  ['status', ({ status }) => status],
  ['round', ({ round }) => round],
  ['initiatorId', ({ initiatorId }) => initiatorId],
  ['initiatorName', ({ initiatorName }) => initiatorName],
  ['definitionKey', ({ definitionKey }) => definitionKey],
  ['definitionVersion', ({ definitionVersion }) => definitionVersion],
  ['currentNodes', ({ currentNodes }) => currentNodes.map(({ name }) => name).join('; ')],
  ['createdAt', ({ createdAt }) => createdAt],
  ['updatedAt', ({ updatedAt }) => updatedAt],
  ['endedAt', ({ endedAt }) => endedAt],
  ['agentName', ({ agentName }) => agentName ?? null],
]

/** The list of approvals as a file. */
export function addInstanceExport(app: App, { db }: Pick<Deps, 'db'>): void {
  app.get(
    '/api/bpm/v1/process-instances.csv',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'exportProcessInstances',
        summary: 'The list of approvals as CSV, newest first, up to 100,000',
        tags: ['instances'],
        querystring: Type.Omit(SearchQuery, ['limit', 'cursor']),
        response: { 200: CsvContent },
      },
    },
    async (request, reply) => {
      const reader = userOf(request)
      const { box = 'initiated', ...filter } = request.query
      if (box === 'all' && !readsAll(reader)) {
        requirePermission(request.caller, 'bpm:instance:read')
      }
      const { tenantId, userId } = reader
      const pages = pagesOf<ExportRow>(async (limit, last) => {
        const beforeId = last?.id
        const rows = await listInstances(db, tenantId, { ...filter, box, userId, limit, beforeId })
        return withAgents(db, tenantId, rows)
      })
      return sendCsv(reply, 'approvals', columns, pages)
    },
  )
}

async function withAgents(
  db: Deps['db'],
  tenantId: string,
  rows: readonly InstanceRow[],
): Promise<readonly ExportRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const agents = await listStartAgents(db, tenantId, ids)
  return rows.map((row) => ({ ...row, agentName: agents.get(row.id) }))
}
