import { requireRevision } from '@countersign/service-kit/revision'
import { acceptPassword, firstPasswordEnd, lockOwnAccount } from '../../accounts/make-account.ts'
import { asSoleActorOn, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/types.ts'
import { problems } from '../../problems.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import { hashForAnother } from '../../passwords/hash-for-another.ts'
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
  claimant: Claimant,
  userId: string,
  body: ChangeUserBody,
  revision: number | undefined,
): Promise<UserView> {
  const { displayName, email } = body
  const changes: UserChanges = {
    ...(displayName === undefined ? {} : { display_name: displayName }),
    ...(email === undefined ? {} : { email }),
  }
  return change(deps, claimant, userId, revision, 'user.changed', (tx) =>
    updateUser(tx, userId, changes, deps.now()),
  )
}

/**
 * A disabled account is signed out everywhere and refused here at once; services that do not ask
 * take its access tokens until they expire.
 *
 * @throws `iam.last_administrator` (409)
 */
export function changeStatus(
  deps: Deps,
  claimant: Claimant,
  userId: string,
  status: 'active' | 'disabled',
  revision: number | undefined,
): Promise<UserView> {
  return change(
    deps,
    claimant,
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
  claimant: Claimant,
  userId: string,
  password: string,
  mustChange: boolean,
): Promise<UserView> {
  const user = await findUser(deps.db, claimant.tenantId, userId)
  if (user === undefined) throw problems.not_found()
  await acceptPassword(password, user.username, await listNamesOf(deps.db, userId))
  const passwordHash = await hashForAnother(deps, claimant.tenantId, password)
  return change(deps, claimant, userId, undefined, 'user.password_reset', async (tx) => {
    const expiresAt = firstPasswordEnd(deps, mustChange)
    await setPassword(tx, userId, { passwordHash, mustChange, expiresAt, at: deps.now() })
    await endSessionsOf(tx, userId)
  })
}

/** Signs a user out everywhere. */
export async function signOutUser(deps: Deps, claimant: Claimant, userId: string): Promise<void> {
  await change(deps, claimant, userId, undefined, 'user.signed_out', (tx) =>
    endSessionsOf(tx, userId),
  )
}

/** Every change of an account: locked, guarded, recorded. */
function change(
  { db, now }: Deps,
  claimant: Claimant,
  userId: string,
  revision: number | undefined,
  action: string,
  work: (tx: Tx) => Promise<void>,
): Promise<UserView> {
  return asSoleActorOn(db, claimant, userId, async (tx, actor) => {
    const before = await lockOwnAccount(tx, actor, userId)
    requireRevision(problems, revision, before.revision)
    await work(tx)
    const after = await findUser(tx, actor.tenantId, userId)
    if (after === undefined) throw new Error('a locked account is gone')
    await recordOnAccount(
      tx,
      userId,
      doneBy(actor, action, 'user', userId, { before: shown(before), after: shown(after) }),
      now(),
    )
    return toUserView(after)
  })
}

const shown = ({ displayName, email, status }: UserRow) => ({ displayName, email, status })
