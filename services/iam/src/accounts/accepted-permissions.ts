import type { Actor } from '../actor.ts'
import {
  escalations,
  fitToken,
  isPermission,
  maxPermissionsBytes,
  normalizePermissions,
} from '../core/permissions.ts'
import { problems } from '../problems.ts'

/**
 * The permissions a role may get from this administrator, in their stored form.
 *
 * @throws `iam.permission_invalid` (422) naming the place, or when no token could carry them; `iam.permission_reserved` (403) when one
 * reaches past the tenant and the administrator does not hold it.
 */
export function acceptPermissions(actor: Actor, permissions: readonly string[]): string[] {
  const bad = permissions.findIndex((permission) => !isPermission(permission))
  if (bad >= 0) {
    throw problems.permission_invalid({
      errors: [
        {
          pointer: `/permissions/${bad}`,
          code: 'wrong_format',
          detail: 'is not of the form area:thing:act, or begins with SCOPE_',
        },
      ],
    })
  }
  refuseEscalation(actor, permissions)
  const accepted = normalizePermissions(permissions)
  if (fitToken(accepted)) return accepted
  throw problems.permission_invalid({
    errors: [
      {
        pointer: '/permissions',
        code: 'too_large',
        detail: `are more than the ${maxPermissionsBytes} bytes that a token carries`,
      },
    ],
  })
}

/** @throws `iam.permission_reserved` (403) for permissions past the tenant that the actor lacks. */
export function refuseEscalation(actor: Actor, permissions: readonly string[]): void {
  const reserved = escalations(permissions, actor.permissions)
  if (reserved.length > 0)
    throw problems.permission_reserved({ members: { permissions: reserved } })
}
