import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { checkCode } from '../../second-factor/check-code.ts'
import { mfaPage } from '../pages/mfa-page.ts'
import { paths } from '../settings.ts'
import { completeLogin } from './complete-login.ts'
import { firstFactorOf, keepFirstFactor } from './flow.ts'
import { recordSignIn } from './record-sign-in.ts'
import { sendExpired, type Step } from './step.ts'

export const showMfa = async (_deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(mfaPage(step))

/** Checks a code of the second factor. */
export async function submitMfa(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, reply, texts, current } = step
  const { db, now } = deps
  const first = firstFactorOf(current)
  if (first === undefined) return sendExpired(request, reply)
  const { userId } = first
  if (form.decision === 'restart') {
    await keepFirstFactor(current, undefined)
    return reply.redirect(`${paths.signIn}?flow=${encodeURIComponent(step.flow)}`, 303)
  }
  const result = await checkCode(deps, userId, form.code ?? '')
  const address = request.ip
  if (result.kind === 'wait') {
    void reply.header('retry-after', String(result.seconds))
    return step.show(mfaPage(step, texts.wait(result.seconds)), 429)
  }
  if (result.kind === 'wrong') {
    await recordSignIn(db, { userId, outcome: 'failure', address, amr: ['otp'] }, now())
    return step.show(mfaPage(step, texts.codeWrong), 422)
  }
  const amr = [...first.amr, 'otp', 'mfa']
  const by = first.vouchedBy === undefined ? {} : { providerId: first.vouchedBy.providerId }
  await recordSignIn(db, { userId, outcome: 'success', address, amr, ...by }, now())
  return completeLogin(deps, step, { ...first, amr })
}
