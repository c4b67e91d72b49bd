import type { App } from '@countersign/service-kit/http'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { askForReset } from '../../passwords/ask-for-reset.ts'
import { askedPage, forgotPage } from '../pages/reset-pages.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths } from '../settings.ts'
import { openGenuineStep, openStep } from './open-step.ts'
import { FlowQuery, Form, sendExpired, type Step } from './step.ts'

/**
 * The page behind "forgot" of a sign-in. It is not there without a mail server: then administrators
 * hand links over, see features/users/password-link.ts.
 */
export function addForgotRoutes(app: App, deps: Deps, host: ProviderHost): void {
  if (deps.mailer === undefined) return
  const config = { caller: 'anyone' as const }
  app.get(
    paths.forgot,
    { config, schema: { hide: true, querystring: FlowQuery } },
    async (request, reply) => {
      const step = await openStep(deps, host, request, reply, request.query)
      if (step?.current.prompt !== 'login') return sendExpired(request, reply)
      const hint = step.current.interaction.params['login_hint']
      return step.show(forgotPage(step, typeof hint === 'string' ? hint : ''))
    },
  )
  app.post(paths.forgot, { config, schema: { hide: true, body: Form } }, async (request, reply) => {
    const step = await openGenuineStep(deps, host, request, reply)
    if (step?.current.prompt !== 'login') return sendExpired(request, reply)
    return submitForgot(deps, step)
  })
}

async function submitForgot(deps: Deps, step: Step): Promise<FastifyReply> {
  const { form, request, reply, texts } = step
  const { username = '' } = form
  const seconds = await askForReset(deps, username, request.ip)
  if (seconds === undefined) return step.show(askedPage(step))
  void reply.header('retry-after', String(seconds))
  return step.show(forgotPage(step, username, texts.wait(seconds)), 429)
}
