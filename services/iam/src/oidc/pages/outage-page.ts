import { findOutage } from '@countersign/service-kit/database-unavailable'
import type { App } from '@countersign/service-kit/http'
import type { Language } from '@countersign/service-kit/language'
import { wantsPage } from '@countersign/service-kit/wants-page'
import type { FastifyRequest } from 'fastify'
import { markup, pageHeaders, toDocument } from './html.ts'
import { languageOf } from './language.ts'
import { paths } from '../settings.ts'
import { textsOf } from './texts.ts'

/**
 * What people see while the database is away, under the platform's own name: whose pages these are is in the database.
 *
 * @param again Where the same is asked for once more.
 */
export function outagePage(language: Language, again: string): string {
  const texts = textsOf(language)
  return toDocument({
    language,
    title: texts.away,
    body: markup`<p>${texts.awayWhy}</p>
<a class="button" href="${again}">${texts.tryAgain}</a>`,
  })
}

/**
 * Shows people a page where the routes of this app fail for the database; programs get the problem.
 *
 * Kept by: services/iam/src/oidc/outage.test.ts "is shown a page that leads on"
 */
export function showOutages(app: App, deps: { readonly issuer: string }): void {
  app.setErrorHandler((error, request, reply) => {
    // The app around this one answers it.
    if (findOutage(error) === undefined || !wantsPage(request.headers.accept)) throw error
    request.log.error({ err: error }, 'request failed')
    const { ui_locales: asked } = request.query as { readonly ui_locales?: unknown }
    const page = outagePage(languageOf(deps, request, reply, asked), addressToRepeat(request))
    return reply.code(503).headers(pageHeaders()).header('retry-after', '1').send(page)
  })
}

/** What was typed is typed again: a form may hold a password, and may have been acted on. */
function addressToRepeat({ method, url, body }: FastifyRequest): string {
  if (method === 'GET') return url
  const { flow, token } = (body ?? {}) as { readonly flow?: unknown; readonly token?: unknown }
  // The first page of a sign-in leads to the one that is next.
  if (typeof flow === 'string') return `${paths.signIn}?flow=${encodeURIComponent(flow)}`
  const [path = url] = url.split('?')
  return typeof token === 'string' ? `${path}?token=${encodeURIComponent(token)}` : path
}
