import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { closed, Uuid } from '@countersign/service-kit/schema'
import type { Deps } from '../../deps.ts'
import { readRenditions, retryRenditions } from './retry.ts'
import { RenditionsView } from './schema.ts'

const params = closed({ versionId: Uuid })

export async function addRenditionRoutes(app: App, deps: Deps): Promise<void> {
  app.get(
    '/api/dms/versions/:versionId/renditions',
    {
      config: { caller: 'user', permission: 'dms:document:read' },
      schema: {
        operationId: 'listRenditions',
        summary: 'What has been made of a version: preview, thumbnail, text',
        params,
        response: { 200: RenditionsView },
      },
    },
    async (request) => readRenditions(deps, tenantCaller(request), request.params.versionId),
  )

  app.post(
    '/api/dms/versions/:versionId/renditions',
    {
      config: { caller: 'user', permission: 'dms:document:write' },
      schema: {
        operationId: 'retryRenditions',
        summary: 'Have preview, thumbnail and text of a version made again',
        params,
        response: { 202: RenditionsView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { versionId } = request.params
      return sendAnswer(reply, await retryRenditions(deps, tenantCaller(request), versionId, key))
    },
  )
}
