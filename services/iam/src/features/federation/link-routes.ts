import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { pageById, pageOf } from '@countersign/service-kit/page'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { listLinks } from './link-queries.ts'
import { addLink, removeLink } from './links.ts'
import { findProvider } from './queries.ts'
import { AddLinkBody, LinkParams, LinkView, ProvidersQuery } from './schema.ts'
import { toLinkView } from './views.ts'

const read = { caller: 'user', permission: 'iam:federation:read' } as const
const write = { caller: 'user', permission: 'iam:federation:write' } as const
const tags = ['identity providers']
const path = '/api/iam/v1/identity-providers/:id/links'

/** Who the identities of a provider are here. */
export function addLinkRoutes(app: App, deps: Deps): void {
  addLinkCollection(app, deps)
  app.delete(
    `${path}/:linkId`,
    {
      config: write,
      schema: {
        operationId: 'deleteIdentityLink',
        summary: 'End a link and what came of it in the tenant',
        tags,
        params: LinkParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { id, linkId } = request.params
      await removeLink(deps, claimantOf(request), id, linkId)
      return reply.code(204).send(null)
    },
  )
}

function addLinkCollection(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: read,
      schema: {
        operationId: 'listIdentityLinks',
        summary: 'Which identities lead to which accounts',
        tags,
        params: IdParams,
        querystring: ProvidersQuery,
        response: { 200: pageOf(LinkView) },
      },
    },
    async (request) => {
      const { tenantId } = claimantOf(request)
      const { id } = request.params
      if ((await findProvider(deps.db, tenantId, id)) === undefined) throw problems.not_found()
      return pageById(request.query, toLinkView, (after, limit) =>
        listLinks(deps.db, tenantId, id, after, limit),
      )
    },
  )
  app.post(
    path,
    {
      config: write,
      schema: {
        operationId: 'addIdentityLink',
        summary: 'Say ahead which account an identity leads to',
        tags,
        params: IdParams,
        body: AddLinkBody,
        response: { 201: LinkView },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const key = readIdempotency(request)
      return sendAnswer(reply, await addLink(deps, claimantOf(request), params.id, body, key))
    },
  )
}
