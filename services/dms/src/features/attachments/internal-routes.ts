import {
  AttachmentReaders,
  AttachVersionsBody,
  ReadableVersions,
  SCOPES,
} from '@countersign/contracts'
import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { findReadable } from './attach.ts'
import { grantAttached } from './grant.ts'

const config = { caller: 'service', scopes: [SCOPES.dmsInternal] } as const

/** Of an approval at its limits: 500 tasks at once, each for any of 500 people. */
const MOST_READERS_BYTES = 16 * 1024 ** 2

/** What the workflow service asks before it takes somebody's attachments, and tells of who reads them. */
export async function addAttachmentRoutes(app: App, deps: Deps): Promise<void> {
  app.post(
    '/internal/v1/dms/attachments',
    {
      config,
      schema: {
        operationId: 'findAttachableVersions',
        summary: 'What of this a user may attach to an approval, with the digests',
        body: AttachVersionsBody,
        response: { 200: ReadableVersions },
      },
    },
    async (request) => {
      const { tenantId } = tenantCaller(request)
      return { readable: await findReadable(deps, tenantId, request.body) }
    },
  )

  app.put(
    '/internal/v1/dms/approvals/:instanceId/attachments',
    {
      config,
      bodyLimit: MOST_READERS_BYTES,
      schema: {
        operationId: 'grantAttachedVersions',
        summary: 'What is attached to an approval, and who reads it by a task',
        params: closed({ instanceId: Uuid }),
        body: AttachmentReaders,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { tenantId } = tenantCaller(request)
      const { instanceId } = request.params
      await grantAttached(deps, { tenantId, instanceId }, request.body)
      return reply.code(204).send(null)
    },
  )
}
