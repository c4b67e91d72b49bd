import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { listRegisteredOrigins } from './registered.ts'

/** For the other services, which let the scripts of registered applications call them. */
export function addOriginRoutes(app: App, { db }: Deps): void {
  app.get(
    '/internal/v1/iam/origins',
    {
      config: { caller: 'service', scopes: [SCOPES.iamInternal] },
      schema: {
        operationId: 'listOrigins',
        summary: 'Origins of the redirect addresses of registered SPA clients',
        tags: ['directory'],
        response: { 200: closed({ origins: Type.Array(Type.String()) }) },
      },
    },
    async () => ({ origins: await listRegisteredOrigins(db) }),
  )
}
