import type { App } from '@countersign/service-kit/http'
import { answerOAuthError, OAuthError } from './oauth-error.ts'
import { paths } from '../settings.ts'

// What a request line holds beside the other headers.
const bodyLimit = 8 * 1024
const urlEncoded = /^[\w.~!$&'()*+,;=:@/?%-]*$/

/**
 * Authorization requests as forms (OpenID Connect Core section 3.1.2.1): sent on as the GET that
 * they mean. A form of another site comes without our cookies; the GET that follows is a navigation
 * like any other.
 */
export async function addAuthorizeByPost(app: App): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler(answerOAuthError)
  app.post(
    paths.authorization,
    { config: { caller: 'anyone' }, schema: { hide: true } },
    async ({ body }, reply) => {
      const parameters = typeof body === 'string' ? body : ''
      if (!urlEncoded.test(parameters))
        throw new OAuthError('invalid_request', 'the form is not encoded as one')
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${paths.authorization}?${parameters}`, 303)
    },
  )
}
