import { isDeepStrictEqual } from 'node:util'
import type { UserCaller } from '../../callers.ts'
import { replaceOwnRow } from '../../db/own-rows.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findDelegations } from './queries.ts'
import type { DelegationsBody } from './schema.ts'

type DelegationDeps = Pick<Deps, 'db' | 'now' | 'directory'>

/**
 * Replaces who stands in for the caller. It counts for tasks that come from then on; what they hold
 * already stays with them.
 *
 * @throws `bpm.delegation_invalid` (422), `bpm.revision_mismatch` (412).
 */
export async function replaceDelegations(
  { db, now, directory }: DelegationDeps,
  caller: UserCaller,
  { items }: DelegationsBody,
  expected: number | undefined,
): Promise<void> {
  const stored = (await findDelegations(db, caller.tenantId, caller.userId))?.items ?? []
  // People leave: what was good when it was stored, or is over, keeps nobody from changing the rest.
  const named = items.filter(
    (item) => new Date(item.until) > now() && !stored.some((one) => isDeepStrictEqual(one, item)),
  )
  const users = await directory.findUsers(
    caller.tenantId,
    named.map(({ to }) => to),
  )
  const errors = items.flatMap((item, index) => {
    const { to, from, until } = item
    const fault = (member: string, code: string, detail: string) => [
      { pointer: `/items/${index}/${member}`, code, detail },
    ]
    if (to === caller.userId) return fault('to', 'self', 'nobody stands in for themselves')
    if (named.includes(item) && users.get(to)?.active !== true) {
      return fault('to', 'user_unknown', 'no active member of the tenant')
    }
    if (new Date(from) < new Date(until)) return []
    return fault('until', 'period', 'it ends before it begins')
  })
  if (errors.length > 0) throw problems.delegation_invalid({ errors })
  const values = { items: JSON.stringify(items), updated_at: now() }
  if (await replaceOwnRow(db, 'delegations', caller, values, expected)) return
  throw problems.revision_mismatch()
}
