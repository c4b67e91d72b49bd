import formbody from '@fastify/formbody'
import type { App } from '@countersign/service-kit/http'
import type { Deps } from '../../deps.ts'
import { firstFactorOf, type Flow } from './flow.ts'
import { openGenuineStep, openStep } from './open-step.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths } from '../settings.ts'
import { createSteps, submitPasskey } from './steps.ts'
import { FlowQuery, Form, sendExpired, type StepName } from './step.ts'

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
    // Answers two pages, the password's and the second factor's.
    app.post(
      `${paths.signIn}/passkey`,
      { ...open, schema: { hide: true, body: Form } },
      async (request, reply) => {
        const step = await openGenuineStep(deps, host, request, reply)
        if (step?.current.prompt !== 'login') return sendExpired(request, reply)
        return submitPasskey(deps, step)
      },
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
        const step = await openGenuineStep(deps, host, request, reply)
        if (step === undefined || stepOf(step.current) !== name) return sendExpired(request, reply)
        return handlers.submit(step)
      })
    }
  })
}
