import { PLATFORM_PERMISSIONS, SERVICE_SCOPES } from '@countersign/contracts'
import { isPermission } from './permissions.ts'

/** What an application may ask to learn of a person (OpenID Connect Core sections 3.1.2.1, 5.4, 11). */
export const openIdScopes = ['openid', 'profile', 'email', 'offline_access'] as const

const platformPermissions = new Set<string>(PLATFORM_PERMISSIONS)
const serviceScopes = new Set<string>(SERVICE_SCOPES)
const platformArea = /^(?:iam|bpm|dms):/

/** Names of the platform's own areas are a closed list; business applications add names of theirs. */
export const isKnownPermission = (name: string): boolean =>
  isPermission(name) &&
  !name.startsWith('tenant:') &&
  (platformPermissions.has(name) || !platformArea.test(name))

/** Scopes of people's tokens. The check `clients_scope_class` says the same, but for unknown names. */
export const isUserScope = (scope: string): boolean =>
  openIdScopes.some((name) => name === scope) || isKnownPermission(scope)

/** Scopes of services' tokens. `tenant:<uuid>` is none of them: tenants are granted by themselves. */
export const isServiceScope = (scope: string): boolean => serviceScopes.has(scope)
