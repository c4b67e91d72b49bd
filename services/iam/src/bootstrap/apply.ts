import { inTransaction } from '@countersign/service-kit/transaction'
import { isPermission, normalizePermissions } from '../core/permissions.ts'
import { takeTurns } from '../authority/queries.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import type { PasswordHasher } from '../passwords/hasher.ts'
import { applyClient } from './clients.ts'
import * as rows from './queries.ts'
import { SeedError, type Seed, type SeedUser } from './seed.ts'

/**
 * Brings the database to the state a seed describes, in one transaction. Applying it again changes
 * nothing; two at once wait for each other on the rows they share.
 *
 * @param record Done in the same transaction, when the rest went well.
 * @throws {@link SeedError} when something in it refers to what does not exist or breaks a rule.
 */
export async function applySeed(
  db: IamDatabase,
  hasher: PasswordHasher,
  file: Seed,
  record?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const passwords = await hashNewPasswords(db, hasher, file.users ?? [])
  const existing = file.existing ?? 'set'
  await inTransaction(db, async (tx) => {
    const written: string[] = []
    for (const tenant of file.tenants)
      if (await rows.upsertTenant(tx, tenant, existing)) written.push(tenant.id.toLowerCase())
    await requireTenants(tx, file)
    const seed = existing === 'keep' ? onlyIn(written, file) : file
    await takeTurnsIn(tx, seed)
    for (const [i, role] of (seed.roles ?? []).entries()) {
      const bad = role.permissions.find((permission) => !isPermission(permission))
      if (bad !== undefined) throw new SeedError(`/roles/${i}`, `"${bad}" is no permission`)
      await rows.upsertRole(tx, role, normalizePermissions(role.permissions))
    }
    for (const department of seed.departments ?? []) await rows.upsertDepartment(tx, department)
    for (const user of seed.users ?? []) {
      await rows.upsertUser(tx, user, passwords.get(user.username.toLowerCase()), existing)
    }
    await applyMemberships(tx, seed.users ?? [])
    await linkDepartments(tx, seed)
    for (const [i, client] of (seed.clients ?? []).entries())
      await applyClient(tx, `/clients/${i}`, client, existing)
    await record?.(tx)
  })
}

/**
 * What tenants that are new get. A role, a member or a person that a kept tenant lacks was taken away on
 * purpose, or never given: nothing tells which, and a start of the platform gives no authority back.
 */
function onlyIn(tenantIds: readonly string[], seed: Seed): Seed {
  const isNew = ({ tenantId }: { readonly tenantId: string }) =>
    tenantIds.includes(tenantId.toLowerCase())
  const users = (seed.users ?? []).map((user) => ({
    ...user,
    memberships: user.memberships.filter(isNew),
  }))
  return {
    ...seed,
    roles: (seed.roles ?? []).filter(isNew),
    departments: (seed.departments ?? []).filter(isNew),
    users: users.filter(({ memberships }) => memberships.length > 0),
  }
}

// Roles and members change: nobody acts in these tenants meanwhile.
function takeTurnsIn(tx: Tx, { roles = [], users = [] }: Seed) {
  const memberships = users.flatMap((user) => user.memberships)
  const named = [...roles, ...memberships].map(({ tenantId }) => tenantId.toLowerCase())
  const ids = [...new Set(named)].toSorted()
  return takeTurns(tx, { ids, alone: ids.map(() => true) })
}

async function requireTenants(tx: Tx, seed: Seed): Promise<void> {
  const places = [
    ...(seed.roles ?? []).map(({ tenantId }, i) => ({ place: `/roles/${i}`, tenantId })),
    ...(seed.departments ?? []).map(({ tenantId }, i) => ({
      place: `/departments/${i}`,
      tenantId,
    })),
    ...(seed.users ?? []).flatMap(({ memberships }, i) =>
      memberships.map(({ tenantId }) => ({ place: `/users/${i}/memberships`, tenantId })),
    ),
    ...(seed.clients ?? []).flatMap(({ tenantId, tenants = [] }, i) =>
      [tenantId, ...tenants].map((id) => ({ place: `/clients/${i}`, tenantId: id })),
    ),
  ]
  const named = places.flatMap(({ place, tenantId }) =>
    typeof tenantId === 'string' ? [{ place, tenantId: tenantId.toLowerCase() }] : [],
  )
  const known = await rows.findTenantIds(tx, [...new Set(named.map(({ tenantId }) => tenantId))])
  const missing = named.find(({ tenantId }) => !known.includes(tenantId))
  if (missing !== undefined) throw new SeedError(missing.place, `no tenant ${missing.tenantId}`)
}

// Slow on purpose, so it is done before the transaction, and only for accounts that are new.
async function hashNewPasswords(
  db: IamDatabase,
  hasher: PasswordHasher,
  users: readonly SeedUser[],
) {
  const hashes = await Promise.all(
    users.map(async (user): Promise<[string, string] | undefined> => {
      if ((await rows.findUserId(db, user.username)) !== undefined) return undefined
      return [user.username.toLowerCase(), await hasher.hash(user.password)]
    }),
  )
  return new Map(hashes.filter((entry) => entry !== undefined))
}

async function applyMemberships(tx: Tx, users: readonly SeedUser[]): Promise<void> {
  for (const [i, user] of users.entries()) {
    const userId = await requireUser(tx, `/users/${i}`, user.username)
    if (user.id !== undefined && user.id !== userId) {
      throw new SeedError(`/users/${i}/id`, `${user.username} exists with another id`)
    }
    for (const membership of user.memberships) {
      const pointer = `/users/${i}/memberships`
      const { tenantId, department, post } = membership
      const departmentId =
        department === undefined ? null : await requireDepartment(tx, pointer, tenantId, department)
      const place = { tenantId, userId, departmentId, post: post ?? null }
      await rows.upsertMembership(tx, place)
      const roleIds = await rows.findRoleIds(tx, tenantId, membership.roles)
      const unknown = membership.roles.find((code) => !roleIds.has(code))
      if (unknown !== undefined)
        throw new SeedError(pointer, `no role "${unknown}" in tenant ${tenantId}`)
      await rows.setMemberRoles(tx, tenantId, userId, [...roleIds.values()])
    }
  }
  // Managers refer to memberships, which are all there now.
  for (const [i, user] of users.entries()) {
    const userId = await requireUser(tx, `/users/${i}`, user.username)
    for (const { tenantId, manager } of user.memberships) {
      const managerId =
        manager === undefined ? null : await requireUser(tx, `/users/${i}/memberships`, manager)
      await rows.setManager(tx, { tenantId, userId, managerId })
    }
  }
}

async function linkDepartments(tx: Tx, seed: Seed): Promise<void> {
  for (const [i, department] of (seed.departments ?? []).entries()) {
    const { tenantId, parent, leader } = department
    const place = `/departments/${i}`
    const parentId =
      parent === undefined ? null : await requireDepartment(tx, place, tenantId, parent)
    const leaderId = leader === undefined ? null : await requireUser(tx, place, leader)
    await rows.setDepartmentLinks(tx, department, { parentId, leaderId })
  }
}

async function requireUser(tx: Tx, place: string, username: string): Promise<string> {
  const id = await rows.findUserId(tx, username)
  if (id === undefined) throw new SeedError(place, `no user "${username}"`)
  return id
}

async function requireDepartment(
  tx: Tx,
  place: string,
  tenantId: string,
  code: string,
): Promise<string> {
  const id = await rows.findDepartmentId(tx, tenantId, code)
  if (id === undefined) throw new SeedError(place, `no department "${code}" in tenant ${tenantId}`)
  return id
}
