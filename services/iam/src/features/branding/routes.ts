import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf, isPlatformAdmin, type Actor } from '../../actor.ts'
import { maxLogoBytes } from '../../core/logo.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { findTenant } from '../tenants/queries.ts'
import { putBranding, putLogo, toBrandingView } from './change.ts'
import { findBranding } from './queries.ts'
import { BrandingView, PutBrandingBody } from './schema.ts'

const read = { caller: 'user', permission: 'iam:branding:read' } as const
const write = { caller: 'user', permission: 'iam:branding:write' } as const
const tags = ['branding']
const path = '/api/iam/v1/tenants/:id/branding'
const answer = { params: IdParams, response: { 200: BrandingView } }
const imageTypes = ['image/png', 'image/jpeg', 'image/webp']

/** What the pages of a tenant look like: the tenant's own affair, or a platform administrator's. */
export async function addBrandingRoutes(parent: App, deps: Deps): Promise<void> {
  await parent.register(async (plain) => {
    const app = plain as App
    addNameRoutes(app, deps)
    addLogoRoutes(app, deps)
  })
}

function addNameRoutes(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: read,
      schema: {
        operationId: 'getBranding',
        summary: 'What the sign-in pages look like',
        tags,
        ...answer,
      },
    },
    async (request, reply) => {
      const { tenantId } = await actorIn(deps, request, request.params.id)
      const view = toBrandingView(tenantId, await findBranding(deps.db, tenantId))
      return view.revision === 0 ? view : tagRevision(reply, view)
    },
  )
  app.put(
    path,
    {
      config: write,
      schema: {
        operationId: 'putBranding',
        summary: 'Set name and colour of the sign-in pages',
        tags,
        body: PutBrandingBody,
        ...answer,
      },
    },
    async (request, reply) => {
      const actor = await actorIn(deps, request, request.params.id)
      const revision = readRevision(request, request.body.revision)
      return tagRevision(reply, await putBranding(deps, actor, request.body, revision))
    },
  )
}

function addLogoRoutes(app: App, deps: Deps): void {
  app.addContentTypeParser(
    imageTypes,
    { parseAs: 'buffer', bodyLimit: maxLogoBytes },
    async (_request: unknown, body: unknown) => body,
  )
  app.put(
    `${path}/logo`,
    {
      config: write,
      schema: {
        operationId: 'putLogo',
        summary: 'Set the logo of the sign-in pages: PNG, JPEG or WebP, at most 128 KiB',
        tags,
        consumes: imageTypes,
        body: Type.Unknown({ description: 'The bytes of the image.' }),
        ...answer,
      },
    },
    async (request, reply) => {
      const actor = await actorIn(deps, request, request.params.id)
      if (!Buffer.isBuffer(request.body)) throw problems.logo_invalid()
      return tagRevision(reply, await putLogo(deps, actor, request.body, readRevision(request)))
    },
  )
  app.delete(
    `${path}/logo`,
    {
      config: write,
      schema: {
        operationId: 'deleteLogo',
        summary: 'Take the logo away',
        tags,
        ...answer,
      },
    },
    async (request, reply) => {
      const actor = await actorIn(deps, request, request.params.id)
      return tagRevision(reply, await putLogo(deps, actor, undefined, readRevision(request)))
    },
  )
}

// The actor in the tenant of the address, which is their own unless they run the platform.
async function actorIn({ db }: Deps, request: FastifyRequest, id: string): Promise<Actor> {
  const actor = actorOf(request)
  if (id.toLowerCase() === actor.tenantId) return actor
  if (!isPlatformAdmin(actor) || (await findTenant(db, id)) === undefined)
    throw problems.not_found()
  return { ...actor, tenantId: id.toLowerCase() }
}
