import { prepared } from '@countersign/service-kit/prepared'
import { sql, type RawBuilder } from 'kysely'
import { allInOrder, microBatched, inOrder, toRecords } from '../../db/micro-batch.ts'
import type { Box, InboxEntriesTable } from '../../db/instance-tables.ts'
import type { Db } from '../../db/schema.ts'
import { keyValues } from '../../runtime/load/key-values.ts'

export interface BoxPage {
  readonly userId: string
  readonly box: Exclude<Box, 'past'>
  /** Only what was due before this moment. */
  readonly dueBefore?: Date
  /** Only what is older than this entry. */
  readonly before?: { readonly at: Date; readonly taskId: string }
  readonly limit: number
}

/**
 * A box that is wanted, as a row of JSON. Whose it is and where its page begins PostgreSQL does not
 * see when it plans: for values that it knows it would make a new plan each time, at the price of
 * several pages.
 */
interface WantedBox {
  readonly tenant_id: string
  readonly user_id: string
  readonly box: string
  readonly before_at?: Date | undefined
  readonly before_id?: string | undefined
  readonly due_before?: Date | undefined
}

/** What a line of a list shows of entries that were found. */
export function selectItems(db: Db, entries: RawBuilder<unknown>, limit: number) {
  return db
    .selectFrom(
      sql<Pick<InboxEntriesTable, 'tenant_id' | 'task_id' | 'instance_id' | 'at'>>`${entries}`.as(
        'entry',
      ),
    )
    .innerJoin('tasks as task', (join) =>
      join.onRef('task.tenant_id', '=', 'entry.tenant_id').onRef('task.id', '=', 'entry.task_id'),
    )
    .innerJoin('process_instances as instance', (join) =>
      join
        .onRef('instance.tenant_id', '=', 'entry.tenant_id')
        .onRef('instance.id', '=', 'entry.instance_id'),
    )
    .innerJoin('biz_type_versions as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'instance.tenant_id')
        .onRef('version.code', '=', 'instance.biz_type')
        .onRef('version.version', '=', 'instance.biz_type_version'),
    )
    .selectAll('task')
    .select([
      'entry.at as boxAt',
      'instance.biz_type as bizType',
      'instance.biz_id as bizId',
      'instance.title as title',
      'instance.status as instanceStatus',
      'instance.round as instanceRound',
      'instance.initiator_id as initiatorId',
      'instance.initiator_name as initiatorName',
      'instance.created_at as instanceCreatedAt',
      'version.detail_path as detailPath',
      'instance.detail_url as detailUrl',
      'instance.definition_id as definitionId',
      'version.key_fields as keyFields',
      keyValues.as('keyValues'),
    ])
    .orderBy('entry.at', 'desc')
    .orderBy('entry.task_id', 'desc')
    .limit(sql.lit(limit))
}

const narrowings = {
  before_id: sql`(at, task_id) < (wanted.before_at, wanted.before_id)`,
  due_before: sql`due_at < wanted.due_before`,
}
type Narrowing = keyof typeof narrowings

const preparePage = (by: readonly Narrowing[], limit: number) =>
  prepared((db: Db, given: { wanted: string }) => {
    const conditions = by.map((name) => sql` and ${narrowings[name]}`)
    const entries = sql`(
      select * from inbox_entries
      where tenant_id = wanted.tenant_id and user_id = wanted.user_id and box = wanted.box
        ${sql.join(conditions, sql``)}
      order by at desc, task_id desc limit ${sql.lit(limit)}
    )`
    return db
      .selectFrom(
        sql<{ number: number }>`json_to_recordset(${given.wanted}::json)`.as<'wanted'>(sql`wanted (
          number integer, tenant_id uuid, user_id uuid, box text, before_at timestamptz,
          before_id uuid, due_before timestamptz
        )`),
      )
      .innerJoinLateral(selectItems(db, entries, limit).as('found'), (join) => join.onTrue())
      .select('wanted.number')
      .selectAll('found')
      .orderBy('wanted.number')
      .orderBy('found.boxAt', 'desc')
      .orderBy('found.id', 'desc')
  })

function groupPages(by: readonly Narrowing[], limit: number) {
  const select = preparePage(by, limit)
  return microBatched(
    async (db, boxes: readonly WantedBox[]) =>
      allInOrder(await select(db, { wanted: toRecords(boxes) }), boxes),
    { most: 16 },
  )
}

const pages = new Map<string, ReturnType<typeof groupPages>>()

/** A page of one person's box, newest first. Inboxes are read all the time: each kind is built once. */
export function listInbox(db: Db, tenantId: string, filter: BoxPage) {
  const { before, limit } = filter
  const wanted: WantedBox = {
    tenant_id: tenantId,
    user_id: filter.userId,
    box: filter.box,
    before_at: before?.at,
    before_id: before?.taskId,
    due_before: filter.dueBefore,
  }
  const names = Object.keys(narrowings) as Narrowing[]
  const by = names.filter((name) => wanted[name] !== undefined)
  const kind = `${by.join()} ${limit}`
  const page = pages.get(kind) ?? groupPages(by, limit)
  pages.set(kind, page)
  return page(db, wanted)
}

export type InboxItemRow = Omit<Awaited<ReturnType<typeof listInbox>>[number], 'number'>

export interface BoxCounts {
  readonly todo: number
  readonly waiting: number
  readonly done: number
  readonly cc: number
  readonly overdue: number
}

interface Counted {
  readonly tenantId: string
  readonly userId: string
  readonly now: Date
  /** Each box is counted up to one more than this, so that a large one costs no more. */
  readonly cap: number
}

/** Sizes of a person's boxes, as far as the cap. */
export const countBoxes = microBatched(
  async (db: Db, owners: readonly Counted[]): Promise<BoxCounts[]> => {
    const asked = owners.map(({ tenantId, userId, now, cap }) => ({
      tenant_id: tenantId,
      user_id: userId,
      now,
      most: cap + 1,
    }))
    const { rows } = await sql<BoxCounts & { number: number }>`
      select number,
        ${countOf(sql`box = 'todo'`)} as todo,
        ${countOf(sql`box = 'waiting'`)} as waiting,
        ${countOf(sql`box = 'done'`)} as done,
        ${countOf(sql`box = 'cc' and read_at is null`)} as cc,
        ${countOf(sql`box = 'todo' and due_at < wanted.now`)} as overdue
      from json_to_recordset(${toRecords(asked)}::json) as wanted (
        number integer, tenant_id uuid, user_id uuid, now timestamptz, most integer
      )`.execute(db)
    return inOrder(rows, owners).map((row) => row ?? none)
  },
  { most: 16 },
)

const none: BoxCounts = { todo: 0, waiting: 0, done: 0, cc: 0, overdue: 0 }

const countOf = (which: ReturnType<typeof sql>) => sql`(select count(*) from (
  select from inbox_entries
  where tenant_id = wanted.tenant_id and user_id = wanted.user_id and ${which}
  limit wanted.most
) as counted)`
