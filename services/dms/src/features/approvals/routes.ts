import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { readerOf, requireReading } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { answerOnce } from '../../http/answer-once.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { credentialsOf } from '../../http/user-credentials.ts'
import { bindApproval } from './bind.ts'
import { findCompared, findLatestBinding } from './queries.ts'
import { resubmitApproval } from './resubmit.ts'
import { abandonApproval, retryApproval } from './retry.ts'
import { BindBody, BindingView, ResubmitBody } from './schema.ts'
import { viewBinding } from './view.ts'

const path = '/api/dms/documents/:documentId/approval'
const writing = { caller: 'user', permission: 'dms:document:write' } as const

export async function addApprovalRoutes(app: App, deps: Deps): Promise<void> {
  addBindApproval(app, deps)
  addGetApproval(app, deps)
  addResubmitApproval(app, deps)
  addRetryApproval(app, deps)
  addAbandonApproval(app, deps)
}

function addBindApproval(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config: writing,
      schema: {
        operationId: 'bindApproval',
        summary: 'Put a version under approval; it is locked from here on',
        params: DocumentParams,
        body: BindBody,
        response: { 200: BindingView, 201: BindingView },
      },
    },
    async (request, reply) => {
      const { binding, created } = await bindApproval(
        deps,
        tenantCaller(request),
        credentialsOf(request),
        request.params.documentId,
        request.body,
      )
      return reply.code(created ? 201 : 200).send(viewBinding(binding))
    },
  )
}

function addGetApproval(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: { caller: 'user', permission: 'dms:document:read' },
      schema: {
        operationId: 'getApproval',
        summary: 'The latest approval of a document',
        params: DocumentParams,
        response: { 200: BindingView },
      },
    },
    async (request) => {
      const caller = tenantCaller(request)
      const { documentId } = request.params
      const reader = await readerOf(deps, caller)
      const { only } = await requireReading(deps.db, reader, { documentId }, 'read', deps.now())
      const binding = await findLatestBinding(deps.db, caller.tenantId, documentId)
      if (binding === undefined || only?.has(binding.versionId) === false) {
        throw problems.not_found()
      }
      const compared = await findCompared(deps.db, binding, reader.userId)
      // Who reads on after their task reads what they decided about, and nothing beside it.
      const isThere = compared !== undefined && only?.has(compared.versionId) !== false
      return viewBinding(binding, isThere ? compared : undefined)
    },
  )
}

function addResubmitApproval(app: App, deps: Deps): void {
  app.post(
    `${path}/resubmit`,
    {
      config: writing,
      schema: {
        operationId: 'resubmitApproval',
        summary: 'Send a returned version, or a corrected one in its place, round again',
        params: DocumentParams,
        body: ResubmitBody,
        response: { 200: BindingView },
      },
    },
    async (request, reply) => {
      const answer = await resubmitApproval(
        deps,
        tenantCaller(request),
        credentialsOf(request),
        request.params.documentId,
        request.body ?? {},
        readIdempotency(request),
      )
      return sendAnswer(reply, { ...answer, body: viewBinding(answer.body) })
    },
  )
}

function addRetryApproval(app: App, deps: Deps): void {
  app.post(
    `${path}/retry`,
    {
      config: writing,
      schema: {
        operationId: 'retryApproval',
        summary: 'Repeat a request whose result is not known, with its original key',
        params: DocumentParams,
        response: { 200: BindingView },
      },
    },
    async (request, reply) => {
      const user = credentialsOf(request)
      const caller = tenantCaller(request)
      const { documentId } = request.params
      const answer = await answerOnce(deps, readIdempotency(request), async () =>
        viewBinding(await retryApproval(deps, caller, user, documentId)),
      )
      return sendAnswer(reply, answer)
    },
  )
}

function addAbandonApproval(app: App, deps: Deps): void {
  app.post(
    `${path}/abandon`,
    {
      config: writing,
      schema: {
        operationId: 'abandonApproval',
        summary:
          'Give up a start whose result is not known, or an approval that decided nothing here',
        params: DocumentParams,
        response: { 200: BindingView },
      },
    },
    async (request, reply) => {
      const caller = tenantCaller(request)
      const { documentId } = request.params
      const answer = await answerOnce(deps, readIdempotency(request), async () =>
        viewBinding(await abandonApproval(deps, caller, documentId)),
      )
      return sendAnswer(reply, answer)
    },
  )
}
