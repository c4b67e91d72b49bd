import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { passwordPage } from '../pages/question-pages.ts'
import { findActiveAccount } from '../store/account-queries.ts'
import { changeFirstPassword } from './change-password.ts'
import { finishStep, type Flow } from './flow.ts'
import { toRefusal } from './link-answers.ts'
import { sendExpired, type Step } from './step.ts'

export const showPassword = async (deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(passwordPage(step, await usernameOf(deps, step.current)))

/** Puts a password of the owner's choice in place of the one that somebody else knows. */
export async function submitPassword(deps: Deps, step: Step): Promise<FastifyReply> {
  const { password = '', repeat = '' } = step.form
  const { texts, current } = step
  const refuse = async (error: string, status = 422) =>
    step.show(passwordPage(step, await usernameOf(deps, current), error), status)
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
      return finishStep(deps, step.reply, current, { password: {} })
    case 'over':
      return sendExpired(step.request, step.reply)
    case 'wait':
    case 'busy': {
      const { status, error } = toRefusal(step.reply, texts, change)
      return refuse(error, status)
    }
    case 'refused':
      return refuse(
        change.fault === 'same' ? texts.samePassword : texts.passwordFaults[change.fault],
      )
  }
}

async function usernameOf({ db }: Deps, { interaction }: Flow): Promise<string> {
  const account = await findActiveAccount(db, interaction.session?.accountId ?? '')
  return account?.username ?? ''
}
