import type { App } from '@countersign/service-kit/http'
import { mark } from '@countersign/service-kit/look'
import type { FastifyReply } from 'fastify'
import { findActiveBrand, findLogo } from '../../features/branding/queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { brandStyle } from './brand.ts'
import { paths } from '../settings.ts'
import { passkeyScript } from './passkey-form.ts'
import { passwordScript } from './password-field.ts'
import { stylesheet } from './stylesheet.ts'

const config = { caller: 'anyone' } as const
const schema = { hide: true, params: IdParams }
// The address changes with what is behind it.
const kept = 'public, max-age=86400'

/** What the pages load beside themselves, the platform's and a tenant's: public, as the pages are. */
export function addPageAssets(app: App, { db }: Deps): void {
  addPlatformAssets(app)
  app.get(`${paths.signIn}/brand/:id/style.css`, { config, schema }, async (request, reply) => {
    const brand = await findActiveBrand(db, request.params.id)
    if (brand === undefined || brand.colour === null) throw problems.not_found()
    return harmless(reply)
      .header('cache-control', kept)
      .type('text/css; charset=utf-8')
      .send(brandStyle(brand.colour))
  })
  app.get(`${paths.signIn}/brand/:id/logo`, { config, schema }, async (request, reply) => {
    const found = await findLogo(db, request.params.id)
    if (found?.logo === undefined || found.logo === null || found.type === null)
      throw problems.not_found()
    const etag = `"${found.hash}"`
    void harmless(reply).header('cache-control', kept).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type(found.type).send(found.logo)
  })
}

function addPlatformAssets(app: App): void {
  const open = { config, schema: { hide: true } }
  app.get(`${paths.signIn}/style.css`, open, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/css; charset=utf-8')
      .send(stylesheet),
  )
  app.get(`${paths.signIn}/mark.svg`, open, async (_request, reply) =>
    reply.header('cache-control', kept).type('image/svg+xml').send(mark),
  )
  for (const [name, script] of [
    ['passkey', passkeyScript],
    ['password', passwordScript],
  ] as const) {
    app.get(`${paths.signIn}/${name}.js`, open, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .header('x-content-type-options', 'nosniff')
        .type('text/javascript; charset=utf-8')
        .send(script),
    )
  }
}

// Somebody else's bytes at our origin: of their type alone, and nothing runs in them.
const harmless = (reply: FastifyReply) =>
  reply
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
