import type { App } from '@countersign/service-kit/http'
import { toWorkload } from '../../core/workload.ts'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { toPeriod } from './period.ts'
import { measureInstances, measureNodes, measurePeople, type NodeRow } from './queries.ts'
import { SeriesQuery, SeriesView, StatisticsQuery, StatisticsView } from './schema.ts'

const config = { caller: 'user', permission: 'bpm:statistics:read' } as const
const tags = ['statistics']

/** How long approvals take, where they wait, and how it went from week to week. */
export function addStatistics(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/api/bpm/v1/statistics',
    {
      config,
      schema: {
        operationId: 'getStatistics',
        summary: 'Cycle times by node and person, backlog, overdue, and how much is returned',
        tags,
        querystring: StatisticsQuery,
        response: { 200: StatisticsView },
      },
    },
    async (request): Promise<StatisticsView> => {
      const { tenantId, permissions } = userOf(request)
      const period = toPeriod(request.query, deps.now())
      const mayName = permissions.includes('bpm:workload:read')
      return measure(deps, tenantId, period, mayName)
    },
  )

  app.get(
    '/api/bpm/v1/statistics/series',
    {
      config,
      schema: {
        operationId: 'getStatisticsSeries',
        summary: 'What was started, decided, returned, late and waiting in each week or day',
        tags,
        querystring: SeriesQuery,
        response: { 200: SeriesView },
      },
    },
    async (request): Promise<SeriesView> => {
      const { readSeries } = await import('./series.ts')
      return readSeries(deps, userOf(request).tenantId, request.query)
    },
  )
}

async function measure(
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  period: ReturnType<typeof toPeriod>,
  mayName: boolean,
): Promise<StatisticsView> {
  const [instances, nodes, people] = await Promise.all([
    measureInstances(db, tenantId, period),
    measureNodes(db, tenantId, period),
    measurePeople(db, tenantId, period),
  ])
  const { started, returned } = instances
  return {
    from: period.from.toISOString(),
    until: period.until.toISOString(),
    instances: { ...instances, returnRate: started === 0 ? 0 : returned / started },
    nodes: nodes.map(toNodeView),
    people: mayName
      ? people.map(({ userId, name, ...row }) => ({ ...row, person: { id: userId, name } }))
      : [],
    workload: toWorkload(people),
  }
}

function toNodeView({
  nodeId,
  nodeName,
  upToOneDay,
  upToThreeDays,
  upToAWeek,
  longer,
  ...row
}: NodeRow): StatisticsView['nodes'][number] {
  const waitingFor = { upToOneDay, upToThreeDays, upToAWeek, longer }
  return { ...row, node: { id: nodeId, name: nodeName }, waitingFor }
}
