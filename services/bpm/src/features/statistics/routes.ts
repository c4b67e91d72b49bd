import type { App } from '@countersign/service-kit/http'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { toPeriod } from './period.ts'
import { measureInstances, measureNodes, measurePeople } from './queries.ts'
import { StatisticsQuery, StatisticsView } from './schema.ts'

/** How long approvals take, and where they wait. */
export function addStatistics(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/api/bpm/v1/statistics',
    {
      config: { caller: 'user', permission: 'bpm:statistics:read' },
      schema: {
        operationId: 'getStatistics',
        summary: 'Cycle times by node and person, backlog, overdue, and how much is returned',
        tags: ['statistics'],
        querystring: StatisticsQuery,
        response: { 200: StatisticsView },
      },
    },
    async (request): Promise<StatisticsView> => {
      const { tenantId } = userOf(request)
      const period = toPeriod(request.query, now())
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
        nodes: nodes.map(({ nodeId, nodeName, ...row }) => ({
          ...row,
          node: { id: nodeId, name: nodeName },
        })),
        people: people.map(({ userId, name, ...row }) => ({
          ...row,
          person: { id: userId, name },
        })),
      }
    },
  )
}
