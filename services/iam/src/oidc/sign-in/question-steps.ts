import type { FastifyReply } from 'fastify'
import { scopesOf } from '../../core/requested-scopes.ts'
import type { Deps } from '../../deps.ts'
import { consentPage, tenantPage } from '../pages/question-pages.ts'
import { listCarried, type ShownConsent } from '../provider/consent.ts'
import { finishStep, keepShownConsent, shownConsentOf, type Flow } from './flow.ts'
import type { Step } from './step.ts'

export const showTenants = async (_deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(tenantPage(step, readOptions(step.current)))

export const submitTenant = (deps: Deps, { reply, current, form }: Step): Promise<FastifyReply> =>
  finishStep(deps, reply, current, { tenant: { tenantId: form.tenant } })

/** Shows what is agreed to, and keeps it: what the person may do beyond that when they answer is not. */
export async function showConsent(deps: Deps, step: Step): Promise<FastifyReply> {
  const { interaction } = step.current
  const shown = await findCarried(deps, step)
  if (shown !== undefined) await keepShownConsent(step.current, shown)
  return step.show(consentPage(step, scopesOf(interaction.params), shown?.permissions ?? []))
}

async function findCarried(
  { db }: Deps,
  { provider, current: { interaction }, tenantId }: Step,
): Promise<ShownConsent | undefined> {
  const client = await provider.Client.find(String(interaction.params['client_id']))
  const userId = interaction.session?.accountId
  if (client === undefined || userId === undefined || tenantId === undefined) return undefined
  return { userId, tenantId, permissions: await listCarried(db, client, tenantId, userId) }
}

export async function submitConsent(deps: Deps, step: Step): Promise<FastifyReply> {
  const { reply, current, form } = step
  const error = { error: 'access_denied', error_description: 'the user did not agree' }
  if (form.decision !== 'allow') return finishStep(deps, reply, current, error)
  const consent = shownConsentOf(current)
  // Shown too long ago.
  if (consent === undefined) return showConsent(deps, step)
  return finishStep(deps, reply, current, { consent: { ...consent } })
}

// Put there by our own policy; it went through the database as JSON.
function readOptions({ interaction }: Flow): { id: string; name: string }[] {
  const options: unknown = interaction.prompt.details['options']
  return Array.isArray(options) ? (options as { id: string; name: string }[]) : []
}
