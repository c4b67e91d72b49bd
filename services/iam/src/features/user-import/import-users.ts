import { Problem } from '@countersign/service-kit/problem'
import { asSoleActor, type Actor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { acceptPassword, hashFirstPassword, makeMember } from '../../accounts/make-account.ts'
import { getMember, placeMember } from '../../accounts/place-member.ts'
import { findDepartmentId } from '../../bootstrap/queries.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/types.ts'
import { listNamesOfNew } from '../../passwords/queries.ts'
import { problems } from '../../problems.ts'
import type { ImportRow, ReadRow, RowFault } from './read-csv.ts'

export interface ImportReport {
  readonly created: number
  readonly refused: number
  readonly errors: readonly RowFault[]
}

/**
 * Makes the account and the membership of each good row, both or neither, and reports the others.
 * Run again after it broke off, the rows that were made are reported as taken. A fresh sign-in is asked
 * for until a row is made: one that grows old meanwhile does not leave half of a file behind.
 */
export async function importUsers(
  deps: Deps,
  claimant: Claimant,
  rows: readonly ReadRow[],
): Promise<ImportReport> {
  const errors: RowFault[] = []
  let created = 0
  const begun: Claimant = { ...claimant, rule: { ...claimant.rule, stepUp: false } }
  for (const entry of rows) {
    const by = created === 0 ? claimant : begun
    const faults = 'faults' in entry ? entry.faults : await importRow(deps, by, entry)
    errors.push(...faults)
    if (faults.length === 0) created += 1
  }
  return { created, refused: rows.length - created, errors }
}

async function importRow(
  deps: Deps,
  claimant: Claimant,
  { line, row }: { readonly line: number; readonly row: ImportRow },
): Promise<readonly RowFault[]> {
  const { db, now } = deps
  try {
    const { password, ...account } = row
    if (password !== undefined) {
      const names = await listNamesOfNew(db, claimant.tenantId, account)
      await acceptPassword(password, row.username.toLowerCase(), names)
    }
    const first =
      password === undefined
        ? undefined
        : await hashFirstPassword(deps, claimant.tenantId, password, true)
    await asSoleActor(db, claimant, async (tx, actor) => {
      refusePlacing(actor, row)
      const { username, displayName, email } = account
      const body = { username, displayName, ...(email === undefined ? {} : { email }) }
      const userId = await makeMember(tx, actor, body, first, now())
      const place = {
        departmentId: await resolveDepartment(tx, actor.tenantId, row.department),
        post: row.post ?? null,
        managerId: null,
      }
      const member = await getMember(tx, actor.tenantId, userId)
      const roles = (row.roles ?? '').split(/[\s;]+/).filter((code) => code !== '')
      await placeMember(tx, actor, member, place, roles, now())
    })
    return []
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return [toFault(line, error)]
    throw error
  }
}

/** What a member is in the tenant is not said by who may make accounts alone. */
function refusePlacing({ permissions }: Actor, row: ImportRow): void {
  const column = (['roles', 'department', 'post'] as const).find((name) => row[name] !== undefined)
  if (column === undefined || permissions.includes('iam:member:write')) return
  throw problems.permission_reserved({
    errors: [{ pointer: `/${column}`, code: 'reserved', detail: 'is for iam:member:write' }],
  })
}

async function resolveDepartment(
  tx: Tx,
  tenantId: string,
  code: string | undefined,
): Promise<string | null> {
  if (code === undefined) return null
  const id = await findDepartmentId(tx, tenantId, code)
  if (id === undefined) throw problems.department_unknown()
  return id
}

const columnOf: Readonly<Record<string, string>> = {
  'iam.username_taken': 'username',
  'iam.department_unknown': 'department',
  'iam.permission_reserved': 'roles',
}

const toFault = (line: number, { code, title, options }: Problem): RowFault => ({
  line,
  // What the problem points at, where it does.
  column: options.errors?.[0]?.pointer.split('/')[1] ?? columnOf[code] ?? null,
  code,
  detail: title,
})
