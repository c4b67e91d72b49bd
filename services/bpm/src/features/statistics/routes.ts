import type { App } from '@countersign/service-kit/http'
import { ProblemBody } from '@countersign/service-kit/problem'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { measureInstances, measureNodes, measurePeople, type Period } from './queries.ts'
import { StatisticsQuery, StatisticsView } from './schema.ts'

const dayMs = 24 * 60 * 60 * 1000
const defaultDays = 30
const maxDays = 366

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
        response: { 200: StatisticsView, '4xx': ProblemBody },
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

function toPeriod({ from, until, bizType }: StatisticsQuery, now: Date): Period {
  const end = until === undefined ? now : new Date(until)
  const begin = from === undefined ? new Date(end.getTime() - defaultDays * dayMs) : new Date(from)
  const days = (end.getTime() - begin.getTime()) / dayMs
  if (days > 0 && days <= maxDays) return { from: begin, until: end, now, bizType }
  const detail = `the period has to be up to ${maxDays} days long`
  throw problems.invalid_request({ errors: [{ pointer: '/query/from', code: 'period', detail }] })
}
