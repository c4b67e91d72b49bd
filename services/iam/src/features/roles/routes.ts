import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged } from '@countersign/service-kit/idempotency'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { changeRole, createRole, removeRole, toRoleView } from './change.ts'
import { findRole, listRoles } from './queries.ts'
import { ChangeRoleBody, CreateRoleBody, RoleView } from './schema.ts'

const read = { caller: 'user', permission: 'iam:role:read' } as const
const write = { caller: 'user', permission: 'iam:role:write' } as const
const tags = ['roles']

export function addRoleRoutes(app: App, deps: Deps): void {
  addRoleCollection(app, deps)
  addOneRole(app, deps)
  app.delete(
    '/api/iam/v1/roles/:id',
    {
      config: write,
      schema: {
        operationId: 'deleteRole',
        summary: 'Delete a role',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeRole(deps, claimantOf(request), request.params.id, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}

function addRoleCollection(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/roles',
    {
      config: read,
      schema: {
        operationId: 'listRoles',
        summary: 'Roles of the tenant',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(RoleView) },
      },
    },
    (request) =>
      pageById(request.query, toRoleView, (after, limit) =>
        listRoles(deps.db, claimantOf(request).tenantId, after, limit),
      ),
  )
  app.post(
    '/api/iam/v1/roles',
    {
      config: write,
      schema: {
        operationId: 'createRole',
        summary: 'Create a role',
        tags,
        body: CreateRoleBody,
        response: { 201: RoleView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await createRole(deps, claimantOf(request), request.body, key)
      return sendTagged(reply, answer)
    },
  )
}

function addOneRole(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/roles/:id',
    {
      config: read,
      schema: {
        operationId: 'getRole',
        summary: 'One role',
        tags,
        params: IdParams,
        response: { 200: RoleView },
      },
    },
    async (request, reply) => {
      const role = await findRole(deps.db, claimantOf(request).tenantId, request.params.id)
      if (role === undefined) throw problems.not_found()
      return tagRevision(reply, toRoleView(role))
    },
  )
  app.patch(
    '/api/iam/v1/roles/:id',
    {
      config: write,
      schema: {
        operationId: 'changeRole',
        summary: 'Rename a role or set its permissions',
        tags,
        params: IdParams,
        body: ChangeRoleBody,
        response: { 200: RoleView },
      },
    },
    async (request, reply) => {
      const revision = readRevision(request, request.body.revision)
      return tagRevision(
        reply,
        await changeRole(deps, claimantOf(request), request.params.id, request.body, revision),
      )
    },
  )
}
