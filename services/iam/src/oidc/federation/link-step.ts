import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { findUsableProvider } from '../../features/federation/queries.ts'
import { completeLogin } from '../sign-in/complete-login.ts'
import { readDevice } from '../sign-in/known-device.ts'
import { keepFirstFactor, unlinkedIdentityOf } from '../sign-in/flow.ts'
import { canLink } from '../sign-in/link-identity.ts'
import { paths } from '../settings.ts'
import { checkCredentials } from '../sign-in/check-credentials.ts'
import { sendExpired, type Step } from '../sign-in/step.ts'
import { linkPage } from '../pages/federation-pages.ts'

export async function showLink(deps: Deps, step: Step): Promise<FastifyReply> {
  const pending = await findPending(deps, step)
  return pending === undefined
    ? sendExpired(step.request, step.reply)
    : step.show(linkPage(step, pending.provider.name))
}

/**
 * Connects an identity with an account by the password of the account, and by its second factor
 * where it has one: nothing that the provider says about somebody is enough.
 */
export async function submitLink(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, reply, texts } = step
  const pending = await findPending(deps, step)
  if (pending === undefined) return sendExpired(request, reply)
  const { username = '', password = '' } = form
  const again = (error: string, status: number) =>
    step.show(linkPage(step, pending.provider.name, { username, error }), status)
  const device = readDevice(deps, request.headers.cookie)
  const result = await checkCredentials(deps, { username, password, address: request.ip, device })
  if (result.kind === 'wait' || result.kind === 'busy') {
    void reply.header('retry-after', String(result.seconds))
    return result.kind === 'busy' ? again(texts.busy, 503) : again(texts.wait(result.seconds), 429)
  }
  if (result.kind === 'refused') return again(texts.wrong, 422)
  if (result.kind === 'expired') return again(texts.initialExpired, 422)
  const { userId, passwordDigest } = result
  if (!(await canLink(deps, userId, pending.identity))) return again(texts.linkRefused, 422)
  const first = { userId, amr: ['pwd'], passwordDigest, link: pending.identity }
  if (result.kind === 'signed_in') return completeLogin(deps, step, first)
  await keepFirstFactor(step.current, first)
  return reply.redirect(`${paths.signIn}/mfa?flow=${encodeURIComponent(step.flow)}`, 303)
}

async function findPending({ db }: Deps, { current }: Step) {
  const identity = unlinkedIdentityOf(current)
  if (identity === undefined) return undefined
  const provider = await findUsableProvider(db, identity.tenantId, identity.providerId)
  return provider === undefined ? undefined : { identity, provider }
}
