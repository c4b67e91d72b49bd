import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { readerOf, requireDocument } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { endHold, placeHold, viewHold } from './holds.ts'
import { addPolicy, removePolicy, viewPolicy } from './policies.ts'
import { listHolds, listPolicies } from './queries.ts'
import { HoldBody, HoldView, PolicyBody, PolicyView } from './schema.ts'

const config = { caller: 'user', permission: 'dms:document:admin' } as const
const holds = '/api/dms/documents/:documentId/holds'
const policies = '/api/dms/retention-policies'

export async function addRetentionRoutes(app: App, deps: Deps): Promise<void> {
  addHoldRoutes(app, deps)
  addListRetentionPolicies(app, deps)
  addAddRetentionPolicy(app, deps)
  addRemoveRetentionPolicy(app, deps)
}

function addListRetentionPolicies(app: App, deps: Deps): void {
  app.get(
    policies,
    {
      config,
      schema: {
        operationId: 'listRetentionPolicies',
        summary: 'How long documents are kept, newest rule first',
        querystring: closed(PageQuery),
        response: { 200: pageOf(PolicyView) },
      },
    },
    (request) =>
      pageById(request.query, viewPolicy, (before, limit) =>
        listPolicies(deps.db, tenantCaller(request).tenantId, { limit, before }),
      ),
  )
}

function addAddRetentionPolicy(app: App, deps: Deps): void {
  app.post(
    policies,
    {
      config,
      schema: {
        operationId: 'addRetentionPolicy',
        summary: 'Keep documents for some time, and purge the trash after some',
        body: PolicyBody,
        response: { 201: PolicyView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return sendAnswer(reply, await addPolicy(deps, tenantCaller(request), request.body, key))
    },
  )
}

function addRemoveRetentionPolicy(app: App, deps: Deps): void {
  app.delete(
    `${policies}/:policyId`,
    {
      config,
      schema: {
        operationId: 'removeRetentionPolicy',
        summary: 'Take a rule away',
        params: closed({ policyId: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removePolicy(deps, tenantCaller(request), request.params.policyId)
      return reply.code(204).send(null)
    },
  )
}

function addHoldRoutes(app: App, deps: Deps): void {
  addListLegalHolds(app, deps)
  addPlaceLegalHold(app, deps)
  addReleaseLegalHold(app, deps)
}

function addListLegalHolds(app: App, deps: Deps): void {
  app.get(
    holds,
    {
      config,
      schema: {
        operationId: 'listLegalHolds',
        summary: 'Legal holds of a document, released ones too',
        params: DocumentParams,
        querystring: closed(PageQuery),
        response: { 200: pageOf(HoldView) },
      },
    },
    async (request) => {
      const { documentId } = request.params
      const reader = await readerOf(deps, tenantCaller(request))
      await requireDocument(deps.db, reader, documentId, 'manage')
      return pageById(request.query, viewHold, (before, limit) =>
        listHolds(deps.db, reader.tenantId, documentId, { limit, before }),
      )
    },
  )
}

function addPlaceLegalHold(app: App, deps: Deps): void {
  app.post(
    holds,
    {
      config,
      schema: {
        operationId: 'placeLegalHold',
        summary: 'Keep a document until the hold is released',
        params: DocumentParams,
        body: HoldBody,
        response: { 201: HoldView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { documentId } = request.params
      const caller = tenantCaller(request)
      return sendAnswer(reply, await placeHold(deps, caller, documentId, request.body, key))
    },
  )
}

function addReleaseLegalHold(app: App, deps: Deps): void {
  app.delete(
    `${holds}/:holdId`,
    {
      config,
      schema: {
        operationId: 'releaseLegalHold',
        summary: 'Release a legal hold',
        params: closed({ documentId: Uuid, holdId: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { documentId, holdId } = request.params
      await endHold(deps, tenantCaller(request), documentId, holdId)
      return reply.code(204).send(null)
    },
  )
}
