import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { readRevision } from '@countersign/service-kit/revision'
import { closed } from '@countersign/service-kit/schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { userOf } from '../../../callers.ts'
import { TASK_ACTIONS, taskActionPaths, type TaskActionPath } from '../../../core/task.ts'
import type { Deps } from '../../../deps.ts'
import { defaultToEmptyBody } from '../../../http/empty-body.ts'
import { actionBodies, BatchBody, BatchView, TaskParams, TaskView } from '../schema.ts'
import { toTaskView } from '../views.ts'
import { actOnTask } from './act.ts'
import { decideBatch } from './batch.ts'
import type { TaskAction } from './commands.ts'
import { readCopy } from './read-copy.ts'

const config = { caller: 'user' } as const
const tags = ['tasks']
const params = TaskParams
const response = { 200: TaskView }

const summaries = {
  approve: 'Approve',
  reject: 'Reject',
  return: 'Send it back to the initiator or to nodes it came from',
  transfer: 'Hand the task over to somebody else for good',
  delegate: 'Let somebody else look at it and give it back',
  resolve: 'Give a delegated task back',
  'add-sign': 'Ask further people, before, after or beside oneself',
  'remove-sign': 'Take back people whom one has added',
  claim: 'Take a task that several people could take',
  unclaim: 'Put a claimed task back',
  'take-back': 'Take back a decision of one’s own, while nobody has acted on what followed',
} as const satisfies Record<TaskActionPath, string>

/** What people do with their tasks; services never act on one. */
export function addTaskActionRoutes(app: App, deps: Deps): void {
  for (const action of TASK_ACTIONS) addAction(app, deps, taskActionPaths[action])

  app.post(
    '/api/bpm/v1/tasks/:taskNo/read',
    {
      config,
      preValidation: defaultToEmptyBody,
      schema: {
        operationId: 'readTask',
        summary: 'Mark a copy as read',
        tags,
        params,
        body: closed({}),
        response,
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await readCopy(deps, userOf(request), request.params.taskNo, key)
      return sendTagged(reply, answer)
    },
  )

  app.post(
    '/api/bpm/v1/tasks/batch',
    {
      config,
      schema: {
        operationId: 'decideTasks',
        summary: 'Approve or reject several tasks; each has a result of its own',
        tags,
        body: BatchBody,
        response: { 200: BatchView },
      },
    },
    async (request, reply) => {
      const showing = { ...deps, show: toTaskView, problemTypes: app.problemTypes }
      const key = readIdempotency(request)
      return sendAnswer(reply, await decideBatch(showing, userOf(request), request.body, key))
    },
  )
}

function addAction(app: App, deps: Deps, path: TaskActionPath): void {
  app.post(
    `/api/bpm/v1/tasks/:taskNo/${path}`,
    {
      config,
      preValidation: defaultToEmptyBody,
      schema: {
        operationId: `${path.replace(/-(.)/, (_, letter: string) => letter.toUpperCase())}Task`,
        summary: summaries[path],
        tags,
        params,
        body: actionBodies[path],
        response,
      },
    },
    async (request, reply) => {
      // Untyped data enters: the body was checked against the schema of this very path. For a path that
      // is a variable Fastify's types leave it open what the body is, also in a generic function.
      const action = { path, body: request.body } as TaskAction
      return handle(deps, request, reply, { action, taskNo: request.params.taskNo })
    },
  )
}

async function handle(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { action, taskNo }: { action: TaskAction; taskNo: string },
): Promise<FastifyReply> {
  const revision = readRevision(request, action.body.revision)
  const acted = { taskNo, action, revision }
  const showing = { ...deps, show: toTaskView }
  const answer = await actOnTask(showing, userOf(request), acted, readIdempotency(request))
  return sendTagged(reply, answer)
}
