import type { IdempotencyKey, Answer } from '@countersign/service-kit/idempotency'
import { once } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { asActor, asSoleActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { acceptPermissions, refuseEscalation } from '../../accounts/accepted-permissions.ts'
import { deleteRole, insertRole, lockRole, updateRole, type RoleRow } from './queries.ts'
import type { ChangeRoleBody, CreateRoleBody, RoleView } from './schema.ts'

export const toRoleView = ({ createdAt, updatedAt, ...role }: RoleRow): RoleView => ({
  ...role,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** @throws `iam.code_taken` (409), `iam.permission_invalid` (422), `iam.permission_reserved` (403). */
export function createRole(
  { db, now }: Deps,
  claimant: Claimant,
  body: CreateRoleBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<RoleView>> {
  return asActor(db, claimant, (tx, actor) =>
    once(tx, key, async () => {
      const permissions = acceptPermissions(actor, body.permissions ?? [])
      const role = await insertRole(
        tx,
        actor.tenantId,
        { code: body.code, name: body.name, permissions, requiresMfa: body.requiresMfa },
        now(),
      )
      if (role === undefined) throw problems.code_taken({ members: { taken: body.code } })
      await insertAuditEvent(
        tx,
        doneBy(actor, 'role.created', 'role', role.id, {
          code: role.code,
          permissions,
          requiresMfa: role.requiresMfa,
        }),
        now(),
      )
      return { status: 201, body: toRoleView(role) }
    }),
  )
}

const settingsOf = ({ name, permissions, requiresMfa }: RoleRow) => ({
  name,
  permissions,
  requiresMfa,
})

/**
 * What it takes away is gone at once, what it adds is in tokens issued from now on.
 *
 * @throws `iam.last_administrator` (409), `iam.revision_mismatch` (412) when stale.
 */
export function changeRole(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  body: ChangeRoleBody,
  revision: number | undefined,
): Promise<RoleView> {
  return asSoleActor(db, claimant, async (tx, actor) => {
    const before = await lockRole(tx, actor.tenantId, id)
    if (before === undefined) throw problems.not_found()
    requireRevision(problems, revision, before.revision)
    // Whoever lacks a reserved permission may not change a role that has it either.
    refuseEscalation(actor, before.permissions)
    const permissions =
      body.permissions === undefined
        ? before.permissions
        : acceptPermissions(actor, body.permissions)
    const after = await updateRole(
      tx,
      actor.tenantId,
      id,
      {
        name: body.name ?? before.name,
        permissions,
        requiresMfa: body.requiresMfa ?? before.requiresMfa,
      },
      now(),
    )
    const details = { before: settingsOf(before), after: settingsOf(after) }
    await insertAuditEvent(tx, doneBy(actor, 'role.changed', 'role', id, details), now())
    return toRoleView(after)
  })
}

/** @throws `iam.role_in_use` (409) while somebody holds it or a provider gives it. */
export function removeRole(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  revision: number | undefined,
): Promise<void> {
  return asSoleActor(db, claimant, async (tx, actor) => {
    const role = await lockRole(tx, actor.tenantId, id)
    if (role === undefined) throw problems.not_found()
    requireRevision(problems, revision, role.revision)
    refuseEscalation(actor, role.permissions)
    if (!(await deleteRole(tx, actor.tenantId, id))) throw problems.role_in_use()
    await insertAuditEvent(
      tx,
      doneBy(actor, 'role.deleted', 'role', id, { before: { code: role.code } }),
      now(),
    )
  })
}
