import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import { maxLogoBytes } from '../../core/logo.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { mayReach, putBranding, putLogo, toBrandingView } from './change.ts'
import { findBranding } from './queries.ts'
import { BrandingView, PutBrandingBody } from './schema.ts'

const read = { caller: 'user', permission: 'iam:branding:read' } as const
// Gives nobody more than they have.
const write = { caller: 'user', permission: 'iam:branding:write', stepUp: false } as const
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
      const tenantId = request.params.id.toLowerCase()
      if (!(await mayReach(deps.db, claimantOf(request), tenantId))) throw problems.not_found()
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
      const tenantId = request.params.id.toLowerCase()
      const revision = readRevision(request, request.body.revision)
      return tagRevision(
        reply,
        await putBranding(deps, claimantOf(request), tenantId, request.body, revision),
      )
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
      const tenantId = request.params.id.toLowerCase()
      if (!Buffer.isBuffer(request.body)) throw problems.logo_invalid()
      return tagRevision(
        reply,
        await putLogo(deps, claimantOf(request), tenantId, request.body, readRevision(request)),
      )
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
      const tenantId = request.params.id.toLowerCase()
      return tagRevision(
        reply,
        await putLogo(deps, claimantOf(request), tenantId, undefined, readRevision(request)),
      )
    },
  )
}
