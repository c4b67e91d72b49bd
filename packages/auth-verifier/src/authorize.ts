import type { Caller } from './caller.ts'
import { InsufficientScope, ServiceRequired, UserRequired } from './errors.ts'

/** A check of a verified caller; throws an {@link AuthError} (403) to refuse. */
export type Requirement = (caller: Caller) => void

/** Refuses all but tokens that a user obtained by signing in. @throws {@link UserRequired} */
export const userOnly: Requirement = (caller) => {
  if (caller.grantType !== 'authorization_code') throw new UserRequired()
}

/** Refuses all but tokens that a service obtained for itself. @throws {@link ServiceRequired} */
export const serviceOnly: Requirement = (caller) => {
  if (caller.grantType !== 'client_credentials') throw new ServiceRequired()
}

/** Requires each of these permissions. @throws {@link InsufficientScope} naming the first missing. */
export function requires(...permissions: readonly string[]): Requirement {
  return ({ permissions: held }) => {
    for (const permission of permissions) {
      if (!held.includes(permission)) throw new InsufficientScope(permission)
    }
  }
}

/** Requires each of these scopes. @throws {@link InsufficientScope} naming the first missing. */
export function requiresScope(...scopes: readonly string[]): Requirement {
  return ({ scopes: held }) => {
    for (const scope of scopes) {
      if (!held.includes(scope)) throw new InsufficientScope(scope)
    }
  }
}
