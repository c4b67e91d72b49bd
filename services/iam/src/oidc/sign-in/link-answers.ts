import { consoleUrlOf } from '@countersign/service-kit/mail-settings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import type { NotNow } from '../../passwords/behind-link.ts'
import { pageHeaders } from '../pages/html.ts'
import { languageOf } from '../pages/language.ts'
import { endPage } from '../pages/reset-pages.ts'
import { textsOf, type Texts } from '../pages/texts.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { paths } from '../settings.ts'
import { findOpenSignIn } from './flow.ts'

// What the pages behind links in mails have in common.

const Field = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
export const LinkQuery = Type.Object({ token: Field(100), lang: Field(35) })

/** Of pages whose address holds a secret: it is told to nobody that they lead to. */
export const linkHeaders = () => ({
  ...pageHeaders([], { script: true }),
  'referrer-policy': 'no-referrer',
})

/** How a link answers that a password is not looked at now. */
export function toRefusal(reply: FastifyReply, texts: Texts, { kind, seconds }: NotNow) {
  void reply.header('retry-after', String(seconds))
  return kind === 'busy'
    ? { status: 503, error: texts.busy }
    : { status: 429, error: texts.wait(seconds) }
}

/** A link that leads nowhere any more, with the way to another. */
export async function sendOver(
  deps: Deps,
  host: ProviderHost,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const language = languageOf(deps, request, reply)
  const texts = textsOf(language)
  const next = await findWayOn(deps, host, request)
  const page = { title: texts.linkOver, message: texts.linkOverWhy, next }
  return reply
    .code(400)
    .headers(linkHeaders())
    .send(endPage({ language, texts, brand: undefined }, page))
}

/** The sign-in that this browser has under way, else the console, which begins one. */
export async function findWayOn(
  deps: Deps,
  host: ProviderHost,
  request: FastifyRequest,
): Promise<string> {
  const flow = await findOpenSignIn(await host.current(), deps, request)
  return flow === undefined
    ? `${consoleUrlOf(deps.issuer)}/`
    : `${paths.signIn}?flow=${encodeURIComponent(flow)}`
}
