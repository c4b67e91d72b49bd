interface PermissionGroup {
  readonly name: string
  readonly permissions: readonly string[]
}

/** Permissions by what they are about: `iam:user:read` and `iam:user:write` belong together. */
export function groupPermissions(permissions: readonly string[]): readonly PermissionGroup[] {
  const groups = Map.groupBy(permissions, (permission) =>
    permission.split(':').slice(0, 2).join(':'),
  )
  return [...groups].map(([name, members]) => ({ name, permissions: members }))
}
