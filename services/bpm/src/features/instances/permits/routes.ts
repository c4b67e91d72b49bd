import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { serviceOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { issuePermit } from './issue.ts'
import { PermitView, StartPermitBody } from './schema.ts'

/** Where an owning application says who may start what. */
export function addStartPermitRoutes(app: App, deps: Deps): void {
  app.post(
    '/internal/v1/bpm/start-permits',
    {
      config: { caller: 'service', scopes: [SCOPES.writeInstances] },
      schema: {
        operationId: 'issueStartPermit',
        summary: 'Permit one start of a business type that the caller owns',
        tags: ['instances of an application'],
        body: StartPermitBody,
        response: { 201: PermitView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return sendAnswer(reply, await issuePermit(deps, serviceOf(request), request.body, key))
    },
  )
}
