import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { rescanVersion } from './rescan.ts'

export async function addScanRoutes(app: App, deps: Deps): Promise<void> {
  app.post(
    '/api/dms/versions/:versionId/scan',
    {
      config: { caller: 'user', permission: 'dms:document:write' },
      schema: {
        operationId: 'rescanVersion',
        summary: 'Have the malware scanner look at a version again',
        params: closed({ versionId: Uuid }),
        response: {
          202: closed({ versionId: Uuid, scanStatus: Type.Literal('PENDING') }),
        },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { versionId } = request.params
      return sendAnswer(reply, await rescanVersion(deps, tenantCaller(request), versionId, key))
    },
  )
}
