import { isForeignKeyViolation } from '@countersign/service-kit/db'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { requireRevision } from '@countersign/service-kit/revision'
import { asActor, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { closesCircle } from '../../core/departments.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import {
  deleteDepartment,
  insertDepartment,
  lockDepartments,
  updateDepartment,
  type DepartmentRow,
} from './queries.ts'
import type { ChangeDepartmentBody, CreateDepartmentBody, DepartmentView } from './schema.ts'

export const toDepartmentView = ({
  createdAt,
  updatedAt,
  ...department
}: DepartmentRow): DepartmentView => ({
  ...department,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** @throws `iam.code_taken` (409), `iam.department_unknown`, `iam.manager_unknown` (422). */
export function createDepartment(
  { db, now }: Deps,
  claimant: Claimant,
  body: CreateDepartmentBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<DepartmentView>> {
  const { code, name, parentId = null, leaderId = null } = body
  return wordReferences(() =>
    asActor(db, claimant, (tx, actor) =>
      once(tx, key, async () => {
        const department = await insertDepartment(
          tx,
          actor.tenantId,
          { code, name, parentId, leaderId },
          now(),
        )
        if (department === undefined) throw problems.code_taken({ members: { taken: code } })
        await insertAuditEvent(
          tx,
          doneBy(actor, 'department.created', 'department', department.id, { code }),
          now(),
        )
        return { status: 201, body: toDepartmentView(department) }
      }),
    ),
  )
}

/** @throws `iam.department_cycle` (422) when it would come to stand below itself. */
export function changeDepartment(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  body: ChangeDepartmentBody,
  revision: number | undefined,
): Promise<DepartmentView> {
  return wordReferences(() =>
    asActor(db, claimant, async (tx, actor) => {
      const all = await lockDepartments(tx, actor.tenantId)
      const before = all.find((department) => department.id === id)
      if (before === undefined) throw problems.not_found()
      requireRevision(problems, revision, before.revision)
      const { name = before.name, parentId = before.parentId, leaderId = before.leaderId } = body
      if (closesCircle(all, id, parentId)) {
        throw problems.department_cycle({
          errors: [
            { pointer: '/parentId', code: 'cycle', detail: 'is the department or below it' },
          ],
        })
      }
      const after = await updateDepartment(
        tx,
        actor.tenantId,
        id,
        { name, parentId, leaderId },
        now(),
      )
      await insertAuditEvent(
        tx,
        doneBy(actor, 'department.changed', 'department', id, {
          before: shown(before),
          after: shown(after),
        }),
        now(),
      )
      return toDepartmentView(after)
    }),
  )
}

/** @throws `iam.department_in_use` (409) while it has members or departments below it. */
export async function removeDepartment(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  revision: number | undefined,
): Promise<void> {
  try {
    await asActor(db, claimant, async (tx, actor) => {
      const before = (await lockDepartments(tx, actor.tenantId)).find(
        (department) => department.id === id,
      )
      if (before === undefined) throw problems.not_found()
      requireRevision(problems, revision, before.revision)
      await deleteDepartment(tx, actor.tenantId, id)
      await insertAuditEvent(
        tx,
        doneBy(actor, 'department.deleted', 'department', id, { before: shown(before) }),
        now(),
      )
    })
  } catch (error) {
    if (isForeignKeyViolation(error)) throw problems.department_in_use()
    throw error
  }
}

async function wordReferences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isForeignKeyViolation(error, 'departments_parent_in_tenant'))
      throw unknown('department_unknown', '/parentId')
    if (isForeignKeyViolation(error, 'departments_leader_in_tenant'))
      throw unknown('manager_unknown', '/leaderId')
    throw error
  }
}

const unknown = (code: 'department_unknown' | 'manager_unknown', pointer: string) =>
  problems[code]({ errors: [{ pointer, code: 'unknown', detail: 'is not of this tenant' }] })

const shown = ({ code, name, parentId, leaderId }: DepartmentRow) => ({
  code,
  name,
  parentId,
  leaderId,
})
