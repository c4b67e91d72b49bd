import { type AclLevel, decideAccess } from '../../../core/access.ts'
import { findShareRest, type ShareRest, type ShareUse } from '../../../core/share.ts'
import type { Deps } from '../../../deps.ts'
import type { Standing } from '../../../clients/directory.ts'
import type { ShareRow } from '../queries.ts'

/** By whose right a share serves, and what iam said of them: never asked inside a transaction. */
export interface Holder extends Standing {
  readonly userId: string
  /** The roles and departments that iam was asked about. */
  readonly asked: ReadonlySet<string>
}

/** What of a document decides, beside the holder. */
export interface Held {
  readonly ownerId: string
  readonly levels: readonly AclLevel[]
}

export const holderOf = ({ createdBy, takenOverBy }: Pick<ShareRow, 'createdBy' | 'takenOverBy'>) =>
  takenOverBy ?? createdBy

/**
 * What iam says of some holders. The answer may be ten seconds old; without one nothing is served.
 *
 * @throws `dms.unavailable` (503)
 */
export async function findHolders(
  deps: Deps,
  tenantId: string,
  userIds: readonly string[],
  { levels }: Held,
): Promise<ReadonlyMap<string, Holder>> {
  const groups = groupsIn(levels)
  const standings = await deps.directory.findStandings(tenantId, userIds, groups)
  const asked = new Set(groups)
  return new Map(
    userIds.map((userId) => [userId, { ...(standings.get(userId) ?? nobody), userId, asked }]),
  )
}

const nobody: Standing = { isActive: false, permissions: new Set(), memberships: new Set() }

const groupsIn = (levels: readonly AclLevel[]) => [
  ...new Set(
    levels
      .flatMap(({ entries }) => entries.map(({ principal }) => principal))
      .filter((principal) => /^(?:role|department):/.test(principal)),
  ),
]

/**
 * Why a share rests; undefined when it serves. `unknown` when iam has to be asked again: somebody has
 * taken the share over since, or the lists name a group that they did not.
 */
export function decideServing(
  share: ShareUse & Pick<ShareRow, 'createdBy' | 'takenOverBy'>,
  held: Held,
  holder: Holder,
): ShareRest | 'unknown' | undefined {
  const { userId, asked, isActive, permissions, memberships } = holder
  const isOther = holderOf(share) !== userId
  if (isOther || groupsIn(held.levels).some((group) => !asked.has(group))) return 'unknown'
  const principals = new Set(['public', `user:${userId}`, ...memberships])
  const isAdministrator = permissions.has('dms:document:admin')
  const access = decideAccess(held, { userId, principals, isAdministrator })
  const mayShare = permissions.has('dms:document:share')
  return findShareRest(share, { isActive, mayShare }, access)
}
