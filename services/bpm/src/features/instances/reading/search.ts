import { defaultLimit, toPage } from '@countersign/service-kit/page'
import { columnsOfKey } from '@countersign/service-kit/sort'
import { visibleVariables } from '../../../core/definition/task-form.ts'
import type { Variables } from '../../../core/variables.ts'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import { toInstanceView } from '../../../runtime/views/instance-view.ts'
import { readsAll } from '../../../callers.ts'
import type { Reader } from '../access.ts'
import { listParticipatedNodes } from '../queries.ts'
import type { SearchQuery } from '../schema.ts'
import { findInstances } from './find-instances.ts'
import { readInstanceOrder } from './order.ts'

/** Looked for along all approvals, which an index leads; any other filter makes a part of them. */
const walked: ReadonlySet<string> = new Set(['q', 'bizType', 'bizId'])

/** A page of the instances a user has to do with; `all` for those who may read all. */
export async function searchInstances(
  deps: Pick<Deps, 'db' | 'now' | 'processes'>,
  reader: Reader,
  query: SearchQuery,
) {
  const { limit = defaultLimit, box = 'initiated', sort = '-createdAt', cursor, ...filter } = query
  const isPart = box !== 'all' || Object.keys(filter).some((name) => !walked.has(name))
  const { order, isKey, keyOf } = readInstanceOrder(sort, isPart)
  const last = readCursor(cursor, isKey)
  const rows = await findInstances(deps.db, reader.tenantId, {
    ...filter,
    order,
    after: last === undefined ? undefined : columnsOfKey(last),
    box,
    userId: reader.userId,
    limit: limit + 1,
    now: deps.now(),
  })
  const page = toPage(rows, limit, keyOf)
  const seen = await visibleIn(deps, reader, page.items)
  return { ...page, items: page.items.map((row) => toInstanceView(row, seen.get(row.id) ?? {})) }
}

/** What a reader may see of the variables of each, by the ids of the instances. */
export async function visibleIn(
  deps: Pick<Deps, 'db' | 'processes'>,
  reader: Reader,
  rows: readonly InstanceRow[],
): Promise<Map<string, Variables>> {
  const whole = (row: InstanceRow) => readsAll(reader) || row.initiatorId === reader.userId
  const part = rows.filter((row) => !whole(row))
  const instanceIds = part.map(({ id }) => id)
  const nodes = await listParticipatedNodes(deps.db, reader.tenantId, reader.userId, instanceIds)
  const seen = await Promise.all(
    part.map(async (row) => {
      const process = await deps.processes.get(reader.tenantId, row.definitionId)
      const own = nodes.filter(({ instanceId }) => instanceId === row.id)
      const nodeIds = own.map(({ nodeId }) => nodeId)
      return [row.id, visibleVariables(process, nodeIds, row.variables)] as const
    }),
  )
  return new Map([...seen, ...rows.filter(whole).map((row) => [row.id, row.variables] as const)])
}
