import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { toPage } from '@countersign/service-kit/page'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import { problems } from '../../../problems.ts'
import { transferBatch } from '../acting/batch.ts'
import { HandoverView } from '../schema.ts'
import { toTaskView } from '../views.ts'
import { listHeldTasks } from './queries.ts'

/** Each is a transaction of its own, and a request should be answered within a minute. */
const maxTasks = 500

const HandoverBody = closed({
  from: Uuid,
  to: Uuid,
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTasks, default: maxTasks })),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'As the answer before gave it: goes on behind what that one had tried.',
    }),
  ),
})

/** What a leaver holds or has lent out goes to somebody else. */
export function addHandovers(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/handovers',
    {
      config: { caller: 'user', permission: 'bpm:handover:write' },
      schema: {
        operationId: 'handOver',
        summary: 'Transfer what somebody holds to another one, with a result for each task',
        description: `Who leaves may be no member any more. Up to ${maxTasks} tasks; go on with the cursor of the answer until it is null.`,
        tags: ['handovers'],
        body: HandoverBody,
        response: { 200: HandoverView },
      },
    },
    async (request) => {
      const user = userOf(request)
      const { from, to, comment, limit = maxTasks, cursor } = request.body
      // What is refused, as in suspended approvals, stays with the leaver: the next request goes on
      // behind it.
      const afterId = readCursor(cursor, isIdKey, '/cursor')
      const users = await deps.directory.findUsers(user.tenantId, [to])
      if (from === to || users.get(to)?.active !== true) {
        const detail = 'not another active member of the tenant'
        throw problems.action_invalid({
          errors: [{ pointer: '/to', code: 'user_unknown', detail }],
        })
      }
      const held = await listHeldTasks(deps.db, user.tenantId, from, {
        afterId,
        limit: limit + 1,
      })
      const { items, nextCursor } = toPage(held, limit, ({ id }) => id)
      const taskNos = items.map(({ taskNo }) => taskNo)
      const showing = { ...deps, show: toTaskView, problemTypes: app.problemTypes }
      return { ...(await transferBatch(showing, user, taskNos, { from, to, comment })), nextCursor }
    },
  )
}
