const wellFormed = /^[A-Za-z0-9._-]+(:[A-Za-z0-9._-]+)+$/
const maxLength = 100

/** Most permissions one user may hold in one tenant. */
export const maxPermissions = 400

/**
 * Most bytes of them as a JSON array. The token around it must fit into the 16 KiB that Node, and
 * many a proxy, allow for all headers of a request.
 */
export const maxPermissionsBytes = 8_192

/** Whether a token can carry them. What is not carried is not cut off: no token is issued. */
export const fitToken = (permissions: readonly string[]): boolean =>
  permissions.length <= maxPermissions &&
  Buffer.byteLength(JSON.stringify(permissions)) <= maxPermissionsBytes

/**
 * `area:thing:act`, such as `expense:start`; no wildcards, a token carries what it says. Not `SCOPE_…`, by which a scope is
 * told from a permission: verifiers refuse a token that has such a one (packages/auth-verifier/src/caller.ts).
 */
export function isPermission(text: string): boolean {
  return text.length <= maxLength && wellFormed.test(text) && !text.startsWith('SCOPE_')
}

/** Reaches past one tenant. Only somebody who holds such a permission may put it into a role. */
export function isPlatformPermission(permission: string): boolean {
  return permission.startsWith('iam:tenant:') || permission.startsWith('iam:key:')
}

/** Sorted and without repeats, as they are stored and issued. */
export function normalizePermissions(permissions: readonly string[]): string[] {
  return [...new Set(permissions)].toSorted()
}

/** The platform permissions among `wanted` that `held` does not cover. */
export function escalations(wanted: readonly string[], held: readonly string[]): string[] {
  return wanted.filter(
    (permission) => isPlatformPermission(permission) && !held.includes(permission),
  )
}
