const wellFormed = /^[A-Za-z0-9._-]+(:[A-Za-z0-9._-]+)+$/
const maxLength = 100

/** Most permissions one user may hold in one tenant: the token must stay small enough for headers. */
export const maxPermissions = 400

/** `area:thing:act`, such as `expense:start`; no wildcards, a token carries what it says. */
export function isPermission(text: string): boolean {
  return text.length <= maxLength && wellFormed.test(text)
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
