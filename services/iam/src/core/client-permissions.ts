import { IAM_PERMISSIONS } from '@countersign/contracts'
import { normalizePermissions } from './permissions.ts'
import { isKnownPermission } from './scopes.ts'

/**
 * What the tokens of an application may carry of what its people may do: the permissions named,
 * `['*']` for all, null for all but the administration of the identity service (`iam:*`).
 */
export type PermissionLimit = readonly string[] | null

export const everyPermission = '*'

const isEvery = (limit: PermissionLimit) => limit?.includes(everyPermission) === true

/** What a token carries (RFC 9700 section 2.3): what its person may do and its client is for. */
export function limitPermissions(held: readonly string[], limit: PermissionLimit): string[] {
  if (isEvery(limit)) return [...held]
  return held.filter((name) => (limit === null ? !name.startsWith('iam:') : limit.includes(name)))
}

/** As it is stored: sorted, without repeats; all is all, whatever else is named. */
export const normalizeLimit = (limit: PermissionLimit): string[] | null =>
  limit === null ? null : isEvery(limit) ? [everyPermission] : normalizePermissions(limit)

/** The place of the first entry that names nothing, or undefined. */
export function findUnknownPermission(limit: PermissionLimit): number | undefined {
  const index = limit?.findIndex((name) => name !== everyPermission && !isKnownPermission(name))
  return index === undefined || index < 0 ? undefined : index
}

/** What tokens may carry by a limit of the administration of the identity service. */
export const reachOf = (limit: PermissionLimit): string[] =>
  limitPermissions(IAM_PERMISSIONS, limit)

/** What the person agreed to; null: they were not asked. */
export const limitToConsent = (
  held: readonly string[],
  agreed: readonly string[] | null,
): readonly string[] => (agreed === null ? held : held.filter((name) => agreed.includes(name)))
