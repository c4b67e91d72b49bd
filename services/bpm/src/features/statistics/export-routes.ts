import type { App } from '@countersign/service-kit/http'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { CsvContent, sendCsv, type CsvColumns } from '../../http/csv-reply.ts'
import { toPeriod } from './period.ts'
import { measureNodes, measurePeople, type NodeRow, type PersonRow } from './queries.ts'
import { StatisticsQuery } from './schema.ts'

const measures: CsvColumns<NodeRow | PersonRow> = [
  ['decided', ({ decided }) => decided],
  ['returned', ({ returned }) => returned],
  ['returnRate', ({ decided, returned }) => (decided === 0 ? 0 : returned / decided)],
  ['medianSeconds', ({ medianSeconds }) => medianSeconds],
  ['p90Seconds', ({ p90Seconds }) => p90Seconds],
  ['backlog', ({ backlog }) => backlog],
  ['overdue', ({ overdue }) => overdue],
]

const nodeColumns: CsvColumns<NodeRow> = [
  ['definitionKey', ({ definitionKey }) => definitionKey],
  ['nodeId', ({ nodeId }) => nodeId],
  ['nodeName', ({ nodeName }) => nodeName],
  ...measures,
]

const personColumns: CsvColumns<PersonRow> = [
  ['userId', ({ userId }) => userId],
  ['name', ({ name }) => name],
  ...measures,
]

/** The tables of the statistics as files. */
export function addStatisticsExport(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  const common = {
    tags: ['statistics'],
    querystring: StatisticsQuery,
    response: { 200: CsvContent },
  }

  app.get(
    '/api/bpm/v1/statistics/nodes.csv',
    {
      config: { caller: 'user', permission: 'bpm:statistics:read' },
      schema: {
        operationId: 'exportNodeStatistics',
        summary: 'Cycle times, backlog, overdue and return rate of each node as CSV',
        ...common,
      },
    },
    async (request, reply) => {
      const period = toPeriod(request.query, now())
      const rows = await measureNodes(db, userOf(request).tenantId, period)
      return sendCsv(reply, 'statistics-nodes', nodeColumns, [rows])
    },
  )

  app.get(
    '/api/bpm/v1/statistics/people.csv',
    {
      config: { caller: 'user', permission: 'bpm:workload:read' },
      schema: {
        operationId: 'exportPeopleStatistics',
        summary: 'Cycle times, backlog, overdue and return rate of each person as CSV',
        ...common,
      },
    },
    async (request, reply) => {
      const period = toPeriod(request.query, now())
      const rows = await measurePeople(db, userOf(request).tenantId, period)
      return sendCsv(reply, 'statistics-people', personColumns, [rows])
    },
  )
}
