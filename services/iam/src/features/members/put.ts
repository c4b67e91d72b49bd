import { isForeignKeyViolation } from '@countersign/service-kit/db'
import { requireRevision } from '@countersign/service-kit/revision'
import { endMembership, getMember, placeMember } from '../../accounts/place-member.ts'
import { asSoleActor, isPlatformAdmin, type Actor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/types.ts'
import { problems } from '../../problems.ts'
import {
  insertMembership,
  leadsBackTo,
  lockMember,
  type MemberRow,
  type Place,
} from '../../accounts/member-queries.ts'
import type { MemberView, PutMemberBody } from './schema.ts'

export const toMemberView = ({ createdAt, updatedAt, ...member }: MemberRow): MemberView => ({
  ...member,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/**
 * Sets what an account is in the tenant; a platform administrator may also let one in. Roles take
 * effect in tokens issued from now on.
 *
 * @throws `iam.role_unknown`, `iam.department_unknown`, `iam.manager_unknown`, `iam.manager_cycle`
 * (422), `iam.permission_reserved` (403), `iam.revision_mismatch` (412).
 */
export async function putMember(
  { db, now }: Deps,
  claimant: Claimant,
  userId: string,
  body: PutMemberBody,
  revision: number | undefined,
): Promise<MemberView> {
  const place = {
    departmentId: body.departmentId ?? null,
    post: body.post ?? null,
    managerId: body.managerId ?? null,
  }
  try {
    return await asSoleActor(db, claimant, async (tx, actor) => {
      const before = await lockOrAdmit(tx, actor, userId, now())
      requireRevision(problems, revision, before.revision)
      await checkManager(tx, actor.tenantId, userId, place)
      return toMemberView(await placeMember(tx, actor, before, place, body.roles, now()))
    })
  } catch (error) {
    if (isForeignKeyViolation(error, 'memberships_department_in_tenant'))
      throw unknown('department_unknown', '/departmentId')
    if (isForeignKeyViolation(error, 'memberships_manager_in_tenant'))
      throw unknown('manager_unknown', '/managerId')
    throw error
  }
}

/** Takes an account out of the tenant: its tokens of the tenant are not renewed any more. */
export async function removeMember(
  { db, now }: Deps,
  claimant: Claimant,
  userId: string,
  revision: number | undefined,
): Promise<void> {
  try {
    await asSoleActor(db, claimant, (tx, actor) =>
      endMembership(tx, actor, userId, revision, now()),
    )
  } catch (error) {
    // Somebody's manager or a department's leader: those are to be named anew first.
    if (isForeignKeyViolation(error)) throw problems.member_leads()
    throw error
  }
}

async function lockOrAdmit(tx: Tx, actor: Actor, userId: string, now: Date): Promise<MemberRow> {
  const member = await lockMember(tx, actor.tenantId, userId)
  if (member !== undefined) return member
  // An account the tenant does not know is not its administrator's to draw in.
  if (!isPlatformAdmin(actor)) throw problems.not_found()
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account === undefined) throw problems.not_found()
  await insertMembership(tx, actor.tenantId, userId, now)
  return getMember(tx, actor.tenantId, userId)
}

async function checkManager(
  tx: Tx,
  tenantId: string,
  userId: string,
  { managerId }: Place,
): Promise<void> {
  if (managerId === null) return
  if (await leadsBackTo(tx, tenantId, managerId, userId)) {
    throw problems.manager_cycle({
      errors: [
        { pointer: '/managerId', code: 'cycle', detail: 'is the member or below the member' },
      ],
    })
  }
}

const unknown = (code: 'department_unknown' | 'manager_unknown', pointer: string) =>
  problems[code]({ errors: [{ pointer, code: 'unknown', detail: 'is not of this tenant' }] })
