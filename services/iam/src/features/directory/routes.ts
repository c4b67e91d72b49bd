import {
  DirectoryUsers,
  DirectoryUsersQuery,
  ResolveAnswer,
  ResolveRequest,
  SCOPES,
} from '@countersign/contracts'
import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import type { Deps } from '../../deps.ts'
import { listDirectoryUsers } from './queries.ts'
import { resolveDirectory } from './resolve.ts'

const config = { caller: 'service', scopes: [SCOPES.iamInternal] } as const

/** What other services may know of the people of the tenant their token names. */
export function addDirectoryRoutes(app: App, { db }: Deps): void {
  app.get(
    '/internal/v1/iam/directory/users',
    {
      config,
      schema: {
        operationId: 'listDirectoryUsers',
        summary: 'Names of members of the tenant, by id',
        tags: ['directory'],
        querystring: DirectoryUsersQuery,
        response: { 200: DirectoryUsers },
      },
    },
    async (request) => {
      const { tenantId } = tenantCaller(request)
      return { items: await listDirectoryUsers(db, tenantId, request.query.ids.split(',')) }
    },
  )

  app.post(
    '/internal/v1/iam/directory/resolve',
    {
      config,
      schema: {
        operationId: 'resolveDirectory',
        summary: 'Expand roles, departments, posts, leaders and manager lines to people',
        tags: ['directory'],
        body: ResolveRequest,
        response: { 200: ResolveAnswer },
      },
    },
    async (request) => {
      const { tenantId } = tenantCaller(request)
      return { items: await resolveDirectory(db, tenantId, request.body.requests) }
    },
  )
}
