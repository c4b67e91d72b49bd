import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { lockForUser, unlock } from './lock.ts'
import { LockBody, LockView } from './schema.ts'

const config = { caller: 'user', permission: 'dms:document:write' } as const
const path = '/api/dms/documents/:documentId/lock'

export async function addLockRoutes(app: App, deps: Deps): Promise<void> {
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'lockDocument',
        summary: 'Check a document out: nobody else may change it',
        params: DocumentParams,
        body: LockBody,
        response: { 200: LockView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { documentId } = request.params
      const caller = tenantCaller(request)
      return sendAnswer(reply, await lockForUser(deps, caller, documentId, request.body, key))
    },
  )

  app.delete(
    path,
    {
      config,
      schema: {
        operationId: 'unlockDocument',
        summary:
          'Give a checked-out document back, or end what somebody else has checked out of what one manages',
        params: DocumentParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await unlock(deps, tenantCaller(request), request.params.documentId)
      return reply.code(204).send(null)
    },
  )
}
