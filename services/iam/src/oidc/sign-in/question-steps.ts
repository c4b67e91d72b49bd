import type { FastifyReply } from 'fastify'
import { limitPermissions } from '../../core/client-permissions.ts'
import { scopesOf } from '../../core/requested-scopes.ts'
import type { Deps } from '../../deps.ts'
import { consentPage, tenantPage } from '../pages/question-pages.ts'
import { extrasOf } from '../provider/resource.ts'
import { listPermissions } from '../store/account-queries.ts'
import { finishStep, type Flow } from './flow.ts'
import type { Step } from './step.ts'

export const showTenants = async (_deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(tenantPage(step, readOptions(step.current)))

export const submitTenant = (deps: Deps, { reply, current, form }: Step): Promise<FastifyReply> =>
  finishStep(deps, reply, current, { tenant: { tenantId: form.tenant } })

export const showConsent = async (deps: Deps, step: Step): Promise<FastifyReply> =>
  step.show(
    consentPage(
      step,
      scopesOf(step.current.interaction.params),
      await listCarriedPermissions(deps, step),
    ),
  )

/** What tokens of the application carry of what the person may do, as they are issued now. */
async function listCarriedPermissions(
  { db }: Deps,
  { provider, current: { interaction }, tenantId }: Step,
): Promise<readonly string[]> {
  const client = await provider.Client.find(String(interaction.params['client_id']))
  const userId = interaction.session?.accountId
  if (client === undefined || userId === undefined || tenantId === undefined) return []
  const held = await listPermissions(db, tenantId, userId)
  return limitPermissions(held, extrasOf(client).permission_limit)
}

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
