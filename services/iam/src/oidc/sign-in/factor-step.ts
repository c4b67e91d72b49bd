import type { FastifyReply } from 'fastify'
import { addMethods } from '../../core/authentication.ts'
import type { Deps } from '../../deps.ts'
import { readMfaState } from '../../second-factor/state-queries.ts'
import { mfaPage } from '../pages/mfa-page.ts'
import type { MissingFactor } from '../provider/factor-need.ts'
import { checkPasskey, passkeyMethods } from './check-passkey.ts'
import { showEnrolment } from './enrol-step.ts'
import { finishFactor } from './finish-factor.ts'
import { enrolmentOf } from './flow.ts'
import { judgeCode } from './judge-code.ts'
import { recordSignIn } from './record-sign-in.ts'
import { sendExpired, type Step } from './step.ts'

/**
 * The second factor of somebody who is signed in by one alone, where that is not enough: asked for by
 * itself, or set up by who has none. The session goes on, and so does everything that came from it.
 */
export async function showFactor(deps: Deps, step: Step): Promise<FastifyReply> {
  const { current } = step
  const userId = current.interaction.session?.accountId
  if (userId === undefined) return sendExpired(step.request, step.reply)
  const proven = enrolmentOf(current)?.proven
  if (proven !== undefined) return finishFactor(deps, step, proven)
  if ((await readMfaState(deps.db, userId)).enabled) return step.show(factorPage(step))
  return missingOf(step).enrol
    ? showEnrolment(deps, step, userId)
    : sendExpired(step.request, step.reply)
}

/** Takes a code, or goes on once the recovery codes of a new factor were seen. */
export async function submitFactor(deps: Deps, step: Step): Promise<FastifyReply> {
  const { current, request, reply } = step
  const { session } = current.interaction
  const proven = enrolmentOf(current)?.proven
  if (proven !== undefined) return finishFactor(deps, step, proven)
  if (session === undefined || missingOf(step).passkeyOnly) return sendExpired(request, reply)
  const userId = session.accountId
  const judged = await judgeCode(deps, step, userId)
  if (judged.fault !== undefined)
    return step.show(factorPage(step, judged.fault.error), judged.fault.status)
  const amr = addMethods(session.amr, ['otp', 'mfa'])
  const { recoveryCode } = judged
  const record = { userId, outcome: 'success', address: request.ip, amr, recoveryCode } as const
  await recordSignIn(deps.db, record, deps.now())
  return finishFactor(deps, step, ['otp', 'mfa'])
}

/** Takes a passkey of whose session it is, and of nobody else. */
export async function submitFactorPasskey(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, flow, request, reply, texts, current } = step
  const owner = current.interaction.session?.accountId
  if (owner === undefined) return sendExpired(request, reply)
  const userId = await checkPasskey(deps, flow, form.credential ?? '', request.ip, owner)
  if (userId === undefined) return step.show(factorPage(step, texts.passkeyWrong), 422)
  return finishFactor(deps, step, passkeyMethods)
}

const factorPage = (step: Step, error?: string) =>
  mfaPage(step, { error, signedIn: true, passkeyOnly: missingOf(step).passkeyOnly })

// Put there by our own policy; it went through the database as JSON.
const missingOf = ({ current }: Step): MissingFactor =>
  current.interaction.prompt.details as unknown as MissingFactor
