import { chooseLanguage, toLanguage, type Language } from '@countersign/service-kit/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure, readCookie, toSetCookie } from '../../cookies.ts'
import { paths } from '../settings.ts'

const cookie = 'language'
const yearSeconds = 365 * 24 * 3_600

/**
 * The language of a page: the one chosen on it, which the browser keeps, else the application's wish,
 * else the browser's. The choice is a link and a cookie, so it works without a script.
 *
 * @param asked `ui_locales` of the application.
 */
export function languageOf(
  deps: { readonly issuer: string },
  request: FastifyRequest,
  reply: FastifyReply,
  asked?: unknown,
): Language {
  const secure = isSecure(deps)
  const { lang } = request.query as { readonly lang?: string }
  const chosen = toLanguage(lang)
  if (chosen !== undefined) {
    const kept = { path: paths.signIn, secure, maxAgeSeconds: yearSeconds }
    void reply.header('set-cookie', toSetCookie(cookie, chosen, kept))
    return chosen
  }
  const kept = toLanguage(readCookie(request.headers.cookie, cookie, secure))
  return kept ?? chooseLanguage(asked, request.headers['accept-language'])
}
