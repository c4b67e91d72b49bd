import type { App } from '@countersign/service-kit/http'
import { pageOf } from '@countersign/service-kit/page'
import { tagRevision } from '@countersign/service-kit/revision'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { countBoxes, countByDue } from '../inbox-queries.ts'
import {
  CountsQuery,
  CountsView,
  InboxQuery,
  TaskListItem,
  TaskParams,
  TaskView,
} from '../schema.ts'
import { getTask } from './get.ts'
import { readInbox } from './inbox.ts'

const config = { caller: 'user', agents: true } as const
const tags = ['tasks']
const countCap = 999

/** What the caller has to decide, has decided, and was shown. */
export function addTaskRoutes(app: App, deps: Deps): void {
  addInbox(app, deps)
  addTask(app, deps)
}

function addInbox(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/tasks',
    {
      config,
      schema: {
        operationId: 'listTasks',
        summary: 'A box of the caller, newest first, or what is to do by when it is due',
        tags,
        querystring: InboxQuery,
        response: { 200: pageOf(TaskListItem) },
      },
    },
    async (request) => readInbox(deps, userOf(request), request.query),
  )

  app.get(
    '/api/bpm/v1/tasks/counts',
    {
      config,
      schema: {
        operationId: 'countTasks',
        summary: 'The sizes of the boxes of the caller',
        tags,
        querystring: CountsQuery,
        response: { 200: CountsView },
      },
    },
    async (request) => {
      const { tenantId, userId } = userOf(request)
      const counted = { tenantId, userId, now: deps.now(), cap: countCap }
      const { dueBefore } = request.query
      const sizes = await countBoxes(deps.db, counted)
      if (dueBefore === undefined) return { ...sizes, cap: countCap }
      const moments = dueBefore.map((text) => new Date(text))
      return { ...sizes, due: await countByDue(deps.db, { ...counted, moments }), cap: countCap }
    },
  )
}

function addTask(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/tasks/:taskNo',
    {
      config,
      schema: {
        operationId: 'getTask',
        summary: 'A task, with what the caller may see and do',
        tags,
        params: TaskParams,
        response: { 200: TaskView },
      },
    },
    async (request, reply) => {
      const task = await getTask(deps, userOf(request), request.params.taskNo)
      tagRevision(reply, task)
      return task
    },
  )
}
