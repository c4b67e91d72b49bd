import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { readRevision } from '@countersign/service-kit/revision'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { defaultToEmptyBody } from '../../../http/empty-body.ts'
import { InstanceView } from '../../../runtime/views/instance-view.ts'
import { VariablesBody } from '../../../runtime/views/path-view.ts'
import {
  InstanceParams,
  InterventionBody,
  JumpBody,
  JumpedView,
  RemindBody,
  WithdrawBody,
} from '../schema.ts'
import { interveneInInstance } from './intervene.ts'
import { jumpInstance } from './jump.ts'
import { remindApprovers } from './remind.ts'
import { resubmitInstance } from './resubmit.ts'
import { withdrawInstance } from './withdraw.ts'

const tags = ['instances']
const params = InstanceParams
const response = { 200: InstanceView }

const byPerson = { caller: 'user' } as const

/** What initiators do with their approvals. */
export function addInitiatorActionRoutes(app: App, deps: Deps): void {
  addResubmission(app, deps)
  addWithdrawal(app, deps)
  addReminder(app, deps)
}

function addResubmission(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/process-instances/:id/resubmit',
    {
      config: byPerson,
      schema: {
        operationId: 'resubmitProcessInstance',
        summary: 'Send a returned approval on its way again; the body is the variables object',
        tags,
        params,
        body: VariablesBody,
        response,
      },
    },
    async (request, reply) => {
      const resubmission = {
        instanceId: request.params.id,
        values: request.body,
        revision: readRevision(request),
      }
      const key = readIdempotency(request)
      return sendTagged(reply, await resubmitInstance(deps, userOf(request), resubmission, key))
    },
  )
}

function addWithdrawal(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/process-instances/:id/withdraw',
    {
      config: byPerson,
      preValidation: defaultToEmptyBody,
      schema: {
        operationId: 'withdrawProcessInstance',
        summary: 'Take an approval back before it has ended',
        tags,
        params,
        body: WithdrawBody,
        response,
      },
    },
    async (request, reply) => {
      const withdrawal = {
        instanceId: request.params.id,
        comment: request.body.comment,
        revision: readRevision(request),
      }
      const key = readIdempotency(request)
      return sendTagged(reply, await withdrawInstance(deps, userOf(request), withdrawal, key))
    },
  )
}

function addReminder(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/process-instances/:id/remind',
    {
      config: byPerson,
      preValidation: defaultToEmptyBody,
      schema: {
        operationId: 'remindApprovers',
        summary: 'Mark what others still have to decide as urgent',
        tags,
        params,
        body: RemindBody,
        response: { 200: closed({ reminded: Type.Array(Uuid) }) },
      },
    },
    async (request, reply) => {
      const reminder = { instanceId: request.params.id, comment: request.body.comment }
      const key = readIdempotency(request)
      return sendAnswer(reply, await remindApprovers(deps, userOf(request), reminder, key))
    },
  )
}

const summaries = {
  terminate: 'End an approval, whatever its state',
  suspend: 'Stop all work on an approval until it is resumed',
  resume: 'Let a suspended approval go on',
} as const

/** An administrator's hand on running approvals, logged with a reason. */
export function addInterventionRoutes(app: App, deps: Deps): void {
  const config = { caller: 'user', permission: 'bpm:instance:admin' } as const

  for (const kind of ['terminate', 'suspend', 'resume'] as const) {
    app.post(
      `/api/bpm/v1/process-instances/:id/${kind}`,
      {
        config,
        schema: {
          operationId: `${kind}ProcessInstance`,
          summary: summaries[kind],
          tags,
          params,
          body: InterventionBody,
          response,
        },
      },
      async (request, reply) => {
        const { reason } = request.body
        const revision = readRevision(request)
        const intervention = { kind, instanceId: request.params.id, reason, revision }
        const key = readIdempotency(request)
        const answer = await interveneInInstance(deps, userOf(request), intervention, key)
        return sendTagged(reply, answer)
      },
    )
  }

  app.post(
    '/api/bpm/v1/process-instances/:id/jump',
    {
      config,
      schema: {
        operationId: 'jumpProcessInstance',
        summary: 'Move a running approval to nodes, or see what would come of it',
        tags,
        params,
        body: JumpBody,
        response: { ...response, 200: JumpedView },
      },
    },
    async (request, reply) => {
      const {
        body,
        params: { id: instanceId },
      } = request
      const jump = { instanceId, body, revision: readRevision(request) }
      const key = readIdempotency(request)
      return sendTagged(reply, await jumpInstance(deps, userOf(request), jump, key))
    },
  )
}
