import { inTransaction } from '@countersign/service-kit/transaction'
import type { FastifyReply } from 'fastify'
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
  step: Step,
  first: FirstFactor,
  locale?: string | null,
): Promise<FastifyReply> {
  const { db, signer, issuer } = deps
  const { current, request, reply, language, goOn } = step
  const { userId, amr, authTime, vouchedBy, passwordDigest } = first
  const secure = issuer.startsWith('https:')
  await linkIdentity(deps, first, request.ip)
  if (locale !== language) await rememberLocale(db, userId, language)
  await endSessionOfAnotherUser(db, step, userId)
  const device = readDevice(deps, request.headers.cookie)
  void reply.header('set-cookie', rememberDevice(signer, device, first, secure))
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
 * tokens, and the sign-in goes on as that of a browser without one. Which session that is the browser
 * says now: another window may have begun or ended one since this sign-in began.
 */
async function endSessionOfAnotherUser(
  db: IamDatabase,
  { provider, request, reply, current: { interaction } }: Step,
  userId: string,
): Promise<void> {
  const present = await provider.Session.get(provider.createContext(request.raw, reply.raw))
  const isAnothers = present.accountId !== undefined && present.accountId !== userId
  // By one transaction: the lock of the session is what keeps a grant from being made of it meanwhile.
  if (isAnothers) await inTransaction(db, (tx) => deleteSession(tx, present.uid))
  // The library refuses a sign-in that began in a session which the browser has no more.
  if (isAnothers || interaction.session?.uid !== present.uid) interaction.session = undefined
}
