import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { readerOf, requireDocument } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { addReference, removeReference } from './change.ts'
import { listReferences } from './queries.ts'
import { ReferenceBody, ReferenceView } from './schema.ts'
import { viewReference } from './view.ts'

const path = '/api/dms/documents/:documentId/references'
const reading = { caller: 'user', permission: 'dms:document:read' } as const
const writing = { caller: 'user', permission: 'dms:document:write' } as const

export async function addReferenceRoutes(app: App, deps: Deps): Promise<void> {
  addAddReference(app, deps)
  addListReferences(app, deps)
  addRemoveReference(app, deps)
}

function addAddReference(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config: writing,
      schema: {
        operationId: 'addReference',
        summary: 'Note that an application relies on the document',
        params: DocumentParams,
        body: ReferenceBody,
        response: { 200: ReferenceView, 201: ReferenceView },
      },
    },
    async (request, reply) => {
      const { documentId } = request.params
      const caller = tenantCaller(request)
      const key = readIdempotency(request)
      return sendAnswer(reply, await addReference(deps, caller, documentId, request.body, key))
    },
  )
}

function addListReferences(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: reading,
      schema: {
        operationId: 'listReferences',
        summary: 'Applications that rely on the document',
        params: DocumentParams,
        querystring: closed(PageQuery),
        response: { 200: pageOf(ReferenceView) },
      },
    },
    async (request) => {
      const { documentId } = request.params
      const reader = await readerOf(deps, tenantCaller(request))
      await requireDocument(deps.db, reader, documentId, 'read')
      return pageById(request.query, viewReference, (after, limit) =>
        listReferences(deps.db, reader.tenantId, documentId, { limit, after }),
      )
    },
  )
}

function addRemoveReference(app: App, deps: Deps): void {
  app.delete(
    `${path}/:referenceId`,
    {
      config: writing,
      schema: {
        operationId: 'removeReference',
        summary: 'The application no longer relies on the document',
        params: closed({ documentId: Uuid, referenceId: Uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { documentId, referenceId } = request.params
      await removeReference(deps, tenantCaller(request), documentId, referenceId)
      return reply.code(204).send(null)
    },
  )
}
