import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mfaPage } from '../pages/mfa-page.ts'
import { paths } from '../settings.ts'
import { completeLogin } from './complete-login.ts'
import { firstFactorOf, keepFirstFactor } from './flow.ts'
import { judgeCode } from './judge-code.ts'
import { recordSignIn } from './record-sign-in.ts'
import { sendExpired, type Step } from './step.ts'

export const showMfa = async (_deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(mfaPage(step))

/** Checks a code of the second factor. */
export async function submitMfa(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, reply, current } = step
  const { db, now } = deps
  const first = firstFactorOf(current)
  if (first === undefined) return sendExpired(request, reply)
  const { userId } = first
  if (form.decision === 'restart') {
    await keepFirstFactor(current, undefined)
    return reply.redirect(`${paths.signIn}?flow=${encodeURIComponent(step.flow)}`, 303)
  }
  const judged = await judgeCode(deps, step, userId)
  if (judged.fault !== undefined) return step.show(mfaPage(step, judged.fault), judged.fault.status)
  const amr = [...first.amr, 'otp', 'mfa']
  const by = first.vouchedBy === undefined ? {} : { providerId: first.vouchedBy.providerId }
  const { recoveryCode } = judged
  const record = {
    userId,
    outcome: 'success',
    address: request.ip,
    amr,
    recoveryCode,
    ...by,
  } as const
  await recordSignIn(db, record, now())
  return completeLogin(deps, step, { ...first, amr })
}
