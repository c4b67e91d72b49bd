import formbody from '@fastify/formbody'
import type { App } from '@countersign/service-kit/http'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addForgotRoutes } from './forgot-step.ts'
import { addInvitationPages } from './invitation-routes.ts'
import { addResetRoutes } from './reset-routes.ts'
import { firstFactorOf, takesPasskey, type Flow } from './flow.ts'
import { openGenuineStep, openStep } from './open-step.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths } from '../settings.ts'
import { showLogin, submitLogin, submitPasskey } from './login-step.ts'
import { showFactor, submitFactor, submitFactorPasskey } from './factor-step.ts'
import { submitNewPasskey, submitNewTotp } from './enrol-step.ts'
import { showMfa, submitMfa } from './mfa-step.ts'
import { showPassword, submitPassword } from './password-step.ts'
import { showConsent, showTenants, submitConsent, submitTenant } from './question-steps.ts'
import { FlowQuery, Form, sendExpired, type Step, type StepName } from './step.ts'

interface StepRoute {
  readonly path: string
  readonly show: (deps: Deps, step: Step) => Promise<FastifyReply>
  readonly submit: (deps: Deps, step: Step) => Promise<FastifyReply>
}

/** Each page of a sign-in: where it is, what shows it, what takes its form. */
const steps: Readonly<Record<StepName, StepRoute>> = {
  login: { path: paths.signIn, show: showLogin, submit: submitLogin },
  mfa: { path: `${paths.signIn}/mfa`, show: showMfa, submit: submitMfa },
  password: { path: `${paths.signIn}/password`, show: showPassword, submit: submitPassword },
  tenant: { path: `${paths.signIn}/tenant`, show: showTenants, submit: submitTenant },
  factor: { path: `${paths.signIn}/factor`, show: showFactor, submit: submitFactor },
  consent: { path: `${paths.signIn}/consent`, show: showConsent, submit: submitConsent },
}

/** What the page that sets a second factor up sends. */
const enrolments: Readonly<Record<string, StepRoute['submit']>> = {
  [`${paths.signIn}/factor/totp`]: submitNewTotp,
  [`${paths.signIn}/factor/passkey`]: submitNewPasskey,
}

const isStep = (name: string): name is StepName => name in steps

/** Address of the page for a prompt of the library. */
export const stepUrl = (prompt: string, flow: string) =>
  `${isStep(prompt) ? steps[prompt].path : paths.signIn}?flow=${encodeURIComponent(flow)}`

// The library knows one step where people see two: password, then the second factor.
const stepOf = (current: Flow) => (firstFactorOf(current) === undefined ? current.prompt : 'mfa')

/** The pages of a sign-in: shown by GET, answered by POST, each bound to its flow and browser. */
export async function addSignInRoutes(parent: App, deps: Deps, host: ProviderHost): Promise<void> {
  await parent.register(async (plain) => {
    const app = plain as App
    await app.register(formbody, { bodyLimit: 16_384 })
    const open = { config: { caller: 'anyone' as const } }
    addForgotRoutes(app, deps, host)
    addResetRoutes(app, deps, host)
    addInvitationPages(app, deps, host)
    // Answers the pages of the password and of the second factor.
    app.post(
      paths.passkey,
      { ...open, schema: { hide: true, body: Form } },
      async (request, reply) => {
        const step = await openGenuineStep(deps, host, request, reply)
        if (step === undefined || !takesPasskey(step.current)) return sendExpired(request, reply)
        const submit = step.current.prompt === 'factor' ? submitFactorPasskey : submitPasskey
        return submit(deps, step)
      },
    )
    for (const [path, submit] of Object.entries(enrolments)) {
      app.post(path, { ...open, schema: { hide: true, body: Form } }, async (request, reply) => {
        const step = await openGenuineStep(deps, host, request, reply)
        if (step?.current.prompt !== 'factor') return sendExpired(request, reply)
        return submit(deps, step)
      })
    }
    for (const [name, { path, show, submit }] of Object.entries(steps)) {
      app.get(
        path,
        { ...open, schema: { hide: true, querystring: FlowQuery } },
        async (request, reply) => {
          const step = await openStep(deps, host, request, reply, request.query)
          if (step === undefined) return sendExpired(request, reply)
          const wanted = stepOf(step.current)
          if (wanted !== name) return reply.redirect(stepUrl(wanted, step.flow), 302)
          return show(deps, step)
        },
      )
      app.post(path, { ...open, schema: { hide: true, body: Form } }, async (request, reply) => {
        const step = await openGenuineStep(deps, host, request, reply)
        if (step === undefined || stepOf(step.current) !== name) return sendExpired(request, reply)
        return submit(deps, step)
      })
    }
  })
}
