import type { Db } from '../../db/schema.ts'
import type { Directory } from '../../clients/directory.ts'
import type { Known, Missing, Needs, WorkingTimes } from '../decide/known.ts'
import type { PublishedTable } from '../../core/decision/table.ts'
import { loadWorkingTimes } from './calendars.ts'

/** A directory for one business type that knows those of the others. */
export interface MatterDirectory extends Directory {
  readonly about?: (bizType: string) => Directory
  /** The same where it is known that nobody is away. */
  readonly whileNobodyIsAway?: Directory
}

/** Where things are looked up that a decision needs: with no transaction open. */
export interface Sources {
  readonly db: Db
  readonly directory: MatterDirectory
  readonly tenantId: string
}

interface Learning extends Known {
  readonly answers: Map<string, readonly string[]>
  readonly tables: Map<string, PublishedTable>
  readonly names: Map<string, string>
  times: WorkingTimes | undefined
  readonly about: (bizType: string) => Learning
}

/** Knows nothing yet of anybody. */
export function createKnown(): Learning {
  const others = new Map<string, Learning>()
  const own: Learning = {
    answers: new Map(),
    tables: new Map(),
    names: new Map(),
    times: undefined,
    about: (bizType) => {
      const other = others.get(bizType) ?? { ...own, answers: new Map() }
      others.set(bizType, other)
      // The calendar is that of the tenant, names are those of its people: both are the same there.
      other.times = own.times
      return other
    },
  }
  return own
}

/** Looks up what a decision turned out to need and adds it to what is known. */
export async function learn(
  { db, directory, tenantId }: Sources,
  known: Learning,
  { missing }: Needs,
): Promise<void> {
  if (missing.some(({ what }) => what === 'times')) {
    known.times = await loadWorkingTimes(db, tenantId)
  }
  const people = missing.filter((one) => one.what === 'people')
  // Of many that are called at once the people are asked for at once, not one call after the other.
  for (const [bizType, needed] of Map.groupBy(people, (one) => one.bizType)) {
    const asked = bizType === undefined ? directory : (directory.about?.(bizType) ?? directory)
    const there = bizType === undefined ? known : known.about(bizType)
    await findTables(db, tenantId, there, needed)
    await ask(asked, tenantId, there, needed)
  }
}

/** Which version of a decision table is published now, and what it says. */
async function findTables(
  db: Db,
  tenantId: string,
  known: Learning,
  needed: readonly Extract<Missing, { what: 'people' }>[],
): Promise<void> {
  for (const request of needed.flatMap((one) => one.requests)) {
    if (request.kind !== 'decision') continue
    const table = await findPublishedTable(db, tenantId, request.ref)
    known.answers.set(request.key, table === undefined ? [] : [table.id])
    if (table !== undefined) known.tables.set(table.id, table)
  }
}

async function ask(
  directory: Directory,
  tenantId: string,
  known: Learning,
  needed: readonly Extract<Missing, { what: 'people' }>[],
): Promise<void> {
  const requests = needed.flatMap((one) =>
    one.requests.filter((request) => request.kind !== 'decision'),
  )
  const answered = await directory.resolve(tenantId, requests)
  // A question without an answer means nobody: the definition says what then.
  for (const { key } of requests) known.answers.set(key, [])
  // Who stands in for those who are away comes along unasked.
  for (const [key, { userIds }] of answered) known.answers.set(key, userIds)

  const found = [...answered.values()].flatMap((one) => one.userIds)
  const userIds = [...needed.flatMap((one) => one.userIds), ...found]
  const unknown = userIds.filter((id) => !known.names.has(id))
  const users = await directory.findUsers(tenantId, unknown)
  for (const id of unknown) known.names.set(id, users.get(id)?.displayName ?? id)
}

/** The display name of a signed-in user, or the id of one the directory does not know any more. */
export async function nameOf(
  directory: Directory,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<string> {
  const users = await directory.findUsers(tenantId, [userId])
  return users.get(userId)?.displayName ?? userId
}

/** The published version of a decision table; what it says never changes. */
export function findPublishedTable(db: Db, tenantId: string, key: string) {
  return db
    .selectFrom('decisions')
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('status', '=', 'PUBLISHED')
    .select(['id', 'key', 'version', 'biz_type as bizType', 'content as table'])
    .executeTakeFirst()
}
