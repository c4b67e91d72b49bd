import { prepared } from '@countersign/service-kit/prepared'
import { sql } from 'kysely'
import { standInsKey } from '../../core/engine/people/stand-ins.ts'
import type { Delegation } from '../../db/delegation-tables.ts'
import {
  microBatched,
  inOrder,
  onceForEach,
  toRecords,
} from '@countersign/service-kit/micro-batched'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { Directory } from '../../clients/directory.ts'
import type { MatterDirectory } from './learn.ts'

/** What is decided about, for delegations that are for some business types only. */
export interface Matter {
  readonly bizType: string
  readonly initiatorId: string
}

/** Somebody who stands in may be away as well; beyond this nobody looks further. */
const maxSteps = 5

/**
 * The directory, with those who stand in for the people of an answer beside it: see `standInsOf`. The
 * engine decides who of them sits where, and the log keeps what it was told.
 */
export function withStandIns(
  { directory, db, now }: Pick<Deps, 'directory' | 'db' | 'now'>,
  matter: Matter,
): MatterDirectory {
  return {
    about: (bizType) =>
      withStandIns({ directory, db, now }, { bizType, initiatorId: matter.initiatorId }),
    whileNobodyIsAway: directory,
    findUsers: (tenantId, ids) => directory.findUsers(tenantId, ids),
    async resolve(tenantId, requests) {
      const answers = await directory.resolve(tenantId, requests)
      const asked = [...new Set([...answers.values()].flatMap(({ userIds }) => userIds))]
      const standIns = await findStandIns({ directory, db, now }, tenantId, asked, matter)
      if (standIns.size === 0) return answers
      const beside = [...standIns].map(
        ([id, userIds]) => [standInsKey(id), { userIds, missing: false }] as const,
      )
      return new Map([...answers, ...beside])
    },
  }
}

/** Who stands in for each of those who are away, in the order in which they are to be asked. */
async function findStandIns(
  { directory, db, now }: Pick<Deps, 'directory' | 'db' | 'now'>,
  tenantId: string,
  userIds: readonly string[],
  { bizType, initiatorId }: Matter,
): Promise<Map<string, readonly string[]>> {
  const at = now()
  const delegates = new Map<string, readonly string[]>()
  let wanted = userIds
  for (let step = 0; step < maxSteps && wanted.length > 0; step++) {
    const lists = await listDelegations(db, tenantId, wanted)
    for (const { userId, items } of lists) {
      const to = items.flatMap((item) => (applies(item, bizType, at) ? [item.to] : []))
      // Nor does the initiator say who decides in the place of somebody else.
      delegates.set(
        userId,
        [...new Set(to)].filter((id) => id !== initiatorId),
      )
    }
    const next = lists.flatMap(({ userId }) => delegates.get(userId) ?? [])
    wanted = [...new Set(next)].filter((id) => !delegates.has(id))
  }
  const found = userIds.map((id) => [id, follow(id, delegates)] as const)
  return keepActive(
    directory,
    tenantId,
    new Map(found.filter(([, standIns]) => standIns.length > 0)),
  )
}

/**
 * Who is away passes on to those who stand in for them; a circle leads to nobody. Each is followed once: where all of an
 * office stand in for each other there are more ways than anybody has time for.
 */
export function follow(
  id: string,
  delegates: ReadonlyMap<string, readonly string[]>,
  { seen = new Set<string>(), steps = 1 } = {},
): readonly string[] {
  seen.add(id)
  const reached = (delegates.get(id) ?? []).flatMap((to) => {
    if (seen.has(to)) return []
    const isAway = (delegates.get(to) ?? []).length > 0
    return isAway && steps < maxSteps ? follow(to, delegates, { seen, steps: steps + 1 }) : [to]
  })
  return [...new Set(reached)]
}

/** Somebody who has left meanwhile stands in for nobody. */
async function keepActive(
  directory: Directory,
  tenantId: string,
  standIns: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, readonly string[]>> {
  if (standIns.size === 0) return new Map()
  const asked = [...new Set([...standIns.values()].flat())]
  const users = await directory.findUsers(tenantId, asked)
  return new Map(
    [...standIns].map(([id, those]) => [
      id,
      those.filter((one) => users.get(one)?.active === true),
    ]),
  )
}

function applies({ from, until, bizTypes }: Delegation, bizType: string, at: Date): boolean {
  if (at < new Date(from) || at >= new Date(until)) return false
  return bizTypes === null || bizTypes.includes(bizType)
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
    async (db: Db, people: readonly Person[]) => {
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
