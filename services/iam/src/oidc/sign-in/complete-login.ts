import type { FastifyReply } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { contextOf } from '../../core/voucher.ts'
import type { IamDatabase } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { rememberLocale } from '../store/account-queries.ts'
import { deleteSession } from '../store/grant-queries.ts'
import { readDevice, rememberDevice } from './known-device.ts'
import type { FirstFactor } from '../provider/first-factor.ts'
import { finishStep } from './flow.ts'
import { linkIdentity } from './link-identity.ts'
import type { Step } from './step.ts'

/**
 * The end of every way to sign in: the session gets a new identifier, the device is remembered.
 *
 * @param locale What the account has, where it is known.
 */
export async function completeLogin(
  deps: Deps,
  { current, request, reply, language, goOn }: Step,
  first: FirstFactor,
  locale?: string | null,
): Promise<FastifyReply> {
  const { db, signer, issuer } = deps
  const { userId, amr, authTime, vouchedBy, passwordDigest } = first
  const secure = issuer.startsWith('https:')
  await linkIdentity(deps, first, request.ip)
  if (locale !== language) await rememberLocale(db, userId, language)
  await endSessionOfAnotherUser(db, current.interaction, userId)
  const device = readDevice(deps, request.headers.cookie)
  void reply.header('set-cookie', rememberDevice(signer, device, userId, secure))
  const login = {
    accountId: userId,
    amr: [...amr],
    // Pages that come later, such as consent, make the authentication no younger.
    ts: authTime ?? Math.floor(Date.now() / 1000),
    // Looked at again where the session is stored; to the library it says nothing.
    ...(passwordDigest === undefined ? {} : { passwordDigest }),
    ...(vouchedBy === undefined ? {} : { acr: contextOf(vouchedBy.tenantId) }),
  }
  // Who comes back from a provider of their tenant comes by a link.
  return request.method === 'POST' ? goOn({ login }) : finishStep(deps, reply, current, { login })
}

/**
 * Somebody else signs in with this browser: the session of the one before ends with its refresh
 * tokens, and the sign-in goes on as that of a browser without one.
 */
async function endSessionOfAnotherUser(
  db: IamDatabase,
  interaction: Interaction,
  userId: string,
): Promise<void> {
  const { session } = interaction
  if (session === undefined || session.accountId === userId) return
  await deleteSession(db, session.uid)
  interaction.session = undefined
}
