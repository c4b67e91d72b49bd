import { randomInt } from 'node:crypto'
import { isUniqueViolation } from '@countersign/service-kit/db'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import { decideEntry, suggestUsername, type Entry, type Identity } from '../../core/federation.ts'
import type { Tx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import {
  countLinkUse,
  findLinkedUser,
  findMemberByExternalId,
} from '../../features/federation/link-queries.ts'
import { insertLink, listRoleIds, type ProviderRow } from '../../features/federation/queries.ts'
import { insertMembership, replaceRoles } from '../../accounts/member-queries.ts'
import { insertUser } from '../../accounts/user-queries.ts'
import { mayBeVouchedFor } from '../sign-in/link-identity.ts'

export type Entered =
  | { readonly kind: 'account'; readonly userId: string; readonly created: boolean }
  /** Nobody's yet: its owner may connect it by the password of an account. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'refused' }

/**
 * Finds, or where the tenant allows it makes, the account that an identity leads to. Of two first
 * sign-ins at once one makes it and the other finds it.
 *
 * Kept by: services/iam/src/oidc/federation/openid.test.ts "makes one account of two first sign-ins at once"
 */
export async function findOrMakeAccount(
  deps: Pick<Deps, 'db' | 'now'>,
  provider: ProviderRow,
  identity: Identity,
  address: string,
): Promise<Entered> {
  const enter = () => inTransaction(deps.db, (tx) => find(tx, provider, identity, address, deps))
  try {
    try {
      return await enter()
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
    }
    return await enter()
  } catch (error) {
    // The account that fits is connected with another identity already, or is not to be entered so.
    if (isUniqueViolation(error) || error instanceof NotVouchedFor) return { kind: 'refused' }
    throw error
  }
}

/** Thrown, so that an account that was made for the sign-in goes with it. */
class NotVouchedFor extends Error {}

async function find(
  tx: Tx,
  provider: ProviderRow,
  identity: Identity,
  address: string,
  { now }: Pick<Deps, 'now'>,
): Promise<Entered> {
  const { tenantId, id: providerId } = provider
  const { subject } = identity
  const found = {
    linked: await findLinkedUser(tx, tenantId, providerId, subject),
    byExternalId: await findMemberByExternalId(tx, tenantId, subject),
  }
  const entry = decideEntry(provider, identity, found)
  if (entry.kind === 'ask') return entry
  const userId =
    entry.kind === 'create'
      ? await createAccount(tx, provider, identity, address, now())
      : entry.userId
  if (!(await mayBeVouchedFor(tx, userId))) throw new NotVouchedFor()
  if (entry.kind === 'linked') await countLinkUse(tx, tenantId, providerId, subject, now())
  else await link(tx, { tenantId, providerId, subject, userId }, entry.kind, address, now())
  return { kind: 'account', userId, created: entry.kind === 'create' }
}

async function link(
  tx: Tx,
  place: { tenantId: string; providerId: string; subject: string; userId: string },
  kind: Exclude<Entry['kind'], 'linked' | 'ask'>,
  address: string,
  now: Date,
): Promise<void> {
  const { tenantId, providerId, subject, userId } = place
  const origin = kind === 'create' ? 'created' : 'external_id'
  await insertLink(tx, { ...place, origin }, now)
  await insertAuditEvent(
    tx,
    {
      action: 'user.identity_linked',
      tenantId,
      actorKind: 'system',
      targetKind: 'user',
      targetId: userId,
      address,
      details: { providerId, subject, origin },
    },
    now,
  )
}

const mailForm = /^[^\s@]{1,64}@[^\s@]{1,189}$/

const readAddress = (email: string | undefined) =>
  email !== undefined && mailForm.test(email) ? email : null

const triesForName = 10

// Always a new account: one with the same name or mail address is somebody else's.
async function createAccount(
  tx: Tx,
  { tenantId, id: providerId, roleIds }: ProviderRow,
  identity: Identity,
  address: string,
  now: Date,
): Promise<string> {
  const id = uuidv7()
  const wanted = suggestUsername(identity)
  const base = {
    id,
    displayName: (identity.displayName ?? identity.username ?? wanted).slice(0, 200),
    // What nobody verified is not kept as somebody's address.
    email: identity.emailVerified ? readAddress(identity.email) : null,
    passwordHash: null,
    mustChangePassword: false,
  }
  for (let i = 0; i < triesForName; i++) {
    const username = i === 0 ? wanted : `${wanted}-${randomInt(1_000, 1_000_000)}`
    if (!(await insertUser(tx, { ...base, username }, now))) continue
    await insertMembership(tx, tenantId, id, now)
    await replaceRoles(tx, tenantId, id, await listRoleIds(tx, tenantId, roleIds))
    const details = { username, providerId }
    await insertAuditEvent(
      tx,
      {
        action: 'user.created',
        tenantId,
        actorKind: 'system',
        targetKind: 'user',
        targetId: id,
        address,
        details,
      },
      now,
    )
    return id
  }
  throw new Error('no free user name was found')
}
