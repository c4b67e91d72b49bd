import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import { acceptPassword, lockOwnAccount } from '../../accounts/make-account.ts'
import { doneBy, type Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/types.ts'
import { problems } from '../../problems.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import { listNamesOf, setPassword } from '../../passwords/queries.ts'
import {
  findUser,
  updateUser,
  type UserChanges,
  type UserRow,
} from '../../accounts/user-queries.ts'
import type { ChangeUserBody, UserView } from './schema.ts'
import { endSessionsOf } from '../../accounts/session-queries.ts'
import { toUserView } from './views.ts'

/** Name and mail address. */
export function changeUser(
  deps: Deps,
  actor: Actor,
  userId: string,
  body: ChangeUserBody,
  revision: number | undefined,
): Promise<UserView> {
  const { displayName, email } = body
  const changes: UserChanges = {
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(email === undefined ? {} : { email }),
  }
  return change(deps, actor, userId, revision, 'user.changed', (tx) =>
    updateUser(tx, userId, changes, deps.now()),
  )
}

/** A disabled account is signed out everywhere at once; its access tokens end within ten minutes. */
export function changeStatus(
  deps: Deps,
  actor: Actor,
  userId: string,
  status: 'active' | 'disabled',
  revision: number | undefined,
): Promise<UserView> {
  return change(
    deps,
    actor,
    userId,
    revision,
    `user.${status === 'active' ? 'enabled' : 'disabled'}`,
    async (tx) => {
      await updateUser(tx, userId, { status }, deps.now())
      if (status === 'disabled') await endSessionsOf(tx, userId)
    },
  )
}

/** Sets a password somebody else chose and ends every session; the owner changes it at sign-in. */
export async function resetPassword(
  deps: Deps,
  actor: Actor,
  userId: string,
  password: string,
  mustChange: boolean,
): Promise<UserView> {
  const user = await findUser(deps.db, actor.tenantId, userId)
  if (user === undefined) throw problems.not_found()
  await acceptPassword(password, user.username, await listNamesOf(deps.db, userId))
  const passwordHash = await deps.hasher.hash(password)
  return change(deps, actor, userId, undefined, 'user.password_reset', async (tx) => {
    await setPassword(tx, userId, { passwordHash, mustChange, at: deps.now() })
    await endSessionsOf(tx, userId)
  })
}

/** Signs a user out everywhere. */
export async function signOutUser(deps: Deps, actor: Actor, userId: string): Promise<void> {
  await change(deps, actor, userId, undefined, 'user.signed_out', (tx) => endSessionsOf(tx, userId))
}

/** Every change of an account: locked, guarded, recorded. */
function change(
  { db, now }: Deps,
  actor: Actor,
  userId: string,
  revision: number | undefined,
  action: string,
  work: (tx: Tx) => Promise<void>,
): Promise<UserView> {
  return inTransaction(db, async (tx) => {
    const before = await lockOwnAccount(tx, actor, userId)
    requireRevision(problems, revision, before.revision)
    await work(tx)
    const after = await findUser(tx, actor.tenantId, userId)
    if (after === undefined) throw new Error('a locked account is gone')
    await insertAuditEvent(
      tx,
      doneBy(actor, action, 'user', userId, { before: shown(before), after: shown(after) }),
      now(),
    )
    return toUserView(after)
  })
}

const shown = ({ displayName, email, status }: UserRow) => ({ displayName, email, status })
