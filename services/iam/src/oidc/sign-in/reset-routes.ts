import type { App } from '@countersign/service-kit/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { listTenantIdsOf } from '../../accounts/user-queries.ts'
import { openPasswordLink, usePasswordLink } from '../../passwords/use-link.ts'
import { findBrand } from '../pages/brand.ts'
import { languageOf } from '../pages/language.ts'
import { endPage, resetPage, type LinkContext } from '../pages/reset-pages.ts'
import { textsOf } from '../pages/texts.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths } from '../settings.ts'
import { findWayOn, LinkQuery, linkHeaders, sendOver, toRefusal } from './link-answers.ts'

const Field = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const ResetForm = Type.Object({
  token: Field(100),
  username: Field(200),
  password: Field(1_000),
  repeat: Field(1_000),
})

/**
 * The page that a link to a new password leads to. Looking at it changes nothing, as programs that
 * read mails look at every link; sending it does, once.
 *
 * Kept by: services/iam/src/passwords/reset.test.ts "is not used up by whoever only looks at it"
 */
export function addResetRoutes(app: App, deps: Deps, host: ProviderHost): void {
  const config = { caller: 'anyone' as const }
  app.get(
    paths.reset,
    { config, schema: { hide: true, querystring: LinkQuery } },
    async (request, reply) => {
      const { token } = request.query
      const link = await openPasswordLink(deps, token)
      if (link === undefined) return sendOver(deps, host, request, reply)
      const context = await contextOf(deps, request, reply, link.userId, token ?? '')
      return reply.headers(linkHeaders()).send(resetPage(context, link.username))
    },
  )
  app.post(
    paths.reset,
    { config, schema: { hide: true, body: ResetForm } },
    async (request, reply) => {
      const { token, password = '', repeat = '' } = request.body
      const link = await openPasswordLink(deps, token)
      if (link === undefined) return sendOver(deps, host, request, reply)
      const context = await contextOf(deps, request, reply, link.userId, token ?? '')
      const { texts } = context
      const refuse = (error: string, status = 422) =>
        reply
          .code(status)
          .headers(linkHeaders())
          .send(resetPage(context, link.username, error))
      if (password !== repeat) return refuse(texts.differ)
      const use = await usePasswordLink(deps, link, password, request.ip)
      if (use.kind === 'over') return sendOver(deps, host, request, reply)
      if (use.kind === 'wait' || use.kind === 'busy') {
        const { status, error } = toRefusal(reply, texts, use)
        return refuse(error, status)
      }
      if (use.kind === 'refused') {
        return refuse(use.fault === 'same' ? texts.samePassword : texts.passwordFaults[use.fault])
      }
      const next = await findWayOn(deps, host, request)
      const done = { title: texts.resetDone, message: texts.resetDoneWhy, next }
      return reply.headers(linkHeaders()).send(endPage(context, done))
    },
  )
}

async function contextOf(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  token: string,
): Promise<LinkContext> {
  const language = languageOf(deps, request, reply)
  // Of several tenants it is none's.
  const [only, ...others] = await listTenantIdsOf(deps.db, userId)
  const brand = others.length === 0 ? await findBrand(deps.db, only) : undefined
  const here = `${paths.reset}?token=${encodeURIComponent(token)}`
  return { language, texts: textsOf(language), brand, here, token }
}
