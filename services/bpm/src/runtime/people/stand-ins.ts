import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import type { Delegation } from '../../db/delegation-tables.ts'
import { microBatched, inOrder, onceForEach, toRecords } from '../../db/micro-batch.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Directory } from '../../directory.ts'
import type { MatterDirectory } from './learn.ts'

/** What is decided about, for delegations that are for some business types only. */
export interface Matter {
  readonly bizType: string
  readonly initiatorId: string
}

/** Somebody who stands in may be away as well; beyond this nobody looks further. */
const maxSteps = 5

/**
 * The directory, with those who are away replaced by those who stand in for them. It answers before
 * the engine sees anybody, so that the log keeps the people who were really asked.
 */
export function withStandIns(
  { directory, db, now }: Pick<Deps, 'directory' | 'db' | 'now'>,
  matter: Matter,
): MatterDirectory {
  const { initiatorId } = matter
  return {
    about: (bizType) => withStandIns({ directory, db, now }, { bizType, initiatorId }),
    findUsers: (tenantId, ids) => directory.findUsers(tenantId, ids),
    async resolve(tenantId, requests) {
      const answers = await directory.resolve(tenantId, requests)
      const asked = [...new Set([...answers.values()].flatMap(({ userIds }) => userIds))]
      const instead = await findStandIns({ directory, db, now }, tenantId, asked, matter)
      if (instead.size === 0) return answers
      const replace = (ids: readonly string[]) => [
        ...new Set(ids.map((id) => instead.get(id) ?? id)),
      ]
      return new Map(
        [...answers].map(([key, { userIds, missing }]) => [
          key,
          { userIds: replace(userIds), missing },
        ]),
      )
    },
  }
}

async function findStandIns(
  { directory, db, now }: Pick<Deps, 'directory' | 'db' | 'now'>,
  tenantId: string,
  userIds: readonly string[],
  matter: Matter,
): Promise<Map<string, string>> {
  const at = now()
  const current = new Map(userIds.map((id) => [id, id]))
  const delegates = new Map<string, string>()
  let wanted = userIds
  for (let step = 0; step < maxSteps && wanted.length > 0; step++) {
    const lists = await listDelegations(db, tenantId, wanted)
    for (const { userId, items } of lists) {
      const to = items.find((item) => applies(item, matter, at))?.to
      if (to !== undefined) delegates.set(userId, to)
    }
    wanted = lists.flatMap(({ userId }) => delegates.get(userId) ?? [])
  }
  for (const id of userIds) current.set(id, follow(id, delegates))
  return keepActive(directory, tenantId, current)
}

function follow(from: string, delegates: ReadonlyMap<string, string>): string {
  const seen = new Set<string>()
  let at = from
  for (let next = delegates.get(at); next !== undefined; next = delegates.get(at)) {
    // All of a circle are away: it stays with whom it was meant for.
    if (seen.has(at)) return from
    seen.add(at)
    at = next
  }
  return at
}

/** Somebody who has left meanwhile stands in for nobody. */
async function keepActive(
  directory: Directory,
  tenantId: string,
  standIns: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const replaced = [...standIns].filter(([id, standIn]) => id !== standIn)
  if (replaced.length === 0) return new Map()
  const users = await directory.findUsers(
    tenantId,
    replaced.map(([, standIn]) => standIn),
  )
  return new Map(replaced.filter(([, standIn]) => users.get(standIn)?.active === true))
}

/** Nobody comes to decide what they have started themselves by standing in. */
function applies({ to, from, until, bizTypes }: Delegation, matter: Matter, at: Date): boolean {
  if (to === matter.initiatorId) return false
  if (at < new Date(from) || at >= new Date(until)) return false
  return bizTypes === null || bizTypes.includes(matter.bizType)
}

async function listDelegations(db: Db, tenantId: string, userIds: readonly string[]) {
  const lists = await Promise.all(
    userIds.map((userId) => findDelegations(db, { tenantId, userId })),
  )
  return userIds.map((userId, index) => ({ userId, items: lists[index] ?? [] }))
}

interface Person {
  readonly tenantId: string
  readonly userId: string
}

// The same people are asked again and again.
const findDelegations = microBatched(
  onceForEach(
    ({ tenantId, userId }: Person) => `${tenantId}/${userId}`,
    async (db, people: readonly Person[]) => {
      const asked = people.map(({ tenantId, userId }) => ({ tenant_id: tenantId, user_id: userId }))
      const rows = await selectDelegations(db, { asked: toRecords(asked) })
      return inOrder(rows, people).map((row) => row?.items ?? [])
    },
  ),
  { most: 200 },
)

const selectDelegations = prepared((db: Db, given: { asked: string }) =>
  db
    .selectFrom(
      sql<{ number: number; tenant_id: string; user_id: string }>`
        json_to_recordset(${given.asked}::json)
      `.as<'wanted'>(sql`wanted (number integer, tenant_id uuid, user_id uuid)`),
    )
    .innerJoin('delegations', (join) =>
      join
        .onRef('delegations.tenant_id', '=', 'wanted.tenant_id')
        .onRef('delegations.user_id', '=', 'wanted.user_id'),
    )
    .select(['wanted.number', 'delegations.items']),
)
