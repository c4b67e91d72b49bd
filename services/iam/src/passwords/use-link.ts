import { isUniqueViolation } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import { endSessionsOf } from '../accounts/session-queries.ts'
import { listTenantIdsOf } from '../accounts/user-queries.ts'
import { insertAuditEvent } from '../audit/entries.ts'
import { takeTurns } from '../authority/queries.ts'
import type { PasswordFault } from '../core/passwords.ts'
import type { Tx } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import {
  findPasswordLink,
  lockActiveUser,
  takeLink,
  verifyAddressOf,
  type PasswordLink,
} from '../mail/link-queries.ts'
import { enqueuePasswordChanged } from '../mail/outbox-queries.ts'
import { hashBehindLink, type NotNow } from './behind-link.ts'
import { isStillWarranted } from './link-authority.ts'
import { listNamesOf, setPassword } from './queries.ts'
import { judgePassword } from './strength.ts'

type Needs = Pick<Deps, 'db' | 'hasher' | 'line' | 'now'>

/** What a link leads to; undefined when it is used, over, none of ours, or its maker may not make it. */
export async function openPasswordLink(
  { db, now, links }: Pick<Deps, 'db' | 'now' | 'links'>,
  token: string | undefined,
): Promise<PasswordLink | undefined> {
  const id = links.readToken('password', token)
  const link = id === undefined ? undefined : await findPasswordLink(db, id, now())
  return link !== undefined && (await isStillWarranted(db, link)) ? link : undefined
}

export type LinkUse =
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly fault: PasswordFault | 'same' }
  | NotNow
  /** Somebody was quicker, or the account is not what it was. */
  | { readonly kind: 'over' }

/**
 * Gives the account of a link the password that its owner chose, and uses the link up. Every session
 * ends; nobody is signed in by it, so a second factor is asked for as ever.
 *
 * Kept by: services/iam/src/passwords/reset.test.ts "is used once, however many use it at once"
 */
export async function usePasswordLink(
  deps: Needs,
  link: PasswordLink,
  password: string,
  address: string,
): Promise<LinkUse> {
  const { db, hasher } = deps
  const { id, userId, username, passwordHash: present } = link
  const fault = await judgePassword(password, username, await listNamesOf(db, userId))
  if (fault !== undefined) return { kind: 'refused', fault }
  const hashed = await hashBehindLink(deps, id, address, async () =>
    present !== null && (await hasher.matches(present, password))
      ? undefined
      : hasher.hash(password),
  )
  if (hashed.kind !== 'hashed') return hashed
  const passwordHash = hashed.value
  if (passwordHash === undefined) return { kind: 'refused', fault: 'same' }
  const use = () => inTransaction(db, (tx) => change(tx, link, passwordHash, address, deps.now()))
  try {
    return await use()
  } catch (error) {
    // Another account proved the address at this moment: then this one does not.
    if (isUniqueViolation(error)) return use()
    throw error
  }
}

async function change(
  tx: Tx,
  link: PasswordLink,
  passwordHash: string,
  address: string,
  now: Date,
): Promise<LinkUse> {
  const { id, purpose, userId, email, madeIn } = link
  // The tenant before the account, and that before the link, as everybody who changes an account does.
  const tenants = madeIn === null ? [] : [madeIn]
  // Alone at the account: what one of its sessions does to it comes before, or finds the session ended.
  await takeTurns(tx, { ids: [...tenants, userId], alone: [...tenants.map(() => false), true] })
  const account = await lockActiveUser(tx, userId)
  const holds = account !== undefined && (await isStillWarranted(tx, link))
  if (!holds || !(await takeLink(tx, id, now))) return { kind: 'over' }
  await setPassword(tx, userId, { passwordHash, mustChange: false, at: now })
  if (email !== null) await verifyAddressOf(tx, userId, email, now)
  await endSessionsOf(tx, userId)
  const tenantIds = await listTenantIdsOf(tx, userId)
  const entry = {
    action: 'user.password_changed',
    actorKind: 'user',
    actorId: userId,
    targetKind: 'user',
    targetId: userId,
    address,
    details: { by: purpose },
  } as const
  for (const tenantId of tenantIds) await insertAuditEvent(tx, { ...entry, tenantId }, now)
  await enqueuePasswordChanged(tx, { ...account, userId, tenantIds }, now)
  return { kind: 'changed' }
}
