import { isNumberKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { ProblemBody } from '@countersign/service-kit/problem'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { readCursor } from '../../../http/cursor.ts'
import { getReadable } from '../access.ts'
import { CommentBody, InstanceParams, RoundView, TimelineItem } from '../schema.ts'
import { commentOnInstance } from './comment.ts'
import { listActions } from './queries.ts'
import { listRounds } from './rounds.ts'
import { toTimelineItem } from './timeline.ts'

const config = { caller: 'user' } as const
const tags = ['instances']

/** What happened in an approval, and what people said about it. */
export function addTimeline(app: App, deps: Deps): void {
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
        response: { 200: pageOf(TimelineItem), '4xx': ProblemBody },
      },
    },
    async (request) => {
      const { instance, sees } = await getReadable(deps, userOf(request), request.params.id)
      const { limit = defaultLimit, cursor } = request.query
      const process = await deps.processes.get(instance.tenantId, instance.definitionId)
      const rows = await listActions(deps.db, instance.tenantId, instance.id, {
        afterSequence: readCursor(cursor, isSequence) ?? 0,
        limit: limit + 1,
      })
      const page = toPage(rows, limit, ({ sequence }) => sequence)
      return { ...page, items: page.items.map((row) => toTimelineItem(row, process, sees)) }
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
        response: { 200: closed({ items: Type.Array(RoundView) }), '4xx': ProblemBody },
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
        response: { 201: TimelineItem, '4xx': ProblemBody },
      },
    },
    async (request, reply) => {
      const comment = { instanceId: request.params.id, body: request.body }
      const key = readIdempotency(request)
      return sendAnswer(reply, await commentOnInstance(deps, userOf(request), comment, key))
    },
  )
}

const isSequence = (key: unknown): key is number => isNumberKey(key) && key >= 0 && key < 2 ** 31
