import { inSnapshot } from '@countersign/service-kit/transaction'
import { toWorkload } from '../../core/workload.ts'
import type { Deps } from '../../deps.ts'
import {
  measureInstances,
  measureNodes,
  measurePeople,
  type NodeRow,
  type Period,
} from './queries.ts'
import type { StatisticsView } from './schema.ts'

/** Of how many nodes and people figures are told one by one; the files have them all. */
const MOST_ROWS = 500

/**
 * The figures of a period, on one snapshot: what is decided while they are read is in all of them or in none.
 *
 * @param mayName Whether the reader may know whose figures they are.
 */
export async function measure(
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  period: Period,
  mayName: boolean,
): Promise<StatisticsView> {
  const { instances, nodes, people } = await inSnapshot(db, async (tx) => ({
    instances: await measureInstances(tx, tenantId, period),
    nodes: await measureNodes(tx, tenantId, period),
    people: await measurePeople(tx, tenantId, period),
  }))
  const { started, returned } = instances
  const named = mayName ? people : []
  return {
    from: period.from.toISOString(),
    until: period.until.toISOString(),
    instances: { ...instances, returnRate: started === 0 ? 0 : returned / started },
    nodes: nodes.slice(0, MOST_ROWS).map(toNodeView),
    people: named
      .slice(0, MOST_ROWS)
      .map(({ userId, name, ...row }) => ({ ...row, person: { id: userId, name } })),
    workload: toWorkload(people),
    complete: nodes.length <= MOST_ROWS && named.length <= MOST_ROWS,
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
