import type { FastifyReply } from 'fastify'
import { beyondVoucher } from '../../core/voucher.ts'
import type { Deps } from '../../deps.ts'
import { loginPage } from '../pages/login-page.ts'
import { mfaPage } from '../pages/mfa-page.ts'
import { paths } from '../settings.ts'
import { checkCredentials, type Verified } from './check-credentials.ts'
import { checkPasskey, passkeyMethods } from './check-passkey.ts'
import { completeLogin } from './complete-login.ts'
import type { FirstFactor } from '../provider/first-factor.ts'
import { firstFactorOf, keepFirstFactor } from './flow.ts'
import { readDevice } from './known-device.ts'
import type { Step } from './step.ts'

export async function showLogin(_deps: Deps, step: Step): Promise<FastifyReply> {
  const { params, prompt } = step.current.interaction
  const hint = params['login_hint']
  const error = prompt.reasons.includes(beyondVoucher) ? step.texts.beyondVoucher : undefined
  return step.show(
    loginPage(step, { error, ...(typeof hint === 'string' ? { username: hint } : {}) }),
  )
}

/** Checks a user name and a password. */
export async function submitLogin(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, reply, texts } = step
  const { username = '', password = '' } = form
  const device = readDevice(deps, request.headers.cookie)
  const result = await checkCredentials(deps, { username, password, address: request.ip, device })
  switch (result.kind) {
    case 'wait':
      void reply.header('retry-after', String(result.seconds))
      return step.show(loginPage(step, { username, error: texts.wait(result.seconds) }), 429)
    case 'busy':
      void reply.header('retry-after', String(result.seconds))
      return step.show(loginPage(step, { username, error: texts.busy }), 503)
    case 'refused':
      return step.show(loginPage(step, { username, error: texts.wrong }), 422)
    case 'expired':
      return step.show(loginPage(step, { username, error: texts.initialExpired }), 422)
    case 'second_factor':
      await keepFirstFactor(step.current, byPassword(result))
      return reply.redirect(`${paths.signIn}/mfa?flow=${encodeURIComponent(step.flow)}`, 303)
    case 'signed_in':
      return completeLogin(deps, step, byPassword(result), result.locale)
  }
}

const byPassword = ({ userId, passwordDigest }: Verified): FirstFactor => ({
  userId,
  amr: ['pwd'],
  passwordDigest,
})

/** A passkey signs in by itself, whatever was typed before. */
export async function submitPasskey(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, flow, texts } = step
  const userId = await checkPasskey(deps, flow, form.credential ?? '', request.ip)
  if (userId !== undefined) return completeLogin(deps, step, { userId, amr: passkeyMethods })
  const error = texts.passkeyWrong
  const atPassword = firstFactorOf(step.current) === undefined
  return step.show(atPassword ? loginPage(step, { error }) : mfaPage(step, { error }), 422)
}
