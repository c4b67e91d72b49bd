import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { isForeignKeyViolation } from '@countersign/service-kit/db'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { asActor, asSoleActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { isPlatformPermission } from '../../core/permissions.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent, insertAuditEvents } from '../../audit/entries.ts'
import { insertMembership, replaceRoles } from '../../accounts/member-queries.ts'
import { insertRole } from '../roles/queries.ts'
import { deleteTenant, insertTenant, lockTenant, updateTenant, type TenantRow } from './queries.ts'
import type { ChangeTenantBody, CreateTenantBody, TenantView } from './schema.ts'

export const toTenantView = ({ createdAt, updatedAt, ...tenant }: TenantRow): TenantView => ({
  ...tenant,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/**
 * Makes a tenant with an administrator role and its first member, so that it can be run: with
 * everything that is about the tenant, in all three services.
 */
export async function createTenant(
  { db, now }: Deps,
  claimant: Claimant,
  body: CreateTenantBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<TenantView>> {
  const administratorId = body.administratorId ?? claimant.userId
  const permissions = PLATFORM_PERMISSIONS.filter(
    (permission) => !isPlatformPermission(permission),
  ).toSorted()
  try {
    return await asActor(db, claimant, (tx, actor) =>
      once(tx, key, async () => {
        const tenant = await insertTenant(tx, body.name, now())
        const role = await insertRole(
          tx,
          tenant.id,
          { code: 'admin', name: 'Administrators', permissions },
          now(),
        )
        await insertMembership(tx, tenant.id, administratorId, now())
        await replaceRoles(tx, tenant.id, administratorId, role === undefined ? [] : [role.id])
        const details = { name: tenant.name, administratorId }
        const entry = doneBy(actor, 'tenant.created', 'tenant', tenant.id, details)
        // In its own audit, too: there its administrators look for who made them so.
        await insertAuditEvents(tx, [entry, { ...entry, tenantId: tenant.id }], now())
        return { status: 201, body: toTenantView(tenant) }
      }),
    )
  } catch (error) {
    if (!isForeignKeyViolation(error, 'memberships_user_id_fkey')) throw error
    throw problems.user_unknown({
      errors: [{ pointer: '/administratorId', code: 'unknown', detail: 'is no account' }],
    })
  }
}

/** Nobody signs in to a suspended tenant, and its tokens are not renewed. */
export function changeTenant(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  body: ChangeTenantBody,
  revision: number | undefined,
): Promise<TenantView> {
  return asSoleActor(
    db,
    claimant,
    async (tx, actor) => {
      const before = await lockTenant(tx, id)
      if (before === undefined) throw problems.not_found()
      requireRevision(problems, revision, before.revision)
      const after = await updateTenant(
        tx,
        id,
        {
          name: body.name ?? before.name,
          status: body.status ?? before.status,
          session_idle_minutes:
            body.sessionIdleMinutes === undefined
              ? before.sessionIdleMinutes
              : body.sessionIdleMinutes,
          requires_mfa: body.requiresMfa ?? before.requiresMfa,
        },
        now(),
      )
      const details = { before: shown(before), after: shown(after) }
      await insertAuditEvent(tx, doneBy(actor, 'tenant.changed', 'tenant', id, details), now())
      return toTenantView(after)
    },
    [id],
  )
}

/** @throws `iam.tenant_in_use` (409) when anything belongs to it: suspend it instead. */
export async function removeTenant(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  revision: number | undefined,
): Promise<void> {
  try {
    await asSoleActor(
      db,
      claimant,
      async (tx, actor) => {
        const before = await lockTenant(tx, id)
        if (before === undefined) throw problems.not_found()
        requireRevision(problems, revision, before.revision)
        await deleteTenant(tx, id)
        await insertAuditEvent(
          tx,
          doneBy(actor, 'tenant.deleted', 'tenant', id, { before: { name: before.name } }),
          now(),
        )
      },
      [id],
    )
  } catch (error) {
    if (isForeignKeyViolation(error)) throw problems.tenant_in_use()
    throw error
  }
}

const shown = ({ name, status, sessionIdleMinutes, requiresMfa }: TenantRow) => ({
  name,
  status,
  sessionIdleMinutes,
  requiresMfa,
})
