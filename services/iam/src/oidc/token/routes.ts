import formbody from '@fastify/formbody'
import type { App } from '@countersign/service-kit/http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { addAuthorizeByPost } from './authorize-by-post.ts'
import { addUserinfoRoutes } from './userinfo-routes.ts'
import { authenticateClient, type FormFields } from './client-authentication.ts'
import { describeIssuer } from './discovery.ts'
import { introspect } from './introspect.ts'
import { answerOAuthError, OAuthError } from './oauth-error.ts'
import { problems } from '../../problems.ts'
import type { ProviderHost } from '../provider/provider-host.ts'
import { revoke } from './revoke.ts'
import { paths } from '../settings.ts'
import { addTokenRoute } from './token-route.ts'

const open = { caller: 'anyone' } as const
const hidden = { hide: true }

/** OAuth 2.0 and OpenID Connect at the paths of the contract. */
export async function addProtocolRoutes(app: App, deps: Deps, host: ProviderHost): Promise<void> {
  await app.register(async (plain) => addLibraryRoutes(plain as App, host))
  await app.register(async (plain) => addAuthorizeByPost(plain as App))
  await app.register(async (plain) => addTokenRoute(plain as App, deps, host))
  addKeySetRoute(app, deps)
  addDiscoveryRoutes(app, deps)
  await app.register(async (plain) => addTokenStateRoutes(plain as App, deps))
  addUserinfoRoutes(app, deps)
}

// The library reads the raw request: nothing of ours may have read the body before.
function addLibraryRoutes(app: App, host: ProviderHost): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    // Parameters are kept while the user signs in, and PostgreSQL holds no NUL.
    if (/%00/.test(request.raw.url ?? '')) throw problems.invalid_request()
    reply.raw.setHeader('x-request-id', request.id)
    reply.raw.setHeader('x-content-type-options', 'nosniff')
    const answer = await host.handler()
    reply.hijack()
    await answer(request.raw, reply.raw, request.ip)
  }
  const route = (url: string) =>
    app.route({ method: 'GET', url, config: open, schema: hidden, handler: handle })
  route(paths.authorization)
  route(`${paths.authorization}/:flow`)
}

const jwksMaxAgeSeconds = 300

// Always from the database: a key is shown from the moment it exists, by every process.
function addKeySetRoute(app: App, { keyRing }: Deps): void {
  app.get(paths.jwks, { config: open, schema: hidden }, async (request, reply) => {
    const { keys, etag } = await keyRing.refresh()
    void reply
      .header('cache-control', `public, max-age=${jwksMaxAgeSeconds}`)
      .header('etag', etag)
      .header('access-control-allow-origin', '*')
    if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/jwk-set+json').serializer(JSON.stringify).send({ keys })
  })
}

// RFC 9110 section 13.1.2: a list, compared weakly.
const matches = (header: string | undefined, etag: string) =>
  header !== undefined &&
  header.split(',').some((entry) => [etag, `W/${etag}`, '*'].includes(entry.trim()))

function addDiscoveryRoutes(app: App, { issuer }: Deps): void {
  const description = describeIssuer(issuer)
  for (const url of [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
  ]) {
    app.get(url, { config: open, schema: hidden }, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .header('access-control-allow-origin', '*')
        .type('application/json')
        .send(description),
    )
  }
}

const TokenForm = Type.Record(Type.String(), Type.String({ maxLength: 16_384 }))

async function addTokenStateRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(formbody, { bodyLimit: 65_536 })
  app.setErrorHandler(answerOAuthError)
  const route = (
    url: string,
    work: (request: FastifyRequest, form: FormFields) => Promise<object | undefined>,
  ) =>
    app.post(
      url,
      { config: open, schema: { ...hidden, body: TokenForm } },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
        const answer = await work(request, request.body)
        // Nothing, and of no type: browsers' libraries refuse an answer of a type they did not ask for.
        return answer === undefined ? reply.code(200).send() : reply.send(answer)
      },
    )
  const authenticate = (
    { headers: { authorization }, ip: address }: FastifyRequest,
    form: FormFields,
  ) => authenticateClient(deps.db, { authorization, form, address }, deps.now())
  route(paths.introspection, async (request, form) => {
    const client = await authenticate(request, form)
    // RFC 7662 section 2.1: asking takes a credential, which a public client does not have.
    if (client.type === 'SPA')
      throw new OAuthError('unauthorized_client', 'only SERVICE clients may introspect', 403)
    return introspect(deps, client, requireToken(form))
  })
  route(paths.revocation, async (request, form) => {
    const client = await authenticate(request, form)
    await revoke(deps, client, requireToken(form))
    return undefined
  })
}

function requireToken(form: FormFields): string {
  const { token } = form
  if (token === undefined || token === '')
    throw new OAuthError('invalid_request', 'token is missing')
  return token
}
