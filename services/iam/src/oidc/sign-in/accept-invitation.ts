import { isUniqueViolation } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { insertUser } from '../../accounts/user-queries.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { takeTurns } from '../../authority/queries.ts'
import type { PasswordFault } from '../../core/passwords.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { joinByInvitation } from '../../features/invitations/join-queries.ts'
import {
  findOpenInvitation,
  noteAnswering,
  takeInvitationOf,
  type OpenInvitation,
} from '../../features/invitations/link-queries.ts'
import { setProvenEmail } from '../../features/me/queries.ts'
import { hashBehindLink, spendLink, type NotNow } from '../../passwords/behind-link.ts'
import { judgePassword } from '../../passwords/strength.ts'

export interface OpenedInvitation extends OpenInvitation {
  /** Whether the link came by mail: who has it read the mail to the address. */
  readonly isMailed: boolean
}

/** What a link invites to; undefined when it was answered, withdrawn, over, or none of ours. */
export async function openInvitation(
  { db, now, links }: Pick<Deps, 'db' | 'now' | 'links'>,
  token: string | undefined,
): Promise<OpenedInvitation | undefined> {
  const mailedId = links.readToken('mailed_invitation', token)
  const id = mailedId ?? links.readToken('invitation', token)
  const open = id === undefined ? undefined : await findOpenInvitation(db, id, now())
  return open === undefined ? undefined : { ...open, isMailed: mailedId !== undefined }
}

export interface NewAccount {
  readonly username: string
  readonly displayName: string
  readonly password: string
}

export type Accepted =
  | { readonly kind: 'joined' }
  | { readonly kind: 'refused'; readonly fault: PasswordFault }
  | NotNow
  | { readonly kind: 'username_taken' }
  /** Another account has proven the address: whose it is has one already. */
  | { readonly kind: 'address_taken' }
  /** Somebody was quicker, or who invited may not do so any more. */
  | { readonly kind: 'over' }

/**
 * Makes the account of somebody who was invited by an address, and lets it into the tenant. The address
 * is proven when the link came by mail; one that was handed over says nothing of who reads that mail. Of
 * two that use the link at once one gets in.
 *
 * Kept by: services/iam/src/features/invitations/by-mail.test.ts "makes one account of two that answer at once"
 */
export async function acceptAsNew(
  deps: Pick<Deps, 'db' | 'hasher' | 'line' | 'now'>,
  invitation: OpenedInvitation,
  account: NewAccount,
  address: string,
): Promise<Accepted> {
  const { db, hasher, now } = deps
  const { displayName, password } = account
  const username = account.username.toLowerCase()
  const names = [displayName, invitation.tenantName, invitation.email.split('@', 1)[0] ?? '']
  const fault = await judgePassword(password, username, names)
  if (fault !== undefined) return { kind: 'refused', fault }
  const hashed = await hashBehindLink(deps, invitation.id, address, () => hasher.hash(password))
  if (hashed.kind !== 'hashed') return hashed
  const user = { id: uuidv7(), username, displayName, passwordHash: hashed.value }
  try {
    return await inTransaction(db, (tx) => enter(tx, invitation, user, address, now()))
  } catch (error) {
    if (error instanceof NameTaken) return { kind: 'username_taken' }
    if (isUniqueViolation(error, 'users_verified_email')) return { kind: 'address_taken' }
    throw error
  }
}

/** Undoes what was done so far: the invitation is still open. */
class NameTaken extends Error {}

interface Entrant {
  readonly id: string
  readonly username: string
  readonly displayName: string
  readonly passwordHash: string
}

async function enter(
  tx: Tx,
  { id, tenantId, email, isMailed }: OpenedInvitation,
  user: Entrant,
  address: string,
  now: Date,
): Promise<Accepted> {
  // Who may do what in the tenant changes: nobody else changes it meanwhile.
  await takeTurns(tx, { ids: [tenantId], alone: [true] })
  const taken = await takeInvitationOf(tx, tenantId, id, now)
  if (taken === undefined) return { kind: 'over' }
  const { username } = user
  const fresh = { ...user, email, mustChangePassword: false }
  if (!(await insertUser(tx, fresh, now))) throw new NameTaken()
  if (isMailed) await setProvenEmail(tx, user.id, email, now)
  const entry = {
    tenantId,
    actorKind: 'user',
    actorId: user.id,
    targetKind: 'user',
    targetId: user.id,
    address,
  } as const
  if (!(await joinByInvitation(tx, taken, user.id, now))) {
    await tx.deleteFrom('users').where('id', '=', user.id).execute()
    const details = { invitedBy: taken.invitedBy }
    const nobody = { tenantId, actorKind: 'anonymous', address, details } as const
    await insertAuditEvent(tx, { ...nobody, action: 'member.invitation_void' }, now)
    return { kind: 'over' }
  }
  const details = { username, invitedBy: taken.invitedBy }
  await insertAuditEvent(tx, { ...entry, action: 'user.created', details }, now)
  await insertAuditEvent(tx, { ...entry, action: 'member.joined' }, now)
  return { kind: 'joined' }
}

/**
 * Lets an account that the reader of an invitation has, by name, answer it. Nothing is believed about
 * whose it is: the owner of that account does so once signed in, with all that takes. Recorded is a name that was not
 * said before: who has the link would write into the audit of its tenant without end.
 *
 * Kept by: services/iam/src/features/invitations/by-mail.test.ts "gets nothing of what is given to the name that its reader says"
 */
export async function answerAs(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, tenantId }: OpenInvitation,
  account: string,
): Promise<{ readonly kind: 'noted' | 'over' } | NotNow> {
  const at = now()
  const username = account.toLowerCase()
  const notNow = await spendLink(db, id, at)
  if (notNow !== undefined) return notNow
  return inTransaction(db, async (tx) => {
    const isAnother = await noteAnswering(tx, tenantId, id, username, at)
    if (isAnother === undefined) return { kind: 'over' }
    const entry = {
      action: 'member.invitation_addressed',
      tenantId,
      actorKind: 'anonymous',
      targetKind: 'invitation',
      targetId: id,
      details: { username },
    } as const
    if (isAnother) await insertAuditEvent(tx, entry, at)
    return { kind: 'noted' }
  })
}
