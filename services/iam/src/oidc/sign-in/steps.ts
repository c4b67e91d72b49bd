import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { checkCode } from '../../second-factor/check-code.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import { changeFirstPassword } from './change-password.ts'
import { completeLogin } from './complete-login.ts'
import { readDevice } from './known-device.ts'
import { finishStep, firstFactorOf, keepFirstFactor, type Flow } from './flow.ts'
import { loginPage } from '../pages/login-page.ts'
import { mfaPage } from '../pages/mfa-page.ts'
import { consentPage, passwordPage, tenantPage } from '../pages/question-pages.ts'
import { checkPasskey, passkeyMethods } from './check-passkey.ts'
import { recordSignIn } from './record-sign-in.ts'
import { scopesOf } from '../../core/requested-scopes.ts'
import { paths } from '../settings.ts'
import { checkCredentials } from './check-credentials.ts'
import { sendExpired, type Handlers, type Step, type StepName } from './step.ts'

/** What each page shows and does. */
export function createSteps(deps: Deps): Readonly<Record<StepName, Handlers>> {
  const secure = deps.issuer.startsWith('https:')
  const finish = (step: Step, result: Parameters<typeof finishStep>[2]) =>
    finishStep(step.reply, step.current, result, secure)
  return {
    login: {
      show: async (step) => step.show(loginPage(step, hintOf(step.current))),
      submit: (step) => submitCredentials(deps, step),
    },
    mfa: {
      show: async (step) => step.show(mfaPage(step)),
      submit: (step) => submitCode(deps, step),
    },
    tenant: {
      show: async (step) => step.show(tenantPage(step, readOptions(step.current))),
      submit: async (step) => finish(step, { tenant: { tenantId: step.form.tenant } }),
    },
    consent: {
      show: async (step) => step.show(consentPage(step, scopesOf(step.current.interaction.params))),
      submit: async (step) =>
        step.form.decision === 'allow'
          ? finish(step, { consent: {} })
          : finish(step, { error: 'access_denied', error_description: 'the user did not agree' }),
    },
    password: {
      show: async (step) => step.show(passwordPage(step, await usernameOf(deps, step.current))),
      submit: (step) => submitPassword(deps, step, finish),
    },
  }
}

async function submitCredentials(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, reply, texts } = step
  const { username = '', password = '' } = form
  const device = readDevice(deps.signer, request.headers.cookie)
  const result = await checkCredentials(deps, { username, password, address: request.ip, device })
  switch (result.kind) {
    case 'wait':
      void reply.header('retry-after', String(result.seconds))
      return step.show(loginPage(step, { username, error: texts.wait(result.seconds) }), 429)
    case 'refused':
      return step.show(loginPage(step, { username, error: texts.wrong }), 422)
    case 'second_factor':
      await keepFirstFactor(step.current, { userId: result.userId, amr: ['pwd'] })
      return reply.redirect(`${paths.signIn}/mfa?flow=${encodeURIComponent(step.flow)}`, 303)
    case 'signed_in':
      return completeLogin(deps, step, { userId: result.userId, amr: ['pwd'] })
  }
}

async function submitCode(deps: Deps, step: Step): Promise<FastifyReply> {
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

/** A passkey signs in by itself, whatever was typed before. */
export async function submitPasskey(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, flow, texts } = step
  const userId = await checkPasskey(deps, flow, form.credential ?? '', request.ip)
  if (userId !== undefined) return completeLogin(deps, step, { userId, amr: passkeyMethods })
  const error = texts.passkeyWrong
  const atPassword = firstFactorOf(step.current) === undefined
  return step.show(atPassword ? loginPage(step, { error }) : mfaPage(step, error), 422)
}

async function submitPassword(
  deps: Deps,
  step: Step,
  finish: (step: Step, result: Parameters<typeof finishStep>[2]) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { password = '', repeat = '' } = step.form
  const { texts, current } = step
  const refuse = async (error: string) =>
    step.show(passwordPage(step, await usernameOf(deps, current), error), 422)
  const { session } = current.interaction
  if (session?.accountId === undefined) return sendExpired(step.request, step.reply)
  if (password !== repeat) return refuse(texts.differ)
  const owner = {
    userId: session.accountId,
    sessionUid: session.uid,
    address: step.request.ip,
  }
  const change = await changeFirstPassword(deps, owner, password)
  switch (change.kind) {
    case 'changed':
      return finish(step, { password: {} })
    case 'over':
      return sendExpired(step.request, step.reply)
    case 'refused':
      return refuse(
        change.fault === 'same' ? texts.samePassword : texts.passwordFaults[change.fault],
      )
  }
}

function hintOf({ interaction }: Flow): { username?: string } {
  const hint = interaction.params['login_hint']
  return typeof hint === 'string' ? { username: hint } : {}
}

async function usernameOf({ db }: Deps, { interaction }: Flow): Promise<string> {
  const account = await findActiveAccount(db, interaction.session?.accountId ?? '')
  return account?.username ?? ''
}

// Put there by our own policy; it went through the database as JSON.
function readOptions({ interaction }: Flow): { id: string; name: string }[] {
  const options: unknown = interaction.prompt.details['options']
  return Array.isArray(options) ? (options as { id: string; name: string }[]) : []
}
