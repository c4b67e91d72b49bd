import { createHash } from 'node:crypto'
import { chooseLanguage } from '@countersign/service-kit/language'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { renderDocsPage, renderStartPage, style, type PageLinks } from './markup.ts'

const styleHash = createHash('sha256').update(style).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The start page and the list of API references, in the language the browser asks for. */
export function registerPages(app: FastifyInstance, links: PageLinks): void {
  app.get<{ Querystring: { lang?: string } }>('/', (request, reply) =>
    sendPage(
      reply,
      renderStartPage(
        chooseLanguage(request.query.lang, request.headers['accept-language']),
        links,
      ),
    ),
  )
  app.get<{ Querystring: { lang?: string } }>('/docs', (request, reply) =>
    sendPage(
      reply,
      renderDocsPage(chooseLanguage(request.query.lang, request.headers['accept-language'])),
    ),
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
