import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { listUsableProviders } from '../../features/federation/queries.ts'
import { findBrand } from '../pages/brand.ts'
import { csrfOf, findFlow, takesPasskey } from './flow.ts'
import { findFlowTenant } from './flow-tenant.ts'
import { goOn } from './go-on.ts'
import { pageHeaders } from '../pages/html.ts'
import { languageOf } from '../pages/language.ts'
import { passkeyRequest } from './check-passkey.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { findShownClient } from '../store/client-queries.ts'
import type { Form, Step } from './step.ts'
import { textsOf } from '../pages/texts.ts'
import { paths } from '../settings.ts'

/** The step a form came from, when it came from a page of ours in this sign-in. */
export async function openGenuineStep(
  deps: Deps,
  host: ProviderHost,
  request: FastifyRequest<{ Body: Form }>,
  reply: FastifyReply,
): Promise<Step | undefined> {
  const step = await openStep(deps, host, request, reply, request.body)
  if (step === undefined) return undefined
  return deps.signer.verify('csrf', request.body.csrf) === step.flow ? step : undefined
}

/** The page a request asks for; undefined when its sign-in is unknown, over or of another browser. */
export async function openStep(
  deps: Deps,
  host: ProviderHost,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<Step | undefined> {
  const provider = await host.current()
  const current = await findFlow(provider, deps, request, form.flow)
  if (current === undefined) return undefined
  const { params } = current.interaction
  const language = languageOf(deps, request, reply, params['ui_locales'])
  const { client, onlyTenantId } = await findShownClient(deps.db, String(params['client_id']))
  const owner = client?.tenantId ?? undefined
  const tenantId = await findFlowTenant(deps.db, current, owner, onlyTenantId)
  const target = URL.parse(String(params['redirect_uri']))?.origin
  return {
    provider,
    current,
    request,
    reply,
    form,
    language,
    texts: textsOf(language),
    client: client?.name,
    tenantId,
    brand: await findBrand(deps.db, tenantId),
    flow: current.id,
    here: addressOf(request, form),
    forgot: deps.mailer !== undefined,
    csrf: csrfOf(deps.signer, current.id),
    ...(takesPasskey(current) ? { passkey: passkeyRequest(deps, current.id) } : {}),
    ...(current.prompt === 'login'
      ? {
          providers: tenantId === undefined ? [] : await listUsableProviders(deps.db, tenantId),
        }
      : {}),
    goOn: (result) => goOn(deps, host, { request, reply }, { flow: current, client, result }),
    show: (page, status = 200) =>
      reply
        .code(status)
        .headers(
          pageHeaders(target === undefined ? [] : [target], {
            script: takesPasskey(current) || current.prompt === 'password',
          }),
        )
        .send(page),
  }
}

/** Where a page is shown again by GET. The answer of a passkey has no page of its own. */
function addressOf(request: FastifyRequest, { flow = '', provider }: Form): string {
  const { url = paths.signIn } = request.routeOptions
  const query = new URLSearchParams({ flow, ...(provider === undefined ? {} : { provider }) })
  return `${url === paths.passkey ? paths.signIn : url}?${query.toString()}`
}
