import { requirePermission } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { toKeyFieldCells, toKeyFields } from '../../../core/key-fields.ts'
import { readsAll, userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { CsvContent, pagesOf, sendCsv, type CsvColumns } from '../../../http/csv-reply.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import type { Reader } from '../access.ts'
import { SearchQuery } from '../schema.ts'
import { findInstances } from './find-instances.ts'
import { listStartAgents } from './queries.ts'
import { visibleIn } from './search.ts'

type Cells = ReturnType<typeof toKeyFieldCells>

interface ExportRow extends Omit<InstanceRow, 'keyFields'>, Cells {
  /** The agent that started it in the initiator's name. */
  readonly agentName: string | undefined
}

/** Of the variables only key fields: who may see which is decided for each person and node. */
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
  ['amount', ({ amount }) => amount],
  ['currency', ({ currency }) => currency],
  ['keyFields', ({ keyFields }) => keyFields],
]

/** The list of approvals as a file. */
export function addInstanceExportRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'now' | 'processes'>,
): void {
  app.get(
    '/api/bpm/v1/process-instances.csv',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'exportProcessInstances',
        summary: 'The list of approvals as CSV, newest first, up to 100,000',
        tags: ['instances'],
        querystring: Type.Omit(SearchQuery, ['limit', 'cursor', 'sort']),
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
      const now = deps.now()
      const pages = pagesOf<ExportRow>(async (limit, last) => {
        const after = last === undefined ? undefined : [last.id]
        const listed = { ...filter, box, userId, limit, after, now }
        const rows = await findInstances(deps.db, tenantId, listed)
        return withMore(deps, reader, rows)
      })
      return sendCsv(reply, 'approvals', columns, pages)
    },
  )
}

async function withMore(
  deps: Pick<Deps, 'db' | 'processes'>,
  reader: Reader,
  rows: readonly InstanceRow[],
): Promise<readonly ExportRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const agents = await listStartAgents(deps.db, reader.tenantId, ids)
  const seen = await visibleIn(deps, reader, rows)
  return rows.map((row) => ({
    ...row,
    agentName: agents.get(row.id),
    ...toKeyFieldCells(toKeyFields(row.keyFields, seen.get(row.id) ?? {})),
  }))
}
