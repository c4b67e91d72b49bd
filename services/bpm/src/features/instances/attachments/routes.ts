import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { readRevision } from '@countersign/service-kit/revision'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { serviceOf, userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { nameOf } from '../../../runtime/people/learn.ts'
import { getReadable } from '../access.ts'
import { getOwned } from '../owned/update-variables.ts'
import { addGrantMetrics } from './metrics.ts'
import { administrates } from './removable.ts'
import { removeAttachment } from './remove.ts'

const AttachmentParams = closed({ id: Uuid, versionId: Uuid })
const response = { 204: Type.Null() }

/** What people and the owning application do with what was attached. */
export function addAttachmentRoutes(app: App, deps: Deps): void {
  addGrantMetrics(app, deps)
  addPeoples(app, deps)
  addOwners(app, deps)
}

function addPeoples(app: App, deps: Deps): void {
  app.delete(
    '/api/bpm/v1/process-instances/:id/attachments/:versionId',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'removeProcessInstanceAttachment',
        summary:
          'Take away what you attached while it is undecided; administrators what anybody did',
        tags: ['instances'],
        params: AttachmentParams,
        response,
      },
    },
    async (request, reply) => {
      const user = userOf(request)
      const { id, versionId } = request.params
      const { instance } = await getReadable(deps, user, id)
      await removeAttachment(deps, instance, {
        versionId,
        actor: { kind: 'user', id: user.userId, name: await nameOf(deps.directory, user) },
        everybodys: administrates(user),
        revision: readRevision(request),
      })
      return reply.code(204).send(null)
    },
  )
}

function addOwners(app: App, deps: Deps): void {
  app.delete(
    '/internal/v1/bpm/process-instances/:id/attachments/:versionId',
    {
      config: { caller: 'service', scopes: [SCOPES.writeInstances] },
      schema: {
        operationId: 'removeOwnedProcessInstanceAttachment',
        summary:
          'Take away what anybody attached to an approval that the caller owns, while it is undecided',
        tags: ['instances of an application'],
        params: AttachmentParams,
        response,
      },
    },
    async (request, reply) => {
      const owner = serviceOf(request)
      const { id, versionId } = request.params
      const { clientId } = owner
      await removeAttachment(deps, await getOwned(deps, owner, id), {
        versionId,
        actor: { kind: 'service', id: clientId, name: clientId },
        everybodys: true,
        revision: readRevision(request),
      })
      return reply.code(204).send(null)
    },
  )
}
