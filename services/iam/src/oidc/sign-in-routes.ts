import formbody from '@fastify/formbody'
import type { App } from '@countersign/service-kit/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { Type, type Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { findActiveAccount } from './account-queries.ts'
import { changeOwnPassword } from './change-password.ts'
import { readDevice, rememberDevice } from './device.ts'
import { csrfOf, findFlow, finishStep, type Flow } from './flow.ts'
import { endForeignSession } from './foreign-session.ts'
import { pageHeaders } from './html.ts'
import { loginPage } from './login-page.ts'
import { consentPage, messagePage, passwordPage, tenantPage, type PageContext } from './pages.ts'
import type { ProviderHost } from './provider-host.ts'
import { paths } from './settings.ts'
import { signIn } from './sign-in.ts'
import { stylesheet } from './style.ts'
import { chooseLanguage, textsOf } from './texts.ts'
import { scopesOf } from './scope.ts'

const Field = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const FlowQuery = Type.Object({ flow: Field(100) })
const Form = Type.Object({
  flow: Field(100),
  csrf: Field(300),
  username: Field(200),
  password: Field(1_000),
  repeat: Field(1_000),
  tenant: Field(100),
  decision: Field(20),
})
type Form = Static<typeof Form>

type StepName = 'login' | 'password' | 'tenant' | 'consent'

const stepPaths: Readonly<Record<StepName, string>> = {
  login: paths.signIn,
  password: `${paths.signIn}/password`,
  tenant: `${paths.signIn}/tenant`,
  consent: `${paths.signIn}/consent`,
}

const isStep = (name: string): name is StepName => name in stepPaths

/** Address of the page for a prompt of the library. */
export const stepUrl = (prompt: string, flow: string) =>
  `${isStep(prompt) ? stepPaths[prompt] : paths.signIn}?flow=${encodeURIComponent(flow)}`

interface Step extends PageContext {
  readonly provider: Provider
  readonly current: Flow
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly form: Form
  /** Sends a page of this step. */
  readonly show: (page: string, status?: number) => FastifyReply
}

interface Handlers {
  readonly show: (step: Step) => Promise<FastifyReply>
  readonly submit: (step: Step) => Promise<FastifyReply>
}

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
    for (const name of ['login', 'password', 'tenant', 'consent'] as const) {
      const handlers = steps(deps)[name]
      app.get(
        stepPaths[name],
        { ...open, schema: { hide: true, querystring: FlowQuery } },
        async (request, reply) => {
          const step = await openStep(deps, host, request, reply, request.query)
          if (step === undefined) return sendExpired(request, reply)
          if (step.current.prompt !== name)
            return reply.redirect(stepUrl(step.current.prompt, step.flow), 302)
          return handlers.show(step)
        },
      )
      app.post(
        stepPaths[name],
        { ...open, schema: { hide: true, body: Form } },
        async (request, reply) => {
          const step = await openStep(deps, host, request, reply, request.body)
          const genuine =
            step !== undefined && deps.signer.verify('csrf', request.body.csrf) === step.flow
          if (!genuine || step.current.prompt !== name) return sendExpired(request, reply)
          return handlers.submit(step)
        },
      )
    }
  })
}

function steps(deps: Deps): Readonly<Record<StepName, Handlers>> {
  const secure = deps.issuer.startsWith('https:')
  const finish = (step: Step, result: Parameters<typeof finishStep>[2]) =>
    finishStep(step.reply, step.current, result, secure)
  return {
    login: {
      show: async (step) => step.show(loginPage(step, hintOf(step.current))),
      submit: (step) => submitCredentials(deps, step, secure),
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

async function submitCredentials(deps: Deps, step: Step, secure: boolean): Promise<FastifyReply> {
  const { form, request, reply, texts } = step
  const { username = '', password = '' } = form
  const device = readDevice(deps.signer, request.headers.cookie)
  const result = await signIn(deps, { username, password, address: request.ip, device })
  switch (result.kind) {
    case 'wait':
      void reply.header('retry-after', String(result.seconds))
      return step.show(loginPage(step, { username, error: texts.wait(result.seconds) }), 429)
    case 'refused':
      return step.show(loginPage(step, { username, error: texts.wrong }), 422)
    case 'signed_in':
      await endForeignSession(deps.db, step.current.interaction, result.userId)
      void reply.header('set-cookie', rememberDevice(deps.signer, device, result.userId, secure))
      return finishStep(
        reply,
        step.current,
        { login: { accountId: result.userId, amr: ['pwd'] } },
        secure,
      )
  }
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
  const userId = current.interaction.session?.accountId
  if (userId === undefined) return sendExpired(step.request, step.reply)
  if (password !== repeat) return refuse(texts.differ)
  const fault = await changeOwnPassword(deps, userId, password, step.request.ip)
  if (fault === undefined) return finish(step, { password: {} })
  return refuse(fault === 'same' ? texts.samePassword : texts.passwordFaults[fault])
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

/** A page that no longer leads anywhere, instead of a guess at what was meant. */
export function sendExpired(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = chooseLanguage(undefined, request.headers['accept-language'])
  const texts = textsOf(language)
  return reply
    .code(400)
    .headers(pageHeaders())
    .send(messagePage(language, texts.expired, texts.expiredWhy))
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
