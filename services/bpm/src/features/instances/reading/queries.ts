import { comesAfter, inOrder, type Order } from '@countersign/service-kit/sort'
import { sql } from 'kysely'
import type { InstanceStatus } from '../../../core/instance.ts'
import type { Box } from '../../../db/instance-tables.ts'
import type { Db } from '../../../db/schema.ts'
import { selectInstances } from '../../../runtime/load/instances.ts'
import { matches, type Narrowing } from '../../../runtime/load/narrowed.ts'
import { belongsToFigure, type FigureFilter } from './of-figure.ts'

export interface InstanceFilter extends Narrowing, FigureFilter {
  readonly box: 'initiated' | 'involved' | 'cc' | 'all'
  readonly userId: string
  readonly status?: InstanceStatus
  /** Newest first without it. */
  readonly order?: Order | undefined
  /** What the last one of the page before has in the columns of the order. */
  readonly after?: readonly string[] | undefined
  readonly limit: number
  /** What is overdue is so at this moment. */
  readonly now: Date
}

/** Which part of a list is looked at. */
interface Part {
  /** Not further than so many of its entries. */
  readonly most?: number | undefined
  /** Only these. */
  readonly among?: readonly string[]
}

/** Ids are UUIDv7, so their order is that of the starts. */
const newestFirst: Order = { by: [sql`instance.id`], isDescending: true }

export function listInstances(
  db: Db,
  tenantId: string,
  filter: InstanceFilter,
  { most, among }: Part = {},
) {
  let query = selectInstances(db, tenantId)
    .where(isInBox(tenantId, filter))
    .where(matches(filter))
    .where(belongsToFigure(tenantId, filter, filter.now))
    .orderBy(inOrder(filter.order ?? newestFirst))
    .limit(filter.limit)
  if (filter.status !== undefined) query = query.where('instance.status', '=', filter.status)
  if (among !== undefined)
    query = query.where(sql<boolean>`instance.id = any(${[...among]}::uuid[])`)
  if (most !== undefined)
    query = query.where(sql<boolean>`instance.id in (
      select instance.id from process_instances as instance where ${isInBox(tenantId, filter)}
      order by ${inOrder(filter.order ?? newestFirst)} limit ${most}::integer
    )`)
  return query.execute()
}

/** Whether a list, from where its page begins, has more entries than so many. */
export async function isLongerThan(
  db: Db,
  tenantId: string,
  filter: InstanceFilter,
  than: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from process_instances as instance where ${isInBox(tenantId, filter)}
    order by ${inOrder(filter.order ?? newestFirst)} offset ${than}::integer limit 1`.execute(db)
  return rows.length > 0
}

function isInBox(tenantId: string, { box, userId, order = newestFirst, after }: InstanceFilter) {
  const isLater = after === undefined ? sql`true` : comesAfter(order, after)
  return sql<boolean>`instance.tenant_id = ${tenantId} and ${isLater} and ${boxes[box](userId)}`
}

const boxes = {
  // Nobody started a called one by hand; it is found with the one that called it.
  initiated: (userId: string) =>
    sql`instance.initiator_id = ${userId} and instance.parent_id is null`,
  // Also who has lent their task, or asked others first.
  involved: (userId: string) => hasEntryOf(userId, ['todo', 'waiting', 'done']),
  cc: (userId: string) => hasEntryOf(userId, ['cc']),
  all: () => sql`true`,
}

const hasEntryOf = (userId: string, inBoxes: readonly Box[]) => sql`exists (
  select from inbox_entries as entry
  where entry.tenant_id = instance.tenant_id and entry.instance_id = instance.id
    and entry.user_id = ${userId} and entry.box = any(${[...inBoxes]}::text[])
)`

/** The agents that started these approvals, as people know them; those that people started are not among them. */
export async function listStartAgents(db: Db, tenantId: string, instanceIds: readonly string[]) {
  const rows = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', 'in', instanceIds)
    .where('sequence', '=', 1)
    .where(sql<boolean>`details ? 'agent'`)
    .select([
      'instance_id as instanceId',
      sql<string>`coalesce(details ->> 'agentName', details ->> 'agent')`.as('agentName'),
    ])
    .execute()
  return new Map(rows.map(({ instanceId, agentName }) => [instanceId, agentName]))
}

/** The nodes that were left so far, in order, with their outcomes. */
export async function listMoves(db: Db, tenantId: string, instanceId: string) {
  const rows = await db
    .selectFrom('instance_actions')
    .where('tenant_id', '=', tenantId)
    .where('instance_id', '=', instanceId)
    .where('moves', 'is not', null)
    .select('moves')
    .orderBy('sequence')
    .execute()
  return rows.flatMap(({ moves }) => moves ?? [])
}

export async function findBpmnXml(db: Db, tenantId: string, definitionId: string): Promise<string> {
  const { bpmnXml } = await db
    .selectFrom('definitions')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', definitionId)
    .select('bpmn_xml as bpmnXml')
    .executeTakeFirstOrThrow()
  return bpmnXml
}

/** What one approval has called so far, oldest first. */
export function listCalled(
  db: Db,
  tenantId: string,
  parentId: string,
  page: { afterId?: string | undefined; limit: number },
) {
  let query = selectInstances(db, tenantId)
    .where('instance.parent_id', '=', parentId)
    .orderBy('instance.id')
    .limit(page.limit)
  if (page.afterId !== undefined) query = query.where('instance.id', '>', page.afterId)
  return query.execute()
}
