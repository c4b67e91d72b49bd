import { createHash } from 'node:crypto'
import { discardRest } from '@countersign/service-kit/discard-rest'
import { chooseLanguage, type Language } from '@countersign/service-kit/language'
import { mark, pageTokens } from '@countersign/service-kit/look'
import { Problem } from '@countersign/service-kit/problem'
import { wantsPage } from '@countersign/service-kit/wants-page'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const texts = {
  en: {
    title: 'Not available right now',
    asked:
      'Something on our side does not answer. This is usually over within a minute: then you go on from here.',
    sent: 'Something on our side does not answer. What you sent may have been done all the same: go back and look before you send it again.',
    again: 'Try again',
  },
  'zh-CN': {
    title: '暂时无法使用',
    asked: '我们的系统暂时没有响应，通常一分钟内即可恢复，届时您可从此处继续。',
    sent: '我们的系统暂时没有响应。您提交的内容可能已经生效：请返回上一页确认，再决定是否重新提交。',
    again: '重试',
  },
} as const satisfies Record<Language, unknown>

const style = `${pageTokens}
:root { color-scheme: light dark }
* { box-sizing: border-box }
html { font: 1rem/1.5 var(--font) }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; grid-template-columns: minmax(0, 26rem); padding: 1.5rem; color: var(--ink); background: var(--ground) }
main { padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: var(--radius-lg); box-shadow: var(--shadow) }
.brand { display: flex; align-items: center; gap: .75rem; min-height: 2.5rem; margin: 0 0 1.5rem; font-weight: 650; letter-spacing: .01em }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 }
.button { display: block; margin-top: 1.25rem; padding: .7rem 1rem; font-weight: 600; text-align: center; text-decoration: none; color: var(--on-filled); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--radius-md) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`

const styleHash = createHash('sha256').update(style).digest('base64')
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** Shows people a page where a service behind these routes does not answer; programs get the problem. */
export function showOutages(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    // The app around this one answers it.
    if (!isOutage(error) || !isLookedAt(request)) throw error
    request.log.error({ err: error, code: error.code }, 'request failed')
    if (!(await discardRest(request.raw))) void reply.header('connection', 'close')
    const { ui_locales: asked } = request.query as { readonly ui_locales?: unknown }
    const language = chooseLanguage(asked, request.headers['accept-language'])
    return reply
      .code(error.status)
      .headers({ ...headers, ...error.options.headers })
      .send(renderOutage(language, request.method === 'GET'))
  })
}

const isOutage = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 502 || error.status === 504)

const isLookedAt = ({ method, headers: { accept } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'POST') && wantsPage(accept)

/** It names no address: that of a sign-in may hold what nobody else should see. */
function renderOutage(language: Language, isRepeatable: boolean): string {
  const text = texts[language]
  const next = isRepeatable
    ? `<p>${text.asked}</p>\n<a class="button" href="">${text.again}</a>`
    : `<p>${text.sent}</p>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${text.title} · Countersign</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="brand">${mark.replace('<svg ', '<svg aria-hidden="true" width="28" height="28" ')}<span>Countersign</span></p>
<h1>${text.title}</h1>
${next}
</main>
</body>
</html>
`
}
