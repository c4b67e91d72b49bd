import type { FastifyReply } from 'fastify'
import { addMethods } from '../../core/authentication.ts'
import type { Deps } from '../../deps.ts'
import { finishStep } from './flow.ts'
import { sendExpired, type Step } from './step.ts'

/**
 * Adds what was proven to the session: its methods grow, and the tenant that it is limited to stays. So
 * does its time of authentication: a factor alone is no whole sign-in, and renews neither step-up nor the
 * hours of the session (ADR 0024). The library gives it a new identifier.
 *
 * @param methods What was proven (RFC 8176).
 */
export async function finishFactor(
  deps: Deps,
  { provider, request, reply, current }: Step,
  methods: readonly string[],
): Promise<FastifyReply> {
  const { session } = current.interaction
  if (session === undefined) return sendExpired(request, reply)
  const running = await provider.Session.findByUid(session.uid)
  if (running?.loginTs === undefined || running.accountId !== session.accountId)
    return sendExpired(request, reply)
  const login = {
    accountId: session.accountId,
    amr: addMethods(session.amr, methods),
    ts: running.loginTs,
    ...(session.acr === undefined ? {} : { acr: session.acr }),
  }
  return finishStep(deps, reply, current, { login, factor: {} })
}
