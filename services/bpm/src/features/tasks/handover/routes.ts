// In transactions of their own, one for each task: where it breaks off half way, a repeat hands over what is left.
//
// Kept by: services/bpm/src/features/tasks/handover/handovers.test.ts "hands over once under one key"
import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import {
  findAnswer,
  readIdempotency,
  sendAnswer,
  type Answer,
  type IdempotencyKey,
} from '@countersign/service-kit/idempotency'
import { toPage } from '@countersign/service-kit/page'
import { userOf, type UserCaller } from '../../../callers.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import { problems } from '../../../problems.ts'
import { transferBatch } from '../acting/batch.ts'
import { HandoverBody, HandoverView, MOST_HANDED_OVER } from '../schema.ts'
import { toTaskView } from '../views.ts'
import { listHeldTasks } from './queries.ts'
import { rememberHandover } from './remember.ts'

/** What a leaver holds or has lent out goes to somebody else. */
export function addHandoverRoutes(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/handovers',
    {
      config: { caller: 'user', permission: 'bpm:handover:write' },
      schema: {
        operationId: 'handOver',
        summary: 'Transfer what somebody holds to another one, with a result for each task',
        description: `Who leaves may be no member any more. Up to ${MOST_HANDED_OVER} tasks; go on with the cursor of the answer until it is null.`,
        tags: ['handovers'],
        body: HandoverBody,
        response: { 200: HandoverView },
      },
    },
    async (request, reply) => {
      const { problemTypes } = app
      const key = readIdempotency(request)
      const given = { ...deps, problemTypes }
      return sendAnswer(reply, await handOver(given, userOf(request), request.body, key))
    },
  )
}

/**
 * Transfers what somebody holds or has lent out to another active member.
 *
 * @throws `bpm.action_invalid` (422).
 */
async function handOver(
  deps: Deps & { readonly problemTypes: string },
  user: UserCaller,
  { from, to, comment, limit = MOST_HANDED_OVER, cursor }: HandoverBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<HandoverView>> {
  const { db } = deps
  const earlier = key && (await findAnswer<Schema, HandoverView>(db, key))
  if (earlier !== undefined) return earlier
  // What is refused, as in suspended approvals, stays with the leaver: the next request goes on
  // behind it.
  const afterId = readCursor(cursor, isIdKey, '/cursor')
  const users = await deps.directory.findUsers(user.tenantId, [to])
  if (from === to || users.get(to)?.active !== true) {
    const detail = 'not another active member of the tenant'
    throw problems.action_invalid({ errors: [{ pointer: '/to', code: 'user_unknown', detail }] })
  }
  const held = await listHeldTasks(db, user.tenantId, from, { afterId, limit: limit + 1 })
  const { items, nextCursor } = toPage(held, limit, ({ id }) => id)
  const taskNos = items.map(({ taskNo }) => taskNo)
  const showing = { ...deps, show: toTaskView }
  const body = {
    ...(await transferBatch(showing, user, taskNos, { from, to, comment })),
    nextCursor,
  }
  return rememberHandover(db, key, body)
}
