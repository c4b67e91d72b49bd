/** What somebody must hold in a tenant to give others back what they need, all of it. */
export const administratorPermissions = [
  'iam:member:write',
  'iam:role:write',
  'iam:user:write',
] as const

/** What a platform administrator holds beside it. */
export const platformPermission = 'iam:tenant:write'

/**
 * Whether a member of a tenant is an administrator of it: may say what roles allow, who holds them,
 * and who can sign in. The database keeps one in each tenant that ever had one (migration 0017).
 */
export const isAdministrator = (permissions: readonly string[]): boolean =>
  administratorPermissions.every((name) => permissions.includes(name))

/** Whether a member of an active tenant is an administrator of the platform. */
export const isPlatformAdministrator = (permissions: readonly string[]): boolean =>
  isAdministrator(permissions) && permissions.includes(platformPermission)
