import formbody from '@fastify/formbody'
import type { App } from '@countersign/service-kit/http'
import type { Deps } from '../../deps.ts'
import { IdParams } from '../../schema.ts'
import { showDirectory, submitDirectory } from './directory-step.ts'
import { firstFactorOf } from '../sign-in/flow.ts'
import { showLink, submitLink } from './link-step.ts'
import { openGenuineStep, openStep } from '../sign-in/open-step.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths } from '../settings.ts'
import { FlowQuery, Form, sendExpired, type Step } from '../sign-in/step.ts'
import { beginUpstream, finishUpstream, readState } from './openid-step.ts'

/** The answer of a provider comes by GET, and may end the session of whoever was signed in before. */
const config = { caller: 'anyone', leavesWork: true } as const

/** The pages of a sign-in with what a tenant has of its own, each a way through the first page. */
export async function addFederationPages(
  parent: App,
  deps: Deps,
  host: ProviderHost,
): Promise<void> {
  await parent.register(async (plain) => {
    const app = plain as App
    await app.register(formbody, { bodyLimit: 16_384 })
    addBrowserRoutes(app, deps, host)
    for (const { path, show, submit } of [
      { path: paths.directory, show: showDirectory, submit: submitDirectory },
      { path: paths.link, show: showLink, submit: submitLink },
    ]) {
      const shown = { hide: true, querystring: FlowQuery }
      app.get(path, { config, schema: shown }, async (request, reply) => {
        const step = await openStep(deps, host, request, reply, request.query)
        return isAtStart(step) ? show(deps, step) : sendExpired(request, reply)
      })
      const submitted = { hide: true, body: Form }
      app.post(path, { config, schema: submitted }, async (request, reply) => {
        const step = await openGenuineStep(deps, host, request, reply)
        return isAtStart(step) ? submit(deps, step) : sendExpired(request, reply)
      })
    }
  })
}

function addBrowserRoutes(app: App, deps: Deps, host: ProviderHost): void {
  app.get(
    paths.upstream,
    { config, schema: { hide: true, querystring: FlowQuery } },
    async (request, reply) => {
      const step = await openStep(deps, host, request, reply, request.query)
      return isAtStart(step) ? beginUpstream(deps, step) : sendExpired(request, reply)
    },
  )
  app.get(
    `${paths.upstream}/:id`,
    { config, schema: { hide: true, params: IdParams } },
    async (request, reply) => {
      const answer = readState(request)
      if (answer === undefined) return sendExpired(request, reply)
      const step = await openStep(deps, host, request, reply, { flow: answer.flow })
      return isAtStart(step)
        ? finishUpstream(deps, step, { ...answer, providerId: request.params.id })
        : sendExpired(request, reply)
    },
  )
}

// Where credentials are asked for, and nobody has given any yet.
const isAtStart = (step: Step | undefined): step is Step =>
  step?.current.prompt === 'login' && firstFactorOf(step.current) === undefined
