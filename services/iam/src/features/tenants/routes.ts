import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged } from '@countersign/service-kit/idempotency'
import { pageById, pageOf } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { changeTenant, createTenant, removeTenant, toTenantView } from './change.ts'
import { findTenant, listTenants } from './queries.ts'
import { ChangeTenantBody, CreateTenantBody, TenantsQuery, TenantView } from './schema.ts'

// Platform administrators: these permissions reach past the tenant of the token.
const read = { caller: 'user', permission: 'iam:tenant:read' } as const
const write = { caller: 'user', permission: 'iam:tenant:write' } as const
const tags = ['tenants']

export function addTenantRoutes(app: App, deps: Deps): void {
  addTenantCollection(app, deps)
  addOneTenant(app, deps)
  app.delete(
    '/api/iam/v1/tenants/:id',
    {
      config: write,
      schema: {
        operationId: 'deleteTenant',
        summary: 'Delete an empty tenant',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeTenant(deps, claimantOf(request), request.params.id, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}

function addTenantCollection(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/tenants',
    {
      config: read,
      schema: {
        operationId: 'listTenants',
        summary: 'All tenants',
        tags,
        querystring: TenantsQuery,
        response: { 200: pageOf(TenantView) },
      },
    },
    (request) =>
      pageById(request.query, toTenantView, (after, limit) =>
        listTenants(deps.db, { status: request.query.status, after }, limit),
      ),
  )
  app.post(
    '/api/iam/v1/tenants',
    {
      config: write,
      schema: {
        operationId: 'createTenant',
        summary: 'Make a tenant',
        tags,
        body: CreateTenantBody,
        response: { 201: TenantView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await createTenant(deps, claimantOf(request), request.body, key)
      return sendTagged(reply, answer)
    },
  )
}

function addOneTenant(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/tenants/:id',
    {
      config: read,
      schema: {
        operationId: 'getTenant',
        summary: 'One tenant',
        tags,
        params: IdParams,
        response: { 200: TenantView },
      },
    },
    async (request, reply) => {
      const tenant = await findTenant(deps.db, request.params.id)
      if (tenant === undefined) throw problems.not_found()
      return tagRevision(reply, toTenantView(tenant))
    },
  )
  app.patch(
    '/api/iam/v1/tenants/:id',
    {
      config: write,
      schema: {
        operationId: 'changeTenant',
        summary: 'Rename or suspend a tenant',
        tags,
        params: IdParams,
        body: ChangeTenantBody,
        response: { 200: TenantView },
      },
    },
    async (request, reply) => {
      const revision = readRevision(request, request.body.revision)
      return tagRevision(
        reply,
        await changeTenant(deps, claimantOf(request), request.params.id, request.body, revision),
      )
    },
  )
}
