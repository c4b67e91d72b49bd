import type { App } from '@countersign/service-kit/http'
import { tagRevision } from '@countersign/service-kit/revision'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { InstanceView, toInstanceView } from '../../../runtime/views/instance-view.ts'
import { StartPathView } from '../../../runtime/views/path-view.ts'
import { PreviewBody, StartInstanceBody } from '../schema.ts'
import { previewStart } from './preview.ts'
import { startInstance } from './start.ts'

const config = { caller: 'user', agents: true } as const
const tags = ['instances']

/** Starting approvals, and what a start would come to. */
export function addStartRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/process-instances',
    {
      config,
      schema: {
        operationId: 'startProcessInstance',
        summary: 'Start an approval, or find the one started with the same key',
        tags,
        body: StartInstanceBody,
        response: { 200: InstanceView, 201: InstanceView },
      },
    },
    async (request, reply) => {
      const { instance, created } = await startInstance(deps, userOf(request), request.body)
      tagRevision(reply, instance)
      return reply.code(created ? 201 : 200).send(toInstanceView(instance))
    },
  )

  app.post(
    '/api/bpm/v1/process-instances/preview',
    {
      config,
      schema: {
        operationId: 'previewProcessInstance',
        summary: 'The path and the people a start would give',
        tags,
        body: PreviewBody,
        response: { 200: StartPathView },
      },
    },
    async (request) => previewStart(deps, userOf(request), request.body),
  )
}
