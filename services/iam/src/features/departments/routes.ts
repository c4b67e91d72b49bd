import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged } from '@countersign/service-kit/idempotency'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { changeDepartment, createDepartment, removeDepartment, toDepartmentView } from './change.ts'
import { findDepartment, listDepartments } from './queries.ts'
import { ChangeDepartmentBody, CreateDepartmentBody, DepartmentView } from './schema.ts'

const read = { caller: 'user', permission: 'iam:department:read' } as const
// Gives nobody more than they have.
const write = { caller: 'user', permission: 'iam:department:write', stepUp: false } as const
const tags = ['departments']

export function addDepartmentRoutes(app: App, deps: Deps): void {
  addDepartmentCollection(app, deps)
  addOneDepartment(app, deps)
  app.delete(
    '/api/iam/v1/departments/:id',
    {
      config: write,
      schema: {
        operationId: 'deleteDepartment',
        summary: 'Delete an empty department',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeDepartment(deps, claimantOf(request), request.params.id, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}

function addDepartmentCollection(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/departments',
    {
      config: read,
      schema: {
        operationId: 'listDepartments',
        summary: 'Departments of the tenant',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(DepartmentView) },
      },
    },
    (request) =>
      pageById(request.query, toDepartmentView, (after, limit) =>
        listDepartments(deps.db, claimantOf(request).tenantId, after, limit),
      ),
  )
  app.post(
    '/api/iam/v1/departments',
    {
      config: write,
      schema: {
        operationId: 'createDepartment',
        summary: 'Create a department',
        tags,
        body: CreateDepartmentBody,
        response: { 201: DepartmentView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await createDepartment(deps, claimantOf(request), request.body, key)
      return sendTagged(reply, answer)
    },
  )
}

function addOneDepartment(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/departments/:id',
    {
      config: read,
      schema: {
        operationId: 'getDepartment',
        summary: 'One department',
        tags,
        params: IdParams,
        response: { 200: DepartmentView },
      },
    },
    async (request, reply) => {
      const department = await findDepartment(
        deps.db,
        claimantOf(request).tenantId,
        request.params.id,
      )
      if (department === undefined) throw problems.not_found()
      return tagRevision(reply, toDepartmentView(department))
    },
  )
  app.patch(
    '/api/iam/v1/departments/:id',
    {
      config: write,
      schema: {
        operationId: 'changeDepartment',
        summary: 'Rename, move or give a leader',
        tags,
        params: IdParams,
        body: ChangeDepartmentBody,
        response: { 200: DepartmentView },
      },
    },
    async (request, reply) => {
      const { params, body } = request
      const revision = readRevision(request, body.revision)
      const changed = changeDepartment(deps, claimantOf(request), params.id, body, revision)
      return tagRevision(reply, await changed)
    },
  )
}
