import type { App } from '@countersign/service-kit/http'
import { ProblemBody } from '@countersign/service-kit/problem'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { transferBatch } from './batch.ts'
import { listHeldTasks } from './handover-queries.ts'
import { BatchView } from './schema.ts'

/** Each is a transaction of its own, and a request should be answered within a minute. */
const maxTasks = 500

const HandoverBody = closed({
  from: Uuid,
  to: Uuid,
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
})

/** What a leaver holds goes to somebody else. */
export function addHandovers(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/handovers',
    {
      config: { caller: 'user', permission: 'bpm:handover:write' },
      schema: {
        operationId: 'handOver',
        summary: 'Transfer what somebody holds to another one, with a result for each task',
        description: `Who leaves may be no member any more. Up to ${maxTasks} tasks; send it again until no item comes back.`,
        tags: ['handovers'],
        body: HandoverBody,
        response: { 200: BatchView, '4xx': ProblemBody, 503: ProblemBody },
      },
    },
    async (request) => {
      const user = userOf(request)
      const { from, to, comment } = request.body
      const users = await deps.directory.findUsers(user.tenantId, [to])
      if (from === to || users.get(to)?.active !== true) {
        const detail = 'not another active member of the tenant'
        throw problems.action_invalid({
          errors: [{ pointer: '/to', code: 'user_unknown', detail }],
        })
      }
      const taskNos = await listHeldTasks(deps.db, user.tenantId, from, maxTasks)
      return transferBatch(deps, user, taskNos, { to, comment })
    },
  )
}
