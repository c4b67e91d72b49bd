import { parse, type ParsedUrlQuery } from 'node:querystring'
import type { App } from '@countersign/service-kit/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { listRegisteredOrigins } from '../../features/origins/registered.ts'
import { answerOAuthError, OAuthError } from './oauth-error.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { readTokenSource, type PresentedToken } from '../provider/token-source.ts'
import { findRefreshToken } from '../store/token-queries.ts'
import {
  createClientCredentialsGrant,
  type GrantAnswer,
  type GrantRequest,
} from './client-credentials.ts'
import { createTokenExchange, TOKEN_EXCHANGE } from './exchange.ts'
import { paths } from '../settings.ts'

const formType = 'application/x-www-form-urlencoded'
// What the library takes at most.
const bodyLimit = 56 * 1024
// What a request line with headers holds: the same request could have been sent in the address.
const pushedLimit = 16 * 1024

/**
 * The token endpoint. The grants of services are answered here: client_credentials, where many requests
 * share a statement, and token exchange; codes and refresh tokens are the library's, which reads the body again (ADR 0020).
 */
export async function addTokenRoute(app: App, deps: Deps, host: ProviderHost): Promise<void> {
  const grants = new Map<string, (request: GrantRequest) => Promise<GrantAnswer>>([
    ['client_credentials', createClientCredentialsGrant(deps)],
    [TOKEN_EXCHANGE, createTokenExchange(deps)],
  ])
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(formType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler(answerOAuthError)
  addPushedRequestRoute(app, deps, host)
  app.post(
    paths.token,
    { config: { caller: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      await refuseForeignScript(deps, request, reply)
      // Read the same way as by the library, so that both see the same grant.
      const { body: raw } = request
      const body = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0)
      const fields = parse(body.toString())
      const issue = grants.get(String(fields['grant_type']))
      if (issue === undefined) {
        const named = await nameClient(deps, request, fields, body)
        const presented = presentedBy(request, fields)
        if (presented !== undefined) await readTokenSource(deps, request.raw, presented)
        return hand(host, request, reply, named)
      }
      void reply
        .header('cache-control', 'no-store')
        .header('pragma', 'no-cache')
        .header('x-content-type-options', 'nosniff')
      if (request.headers.origin !== undefined)
        throw new OAuthError('invalid_request', 'a service does not ask from a browser')
      const { authorization } = request.headers
      const { dpop } = request.headers
      const proof = typeof dpop === 'string' ? dpop : undefined
      return issue({ authorization, form: onceEach(fields), address: request.ip, proof })
    },
  )
}

// The rule for registered applications has been asked for the header, from what it read some
// seconds ago; an application that has just been registered is looked up. The library narrows it to
// the origins of the client that asks.
async function refuseForeignScript(
  { db }: Deps,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { origin } = headers
  if (origin === undefined || reply.hasHeader('access-control-allow-origin')) return
  if ((await listRegisteredOrigins(db)).includes(origin)) return
  throw new OAuthError('invalid_request', 'the origin is not of a registered application')
}

/** Of an application that says its name by that alone: whoever has a secret has none of these tokens. */
function presentedBy(
  { headers }: FastifyRequest,
  fields: ParsedUrlQuery,
): PresentedToken | undefined {
  const { client_id: clientId, code, refresh_token: refreshToken } = fields
  if (typeof clientId !== 'string' || headers.authorization !== undefined) return undefined
  if (fields['grant_type'] === 'refresh_token' && typeof refreshToken === 'string')
    return { clientId, kind: 'RefreshToken', id: refreshToken }
  if (fields['grant_type'] === 'authorization_code' && typeof code === 'string')
    return { clientId, kind: 'AuthorizationCode', id: code }
  return undefined
}

/**
 * A public client may leave its name out of a refresh (RFC 6749 section 6 asks for a token, and for
 * authentication of who has something to authenticate with): the token names it.
 *
 * @throws {@link OAuthError} `invalid_grant` for a token that names nobody.
 */
async function nameClient(
  { db }: Deps,
  { headers }: FastifyRequest,
  fields: ParsedUrlQuery,
  body: Buffer,
): Promise<Buffer> {
  const { grant_type: grantType, refresh_token: token } = fields
  const isNamed = [headers.authorization, fields['client_id'], fields['client_secret']].some(
    (said) => said !== undefined && said !== '',
  )
  if (grantType !== 'refresh_token' || isNamed || typeof token !== 'string') return body
  const owner = await findRefreshToken(db, token)
  if (typeof owner?.clientId !== 'string')
    throw new OAuthError('invalid_grant', 'refresh token not found')
  return Buffer.concat([body, Buffer.from(`&client_id=${encodeURIComponent(owner.clientId)}`)])
}

/**
 * Authorization requests that are pushed (RFC 9126) are the library's too. What is kept of them until
 * the browser comes is what a query could say: PostgreSQL holds no NUL, and codes come back in a query.
 */
function addPushedRequestRoute(app: App, deps: Deps, host: ProviderHost): void {
  app.post(
    paths.pushedRequest,
    { config: { caller: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      await refuseForeignScript(deps, request, reply)
      const { body: raw } = request
      const body = Buffer.isBuffer(raw) ? raw : Buffer.alloc(0)
      if (body.length > pushedLimit)
        throw new OAuthError('invalid_request', 'the request is too large', 413)
      if (/%00|\0/.test(body.toString('latin1')))
        throw new OAuthError('invalid_request', 'a parameter has a NUL')
      const { response_mode: mode = 'query' } = parse(body.toString())
      if (mode !== 'query') throw new OAuthError('invalid_request', 'unsupported response_mode')
      return hand(host, request, reply, body)
    },
  )
}

/** @throws {@link OAuthError} for a parameter that came twice (RFC 6749 section 3.2). */
function onceEach(fields: ParsedUrlQuery): Record<string, string> {
  const form: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) throw new OAuthError('invalid_request', `${name} came twice`)
    // An empty value counts as left out (RFC 6749 section 3.2).
    if (value !== undefined && value !== '') form[name] = value
  }
  return form
}

async function hand(
  host: ProviderHost,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
): Promise<void> {
  const { raw } = request
  reply.raw.setHeader('x-request-id', request.id)
  reply.raw.setHeader('x-content-type-options', 'nosniff')
  const answer = await host.handler()
  reply.hijack()
  // The stream has been read: it is given to the library once more, in the encoding we read it in.
  if (raw.headers['content-type'] !== undefined) raw.headers['content-type'] = formType
  raw.headers['content-length'] = String(body.length)
  delete raw.headers['transfer-encoding']
  Object.defineProperties(raw, {
    readable: { value: true },
    iterator: {
      value: async function* replay() {
        yield body
      },
    },
  })
  await answer(raw, reply.raw, request.ip)
}
