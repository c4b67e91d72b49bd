import type { FastifyReply } from 'fastify'
import type { Identity } from '../../core/federation.ts'
import type { Deps } from '../../deps.ts'
import { insertAuditEvent } from '../../audit/entries.ts'
import type { ProviderRow } from '../../features/federation/queries.ts'
import type { FirstFactor } from '../provider/first-factor.ts'
import { readMfaState } from '../../second-factor/state-queries.ts'
import { completeLogin } from '../sign-in/complete-login.ts'
import { findOrMakeAccount } from './account-of-identity.ts'
import { keepFirstFactor, keepUnlinkedIdentity } from '../sign-in/flow.ts'
import { loginPage } from '../pages/login-page.ts'
import { recordSignIn } from '../sign-in/record-sign-in.ts'
import { paths } from '../settings.ts'
import type { Step } from '../sign-in/step.ts'

/** Goes on as whom a provider of the tenant vouches for: to the second factor, or signed in. */
export async function finishFederatedSignIn(
  deps: Deps,
  step: Step,
  provider: ProviderRow,
  identity: Identity,
  proof: Pick<FirstFactor, 'amr' | 'authTime' | 'directoryName'>,
): Promise<FastifyReply> {
  const { db, now } = deps
  const { request, reply, current, texts } = step
  const { tenantId, id: providerId } = provider
  const entered = await findOrMakeAccount(deps, provider, identity, request.ip)
  const next = (path: string) =>
    reply.redirect(
      `${path}?flow=${encodeURIComponent(step.flow)}`,
      request.method === 'GET' ? 302 : 303,
    )
  switch (entered.kind) {
    case 'refused':
      await recordFailure(deps, provider, request.ip, 'account')
      return step.show(loginPage(step, { error: texts.upstreamRefused(provider.name) }), 422)
    case 'ask':
      await keepUnlinkedIdentity(current, { tenantId, providerId, subject: identity.subject })
      return next(paths.link)
    case 'account': {
      const { userId } = entered
      const first = { userId, ...proof, vouchedBy: { tenantId, providerId } }
      if ((await readMfaState(db, userId)).enabled) {
        await keepFirstFactor(current, first)
        return next(`${paths.signIn}/mfa`)
      }
      const record = {
        userId,
        outcome: 'success',
        address: request.ip,
        amr: proof.amr,
        providerId,
      } as const
      await recordSignIn(db, record, now())
      return completeLogin(deps, step, first)
    }
  }
}

/** For the administrators of the tenant: somebody came from its provider and was not let in. */
export async function recordFailure(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, id: providerId }: ProviderRow,
  address: string,
  reason: 'answer' | 'not_fresh' | 'account' | 'credentials',
): Promise<void> {
  await insertAuditEvent(
    db,
    {
      action: 'user.sign_in',
      outcome: 'failure',
      tenantId,
      actorKind: 'anonymous',
      targetKind: 'provider',
      targetId: providerId,
      address,
      details: { providerId, reason },
    },
    now(),
  )
}
