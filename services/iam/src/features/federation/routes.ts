import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged } from '@countersign/service-kit/idempotency'
import { pageById, pageOf } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { changeProvider, createProvider, removeProvider } from './change.ts'
import { checkProvider } from './check.ts'
import { addLinkRoutes } from './link-routes.ts'
import { findProvider, listProviders, type ProviderRow } from './queries.ts'
import {
  ChangeProviderBody,
  CheckView,
  CreateProviderBody,
  ProvidersQuery,
  ProviderView,
} from './schema.ts'
import { toProviderView } from './views.ts'

const read = { caller: 'user', permission: 'iam:federation:read' } as const
const write = { caller: 'user', permission: 'iam:federation:write' } as const
const tags = ['identity providers']
const path = '/api/iam/v1/identity-providers'

/** The OpenID providers and directories that people of the tenant may sign in with. */
export function addFederationRoutes(app: App, deps: Deps): void {
  addReadRoutes(app, deps)
  addWriteRoutes(app, deps)
  addLinkRoutes(app, deps)
}

function addReadRoutes(app: App, deps: Deps): void {
  addProviderReading(app, deps)
  app.post(
    `${path}/:id/check`,
    {
      // Changes nothing.
      config: { ...write, stepUp: false },
      schema: {
        operationId: 'checkIdentityProvider',
        summary: 'Try whether it can be reached with what is set',
        tags,
        params: IdParams,
        response: { 200: CheckView },
      },
    },
    async (request) => checkProvider(deps, claimantOf(request), request.params.id),
  )
}

function addProviderReading(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: read,
      schema: {
        operationId: 'listIdentityProviders',
        summary: 'Identity providers of the tenant',
        tags,
        querystring: ProvidersQuery,
        response: { 200: pageOf(ProviderView) },
      },
    },
    (request) =>
      pageById(
        request.query,
        (row: ProviderRow) => toProviderView(row, deps.issuer),
        (after, limit) => listProviders(deps.db, claimantOf(request).tenantId, after, limit),
      ),
  )
  app.get(
    `${path}/:id`,
    {
      config: read,
      schema: {
        operationId: 'getIdentityProvider',
        summary: 'One identity provider',
        tags,
        params: IdParams,
        response: { 200: ProviderView },
      },
    },
    async (request, reply) => {
      const row = await findProvider(deps.db, claimantOf(request).tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      return tagRevision(reply, toProviderView(row, deps.issuer))
    },
  )
}

function addWriteRoutes(app: App, deps: Deps): void {
  addProviderMaking(app, deps)
  app.delete(
    `${path}/:id`,
    {
      config: write,
      schema: {
        operationId: 'deleteIdentityProvider',
        summary: 'Take an identity provider away, with the links to it',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeProvider(deps, claimantOf(request), request.params.id, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}

function addProviderMaking(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config: write,
      schema: {
        operationId: 'createIdentityProvider',
        summary: 'Let people sign in with an OpenID provider or a directory',
        tags,
        body: CreateProviderBody,
        response: { 201: ProviderView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await createProvider(deps, claimantOf(request), request.body, key)
      return sendTagged(reply, answer)
    },
  )
  app.patch(
    `${path}/:id`,
    {
      config: write,
      schema: {
        operationId: 'changeIdentityProvider',
        summary: 'Change or disable an identity provider',
        tags,
        params: IdParams,
        body: ChangeProviderBody,
        response: { 200: ProviderView },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const revision = readRevision(request, body.revision)
      return tagRevision(
        reply,
        await changeProvider(deps, claimantOf(request), params.id, body, revision),
      )
    },
  )
}
