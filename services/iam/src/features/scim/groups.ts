import { Type } from 'typebox'
import { asSoleActor, doneBy, type Actor } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import { refuseEscalation } from '../../accounts/accepted-permissions.ts'
import type { Deps } from '../../deps.ts'
import type { Db, Tx } from '../../db/types.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import {
  deleteRole,
  insertRole,
  lockRole,
  takeRoleFromProviders,
  updateRole,
  type RoleRow,
} from '../roles/queries.ts'
import { ScimError } from './error.ts'
import type { Comparison } from './filter.ts'
import { lazyGuard } from './guard.ts'
import { readOperations, type Operation } from './patch.ts'
import { listScimGroups, setGroupMembers, type GroupRow } from './queries.ts'

const Id = Type.String({
  pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
})
const Members = Type.Array(Type.Object({ value: Id }), { maxItems: 10_000 })
const Name = Type.String({ minLength: 1, maxLength: 200 })
const isGroup = lazyGuard(Type.Object({ displayName: Name, members: Type.Optional(Members) }))
const isName = lazyGuard(Name)
const isId = lazyGuard(Id)
const areMembers = lazyGuard(Members)

export const toScimGroup = (row: GroupRow, base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  id: row.id,
  displayName: row.name,
  ...(row.members === undefined
    ? {}
    : {
        members: row.members.map((member) => ({
          ...member,
          $ref: `${base}/Users/${member.value}`,
        })),
      }),
  meta: {
    resourceType: 'Group',
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location: `${base}/Groups/${row.id}`,
  },
})

export async function getScimGroup(
  db: Db,
  tenantId: string,
  id: string,
  withMembers = true,
): Promise<GroupRow> {
  const filter = [{ attribute: 'id', value: id }]
  const { rows } = await listScimGroups(db, tenantId, filter, { offset: 0, limit: 1 }, withMembers)
  const [row] = rows
  if (row === undefined) throw problems.not_found()
  return row
}

/** A group is a role without permissions: what it allows is the tenant's administrators' to say. */
export async function createScimGroup(
  { db, now }: Deps,
  claimant: Claimant,
  body: unknown,
): Promise<GroupRow> {
  const { displayName, members = [] } = readGroup(body)
  const { tenantId } = claimant
  return asSoleActor(db, claimant, async (tx, actor) => {
    const code = `scim-${crypto.randomUUID().slice(0, 13)}`
    const role = await insertRole(tx, tenantId, { code, name: displayName, permissions: [] }, now())
    if (role === undefined) throw problems.code_taken()
    const wanted = { name: displayName, members: new Set(members.map(({ value }) => value)) }
    await setMembers(tx, tenantId, role.id, wanted.members)
    const details = { code, ...shown(wanted) }
    await insertAuditEvent(tx, doneBy(actor, 'role.created', 'role', role.id, details), now())
    return getScimGroup(tx, tenantId, role.id)
  })
}

export function replaceScimGroup(
  deps: Deps,
  claimant: Claimant,
  id: string,
  body: unknown,
): Promise<GroupRow> {
  const { displayName, members = [] } = readGroup(body)
  return changeGroup(deps, claimant, id, () => ({
    name: displayName,
    members: new Set(members.map(({ value }) => value.toLowerCase())),
  }))
}

export function patchScimGroup(
  deps: Deps,
  claimant: Claimant,
  id: string,
  body: unknown,
): Promise<GroupRow> {
  const operations = readOperations(body, id)
  return changeGroup(deps, claimant, id, (present) => operations.reduce(applyToGroup, present))
}

export async function deleteScimGroup(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
): Promise<void> {
  await asSoleActor(db, claimant, async (tx, actor) => {
    const role = await lockOwnRole(tx, actor, id)
    // Who is in a group is the directory's to say, so it need not empty one before it goes.
    await setGroupMembers(tx, actor.tenantId, id, [])
    await takeRoleFromProviders(tx, actor.tenantId, id)
    await deleteRole(tx, actor.tenantId, id)
    const details = { before: { code: role.code, name: role.name } }
    await insertAuditEvent(tx, doneBy(actor, 'role.deleted', 'role', id, details), now())
  })
}

interface GroupState {
  readonly name: string
  readonly members: ReadonlySet<string>
}

/** Changes of one group take turns, so that two that add somebody both count. */
function changeGroup(
  { db, now }: Deps,
  claimant: Claimant,
  id: string,
  plan: (present: GroupState) => GroupState,
): Promise<GroupRow> {
  const { tenantId } = claimant
  return asSoleActor(db, claimant, async (tx, actor) => {
    const role = await lockOwnRole(tx, actor, id)
    const before = await getScimGroup(tx, tenantId, id)
    const present = { name: role.name, members: new Set(before.members?.map(({ value }) => value)) }
    const wanted = plan(present)
    if (!isName(wanted.name))
      throw new ScimError('invalidValue', 'displayName has 1 to 200 characters')
    const { permissions, requiresMfa } = role
    await updateRole(tx, tenantId, id, { name: wanted.name, permissions, requiresMfa }, now())
    await setMembers(tx, tenantId, id, wanted.members)
    const details = { before: shown(present), after: shown(wanted) }
    await insertAuditEvent(tx, doneBy(actor, 'role.provisioned', 'role', id, details), now())
    return getScimGroup(tx, tenantId, id)
  })
}

const shown = ({ name, members }: GroupState) => ({ name, members: [...members] })

async function lockOwnRole(tx: Tx, actor: Actor, id: string): Promise<RoleRow> {
  const role = await lockRole(tx, actor.tenantId, id)
  if (role === undefined) throw problems.not_found()
  // A role that reaches past the tenant is not a directory's to give.
  refuseEscalation(actor, role.permissions)
  return role
}

async function setMembers(
  tx: Tx,
  tenantId: string,
  id: string,
  members: ReadonlySet<string>,
): Promise<void> {
  if ((await setGroupMembers(tx, tenantId, id, [...members])) !== members.size)
    throw new ScimError('invalidValue', 'a member is no user of this tenant')
}

function readGroup(body: unknown) {
  if (!isGroup(body)) throw new ScimError('invalidSyntax', 'is no Group resource')
  return body
}

function applyToGroup(state: GroupState, operation: Operation): GroupState {
  switch (operation.path) {
    case 'displayname':
      return { ...state, name: readName(operation) }
    case 'members':
      return { ...state, members: planMembers(state.members, operation) }
    default:
      throw new ScimError('invalidPath', `${operation.path} is not kept`)
  }
}

function readName({ op, value }: Operation): string {
  if (op === 'remove') throw new ScimError('mutability', 'a group has a displayName')
  if (typeof value === 'string') return value
  throw new ScimError('invalidValue', 'displayName is a text')
}

/** Only a remove without value means everybody: an empty list names nobody. */
function planMembers(
  members: ReadonlySet<string>,
  { op, filter, value }: Operation,
): ReadonlySet<string> {
  const isFiltered = filter.length > 0
  if (op === 'remove') {
    if (!isFiltered && value === undefined) return new Set()
    const gone = new Set(isFiltered ? [readFiltered(filter)] : readMembers(value))
    return new Set([...members].filter((id) => !gone.has(id)))
  }
  if (isFiltered) throw new ScimError('invalidPath', 'members are filtered to remove one')
  return new Set([...(op === 'add' ? members : []), ...readMembers(value)])
}

function readFiltered([only, ...others]: readonly Comparison[]): string {
  if (only?.attribute !== 'value' || others.length > 0 || !isId(only.value))
    throw new ScimError('invalidFilter', 'members are filtered by value eq and the id of a user')
  return only.value.toLowerCase()
}

function readMembers(value: unknown): string[] {
  const list: unknown = Array.isArray(value) ? value : [value]
  if (!areMembers(list))
    throw new ScimError('invalidValue', 'members are objects with the id of a user as value')
  return list.map((member) => member.value.toLowerCase())
}
