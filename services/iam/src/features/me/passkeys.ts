import { asOneself, doneBy } from '../../actor.ts'
import type { Claimant } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { recordOnAccount } from '../../accounts/record-on-account.ts'
import { requirePassword } from './require-password.ts'
import { offerNewPasskey, verifyNewPasskey } from '../../second-factor/new-passkey.ts'
import {
  deletePasskey,
  insertPasskey,
  listCredentialIds,
} from '../../second-factor/passkey-queries.ts'
import { dropUselessRecoveryCodes, issueFirstRecoveryCodes } from '../../second-factor/recovery.ts'
import type { AddedPasskey, PasskeyBody } from './mfa-schema.ts'
import { lockAccount } from '../../second-factor/state-queries.ts'
import { toPasskeyView } from './mfa-views.ts'

const maxPasskeys = 20

/** Options to make a passkey, for who gives the password. */
export async function offerPasskey(deps: Deps, claimant: Claimant, currentPassword: string) {
  const { userId } = claimant
  const { username } = await requirePassword(deps, claimant, currentPassword)
  return offerNewPasskey(deps, { userId, username, subject: userId })
}

/**
 * Adds what the browser made from the options. The challenge proves that the password was asked for
 * a moment ago; sent twice, the second is refused as known.
 *
 * @throws `iam.passkey_invalid` (422), `iam.passkey_limit` (409).
 */
export async function addMyPasskey(
  deps: Deps,
  claimant: Claimant,
  { name, response }: PasskeyBody,
): Promise<AddedPasskey> {
  const { db, now } = deps
  const { userId } = claimant
  const credential = await verify(deps, userId, response)
  return asOneself(db, claimant, async (tx, actor) => {
    await lockAccount(tx, userId)
    if ((await listCredentialIds(tx, userId)).length >= maxPasskeys) throw problems.passkey_limit()
    const { id: credentialId, publicKey, counter } = credential
    const transports = response.response.transports ?? []
    const row = await insertPasskey(
      tx,
      { userId, credentialId, publicKey, counter, transports, name },
      now(),
    )
    if (row === undefined) throw problems.passkey_invalid()
    const recoveryCodes = await issueFirstRecoveryCodes(tx, userId)
    await recordOnAccount(
      tx,
      userId,
      doneBy(actor, 'user.passkey_added', 'user', userId, { name }),
      now(),
    )
    const passkey = toPasskeyView(row)
    return recoveryCodes === undefined ? { passkey } : { passkey, recoveryCodes }
  })
}

async function verify(deps: Deps, userId: string, response: PasskeyBody['response']) {
  try {
    return await verifyNewPasskey(deps, userId, response)
  } catch (cause) {
    throw problems.passkey_invalid({ cause })
  }
}

export async function removeMyPasskey(
  deps: Deps,
  claimant: Claimant,
  id: string,
  currentPassword: string,
): Promise<void> {
  const { userId } = claimant
  await requirePassword(deps, claimant, currentPassword)
  await asOneself(deps.db, claimant, async (tx, actor) => {
    if (!(await deletePasskey(tx, userId, id))) throw problems.not_found()
    await dropUselessRecoveryCodes(tx, userId)
    await recordOnAccount(
      tx,
      userId,
      doneBy(actor, 'user.passkey_removed', 'user', userId),
      deps.now(),
    )
  })
}
