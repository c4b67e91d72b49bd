import formbody from '@fastify/formbody'
import type { App } from '@countersign/service-kit/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { csrfOf, findFlow, firstFactorOf, type Flow } from './flow.ts'
import { pageHeaders } from './html.ts'
import type { ProviderHost } from './provider-host.ts'
import { paths } from './settings.ts'
import { createSteps } from './sign-in-steps.ts'
import { FlowQuery, Form, sendExpired, type Step, type StepName } from './step.ts'
import { stylesheet } from './style.ts'
import { chooseLanguage, textsOf } from './texts.ts'

const stepPaths: Readonly<Record<StepName, string>> = {
  login: paths.signIn,
  mfa: `${paths.signIn}/mfa`,
  password: `${paths.signIn}/password`,
  tenant: `${paths.signIn}/tenant`,
  consent: `${paths.signIn}/consent`,
}

const isStep = (name: string): name is StepName => name in stepPaths

/** Address of the page for a prompt of the library. */
export const stepUrl = (prompt: string, flow: string) =>
  `${isStep(prompt) ? stepPaths[prompt] : paths.signIn}?flow=${encodeURIComponent(flow)}`

// The library knows one step where people see two: password, then the second factor.
const stepOf = (current: Flow) => (firstFactorOf(current) === undefined ? current.prompt : 'mfa')

/** The pages of a sign-in: shown by GET, answered by POST, each bound to its flow and browser. */
export async function addSignInRoutes(parent: App, deps: Deps, host: ProviderHost): Promise<void> {
  await parent.register(async (plain) => {
    const app = plain as App
    await app.register(formbody, { bodyLimit: 16_384 })
    const open = { config: { caller: 'anyone' as const } }
    app.get(
      `${paths.signIn}/style.css`,
      { ...open, schema: { hide: true } },
      async (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=3600')
          .type('text/css; charset=utf-8')
          .send(stylesheet),
    )
    for (const [name, handlers] of Object.entries(createSteps(deps))) {
      const path = isStep(name) ? stepPaths[name] : paths.signIn
      app.get(
        path,
        { ...open, schema: { hide: true, querystring: FlowQuery } },
        async (request, reply) => {
          const step = await openStep(deps, host, request, reply, request.query)
          if (step === undefined) return sendExpired(request, reply)
          const wanted = stepOf(step.current)
          if (wanted !== name) return reply.redirect(stepUrl(wanted, step.flow), 302)
          return handlers.show(step)
        },
      )
      app.post(path, { ...open, schema: { hide: true, body: Form } }, async (request, reply) => {
        const step = await openStep(deps, host, request, reply, request.body)
        const genuine =
          step !== undefined && deps.signer.verify('csrf', request.body.csrf) === step.flow
        if (!genuine || stepOf(step.current) !== name) return sendExpired(request, reply)
        return handlers.submit(step)
      })
    }
  })
}

async function openStep(
  deps: Deps,
  host: ProviderHost,
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
): Promise<Step | undefined> {
  const provider = await host.current()
  const current = await findFlow(provider, deps.signer, request, form.flow)
  if (current === undefined) return undefined
  const { params } = current.interaction
  const language = chooseLanguage(params['ui_locales'], request.headers['accept-language'])
  const client = await provider.Client.find(String(params['client_id']))
  const target = URL.parse(String(params['redirect_uri']))?.origin
  return {
    provider,
    current,
    request,
    reply,
    form,
    language,
    texts: textsOf(language),
    client: client?.clientName ?? client?.clientId,
    flow: current.id,
    csrf: csrfOf(deps.signer, current.id),
    show: (page, status = 200) =>
      reply
        .code(status)
        .headers(pageHeaders(target === undefined ? [] : [target]))
        .send(page),
  }
}
