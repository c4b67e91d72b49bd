import { isIdKey } from '@countersign/service-kit/cursor'
import { defaultLimit, toPage, type Page } from '@countersign/service-kit/page'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import type { InstanceRow } from '../../../runtime/load/instances.ts'
import { getReadable, type Reader } from '../access.ts'
import type { CalledView } from '../schema.ts'
import { listCalled } from './queries.ts'

/** The approvals that one has called, for those who may read that one. */
export async function listCalledInstances(
  deps: Pick<Deps, 'db' | 'processes'>,
  reader: Reader,
  instanceId: string,
  { limit = defaultLimit, cursor }: { limit?: number; cursor?: string },
): Promise<Page<CalledView>> {
  const { instance } = await getReadable(deps, reader, instanceId)
  const process = await deps.processes.get(reader.tenantId, instance.definitionId)
  const rows = await listCalled(deps.db, reader.tenantId, instance.id, {
    afterId: readCursor(cursor, isIdKey),
    limit: limit + 1,
  })
  const page = toPage(rows, limit, ({ id }) => id)
  return { ...page, items: page.items.map((row) => toView(row, nameIn(process, row))) }
}

const nameIn = (
  process: { readonly nodes: ReadonlyMap<string, { readonly name: string }> },
  { parentNode }: InstanceRow,
): CalledView['node'] => {
  const id = parentNode ?? ''
  return { id, name: process.nodes.get(id)?.name ?? id }
}

function toView(row: InstanceRow, node: CalledView['node']): CalledView {
  return {
    id: row.id,
    node,
    bizType: row.bizType,
    title: row.title,
    status: row.status,
    definition: {
      id: row.definitionId,
      key: row.definitionKey,
      version: row.definitionVersion,
      name: row.definitionName,
    },
    currentNodes: row.currentNodes.map(({ id, name }) => ({ id, name })),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
