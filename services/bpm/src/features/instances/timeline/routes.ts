import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { isSequence, readCursor } from '../../../http/cursor.ts'
import { getReadable } from '../access.ts'
import { CommentBody, InstanceParams, RoundView, TimelineItem } from '../schema.ts'
import { commentOnInstance } from './comment.ts'
import { listRounds } from './rounds.ts'
import { readTimeline } from './timeline.ts'

const config = { caller: 'user', agents: true } as const
const tags = ['instances']

/** What happened in an approval, and what people said about it. */
export function addTimelineRoutes(app: App, deps: Deps): void {
  addHistory(app, deps)
  addComments(app, deps)
}

function addHistory(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/process-instances/:id/timeline',
    {
      config,
      schema: {
        operationId: 'getProcessInstanceTimeline',
        summary: 'What happened so far, oldest first',
        tags,
        params: InstanceParams,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(TimelineItem) },
      },
    },
    async (request) => {
      const reader = userOf(request)
      const { instance, sees } = await getReadable(deps, reader, request.params.id)
      const { limit = defaultLimit, cursor } = request.query
      const process = await deps.processes.get(instance.tenantId, instance.definitionId)
      const items = await readTimeline(
        deps,
        { instance, sees, process, reader },
        { afterSequence: readCursor(cursor, isSequence) ?? 0, limit: limit + 1 },
      )
      return toPage(items, limit, ({ sequence }) => sequence)
    },
  )

  app.get(
    '/api/bpm/v1/process-instances/:id/rounds',
    {
      config,
      schema: {
        operationId: 'listProcessInstanceRounds',
        summary: 'The rounds so far, and what changed between them',
        tags,
        params: InstanceParams,
        response: { 200: closed({ items: Type.Array(RoundView) }) },
      },
    },
    async (request) => listRounds(deps, userOf(request), request.params.id),
  )
}

function addComments(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/process-instances/:id/comments',
    {
      config,
      schema: {
        operationId: 'commentOnProcessInstance',
        summary: 'Add a remark; it moves nothing',
        tags,
        params: InstanceParams,
        body: CommentBody,
        response: { 201: TimelineItem },
      },
    },
    async (request, reply) => {
      const comment = { instanceId: request.params.id, body: request.body }
      const key = readIdempotency(request)
      return sendAnswer(reply, await commentOnInstance(deps, userOf(request), comment, key))
    },
  )
}
