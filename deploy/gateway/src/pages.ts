import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderDocsPage, renderStartPage, style, type Language, type PageLinks } from './markup.ts'

const styleHash = createHash('sha256').update(style).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The start page and the list of API references, in the language the browser asks for. */
export function registerPages(app: FastifyInstance, links: PageLinks): void {
  app.get<{ Querystring: { lang?: string } }>('/', (request, reply) =>
    sendPage(reply, renderStartPage(languageOf(request.query.lang, request.headers), links)),
  )
  app.get<{ Querystring: { lang?: string } }>('/docs', (request, reply) =>
    sendPage(reply, renderDocsPage(languageOf(request.query.lang, request.headers))),
  )
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': pagePolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
      vary: 'accept-language',
    })
    .send(html)
}

/** `?lang=` wins; else the first of the browser's languages that we have (RFC 9110 section 12.5.4). */
export function languageOf(
  chosen: unknown,
  headers: { readonly 'accept-language'?: string | undefined },
): Language {
  if (chosen === 'en' || chosen === 'zh-CN') return chosen
  const wanted = (headers['accept-language'] ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { tag, q: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q)
    .find(({ tag }) => /^(en|zh)(-|$)/.test(tag))
  return wanted?.tag.startsWith('zh') === true ? 'zh-CN' : 'en'
}
