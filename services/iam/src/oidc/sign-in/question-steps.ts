import type { FastifyReply } from 'fastify'
import { scopesOf } from '../../core/requested-scopes.ts'
import type { Deps } from '../../deps.ts'
import { consentPage, tenantPage } from '../pages/question-pages.ts'
import { finishStep, type Flow } from './flow.ts'
import type { Step } from './step.ts'

export const showTenants = async (_deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(tenantPage(step, readOptions(step.current)))

export const submitTenant = (deps: Deps, { reply, current, form }: Step): Promise<FastifyReply> =>
  finishStep(deps, reply, current, { tenant: { tenantId: form.tenant } })

export const showConsent = async (_deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(consentPage(step, scopesOf(step.current.interaction.params)))

export const submitConsent = (deps: Deps, { reply, current, form }: Step): Promise<FastifyReply> =>
  finishStep(
    deps,
    reply,
    current,
    form.decision === 'allow'
      ? { consent: {} }
      : { error: 'access_denied', error_description: 'the user did not agree' },
  )

// Put there by our own policy; it went through the database as JSON.
function readOptions({ interaction }: Flow): { id: string; name: string }[] {
  const options: unknown = interaction.prompt.details['options']
  return Array.isArray(options) ? (options as { id: string; name: string }[]) : []
}
