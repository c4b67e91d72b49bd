import { PLATFORM_PERMISSIONS } from '@countersign/contracts'
import { CommandFault, readOptions } from '@countersign/service-kit/command-line'
import { isUuid } from '@countersign/service-kit/schema'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { insertMembership } from '../accounts/member-queries.ts'
import { insertUser, updateUser } from '../accounts/user-queries.ts'
import { insertAuditEvent } from '../audit/entries.ts'
import { takeTurns } from '../authority/queries.ts'
import { isAdministrator, isPlatformAdministrator } from '../core/administrators.ts'
import { isPlatformPermission } from '../core/permissions.ts'
import type { IamDatabase, Tx } from '../db/types.ts'
import { findTenant } from '../features/tenants/queries.ts'
import { insertRole } from '../features/roles/queries.ts'
import type { PasswordHasher } from '../passwords/hasher.ts'
import { listNamesOfNew } from '../passwords/queries.ts'
import { judgePassword } from '../passwords/strength.ts'

const one = { type: 'string' } as const
const recoverOptions = {
  tenant: one,
  username: one,
  'display-name': one,
  role: one,
  platform: { type: 'boolean' },
} as const

interface Wanted {
  readonly tenantId: string
  readonly username: string
  readonly roleCode: string
  readonly platform: boolean
  /** For an account that is new. */
  readonly account: { readonly displayName: string; readonly passwordHash: string } | undefined
}

export interface Recovered {
  readonly id: string
  readonly username: string
  readonly role: string
  /** What had to be done, in words of the audit. */
  readonly done: readonly string[]
}

/**
 * Gives a tenant an administrator, whatever became of those it had: an account that exists, enabled
 * and let in when need be, or a new one. Passwords of accounts that exist stay. Recorded, and the
 * same when it is run again.
 *
 * @param readPassword Asked for a new account alone.
 * @throws CommandFault
 */
export async function recoverAdministrator(
  db: IamDatabase,
  hasher: PasswordHasher,
  args: readonly string[],
  readPassword: () => Promise<string>,
): Promise<Recovered> {
  const options = readOptions(recoverOptions, args, ['tenant', 'username'])
  const username = (options.username ?? '').toLowerCase()
  const isNew = (await findAccount(db, username)) === undefined
  const tenantId = readId(options.tenant ?? '')
  const wanted = {
    tenantId,
    username,
    roleCode: options.role ?? 'admin',
    platform: options.platform ?? false,
    account: isNew
      ? await readAccount(db, hasher, {
          tenantId,
          username,
          displayName: options['display-name'] ?? '',
          readPassword,
        })
      : undefined,
  }
  return inTransaction(db, (tx) => recover(tx, wanted))
}

async function recover(tx: Tx, wanted: Wanted): Promise<Recovered> {
  const { tenantId, username, roleCode: role } = wanted
  const tenant = await findTenant(tx, tenantId)
  if (tenant === undefined) throw new CommandFault(`no tenant ${tenantId}`)
  if (tenant.status !== 'active') throw new CommandFault(`the tenant ${tenantId} is suspended`)
  await takeTurns(tx, { ids: [tenantId], alone: [true] })
  const { id, did } = await ensureAccount(tx, wanted)
  await insertMembership(tx, tenantId, id, new Date())
  const { roleId, made } = await ensureRole(tx, wanted)
  await tx
    .insertInto('member_roles')
    .values({ tenant_id: tenantId, user_id: id, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const done = [...did, ...(made ? ['role made'] : []), 'role given']
  const target = { tenantId, targetKind: 'user', targetId: id, details: { username, role, done } }
  const operator = { actorKind: 'system', actorId: 'iam-cli' } as const
  await insertAuditEvent(tx, { action: 'admin.recovered', ...operator, ...target }, new Date())
  return { id, username, role, done }
}

async function ensureAccount(tx: Tx, { username, account }: Wanted) {
  const present = await findAccount(tx, username)
  if (present?.status === 'disabled') {
    await updateUser(tx, present.id, { status: 'active' }, new Date())
    return { id: present.id, did: ['account enabled'] }
  }
  if (present !== undefined) return { id: present.id, did: [] }
  const id = uuidv7()
  const user = { id, username, email: null, mustChangePassword: true }
  if (account === undefined || !(await insertUser(tx, { ...user, ...account }, new Date())))
    throw new CommandFault(`the account ${username} changed meanwhile; run it again`)
  return { id, did: ['account made'] }
}

async function ensureRole(tx: Tx, { tenantId, roleCode, platform }: Wanted) {
  const present = await tx
    .selectFrom('roles')
    .select(['id', 'permissions'])
    .where('tenant_id', '=', tenantId)
    .where('code', '=', roleCode)
    .executeTakeFirst()
  const isEnough = platform ? isPlatformAdministrator : isAdministrator
  if (present !== undefined && isEnough(present.permissions))
    return { roleId: present.id, made: false }
  // Whoever else holds a role must not become an administrator by the way.
  if (present !== undefined)
    throw new CommandFault(
      `the role ${roleCode} does not make an administrator; name one to be made with --role`,
    )
  const permissions = PLATFORM_PERMISSIONS.filter((name) => platform || !isPlatformPermission(name))
  const role = { code: roleCode, name: 'Administrators', permissions: permissions.toSorted() }
  const made = await insertRole(tx, tenantId, role, new Date())
  if (made === undefined) throw new CommandFault(`the role ${roleCode} was made meanwhile`)
  return { roleId: made.id, made: true }
}

interface NewAccount {
  readonly tenantId: string
  readonly username: string
  readonly displayName: string
  readonly readPassword: () => Promise<string>
}

async function readAccount(
  db: IamDatabase,
  hasher: PasswordHasher,
  { tenantId, username, displayName, readPassword }: NewAccount,
) {
  if (!/^[a-z0-9][a-z0-9._@-]{0,99}$/.test(username))
    throw new CommandFault('--username: does not have the right form')
  if (displayName === '' || displayName.length > 200)
    throw new CommandFault(`there is no account ${username}; --display-name <name> makes one`)
  const password = await readPassword()
  const names = await listNamesOfNew(db, tenantId, { displayName })
  const fault = await judgePassword(password, username, names)
  if (fault !== undefined) throw new CommandFault(`the password is not good enough: ${fault}`)
  return { displayName, passwordHash: await hasher.hash(password) }
}

function readId(text: string): string {
  if (!isUuid(text)) throw new CommandFault('--tenant: must be the id of a tenant')
  return text.toLowerCase()
}

const findAccount = (db: IamDatabase | Tx, username: string) =>
  db
    .selectFrom('users')
    .select(['id', 'status'])
    .where('username', '=', username)
    .executeTakeFirst()
