import { tenantCaller } from '@countersign/service-kit/caller'
import { readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { readerOf, requireReading } from '../../access/access.ts'
import { findLock } from '../../access/lock-queries.ts'
import type { Deps } from '../../deps.ts'
import { answerOnce } from '../../http/answer-once.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { editDocument, restoreDocument, transferDocument, trashDocument } from './change.ts'
import { findLatestBinding } from '../approvals/queries.ts'
import { explainAccess } from './explain-access.ts'
import { listDocuments } from './list.ts'
import { beginOf, readSorting } from './order.ts'
import { purgeTrash } from './purge-trash.ts'
import { purgeDocument } from './purge.ts'
import {
  AccessView,
  DeleteQuery,
  DocumentPatch,
  DocumentsQuery,
  DocumentView,
  PurgeBody,
  PurgeView,
  TransferBody,
} from './schema.ts'
import { findSnippets } from './snippets.ts'
import { viewDocument } from './view.ts'

const reading = { caller: 'user', permission: 'dms:document:read' } as const
const writing = { caller: 'user', permission: 'dms:document:write' } as const

export async function addDocumentRoutes(app: App, deps: Deps): Promise<void> {
  addReads(app, deps)
  addPurge(app, deps)
  addEditDocument(app, deps)
  addDeleteDocument(app, deps)
  addRestoreDocument(app, deps)
  addTransferDocument(app, deps)
}

function addEditDocument(app: App, deps: Deps): void {
  app.patch(
    '/api/dms/documents/:documentId',
    {
      config: writing,
      schema: {
        operationId: 'editDocument',
        summary: 'Change title, tags, properties or folder',
        params: DocumentParams,
        body: DocumentPatch,
        response: { 200: DocumentView },
      },
    },
    async (request, reply) => {
      const { documentId } = request.params
      const revision = readRevision(request, request.body.revision)
      const caller = tenantCaller(request)
      const document = await editDocument(deps, caller, documentId, request.body, revision)
      tagRevision(reply, document)
      return viewDocument(document)
    },
  )
}

function addDeleteDocument(app: App, deps: Deps): void {
  app.delete(
    '/api/dms/documents/:documentId',
    {
      config: writing,
      schema: {
        operationId: 'deleteDocument',
        summary: 'Put a document in the trash, or purge one that is there',
        params: DocumentParams,
        querystring: DeleteQuery,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { documentId } = request.params
      const remove = request.query.purge === true ? purgeDocument : trashDocument
      await remove(deps, tenantCaller(request), documentId, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}

function addRestoreDocument(app: App, deps: Deps): void {
  app.post(
    '/api/dms/documents/:documentId/restore',
    {
      config: writing,
      schema: {
        operationId: 'restoreDocument',
        summary: 'Take a document out of the trash',
        params: DocumentParams,
        response: { 200: DocumentView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const caller = tenantCaller(request)
      const { documentId } = request.params
      const revision = readRevision(request)
      return sendTagged(reply, await restoreDocument(deps, caller, documentId, revision, key))
    },
  )
}

function addTransferDocument(app: App, deps: Deps): void {
  app.post(
    '/api/dms/documents/:documentId/transfer',
    {
      config: writing,
      schema: {
        operationId: 'transferDocument',
        summary: 'Give a document to another owner',
        params: DocumentParams,
        body: TransferBody,
        response: { 200: DocumentView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const caller = tenantCaller(request)
      const { documentId } = request.params
      const { ownerId } = request.body
      const revision = readRevision(request)
      const answer = await transferDocument(deps, caller, documentId, ownerId, revision, key)
      return sendTagged(reply, answer)
    },
  )
}

function addPurge(app: App, deps: Deps): void {
  app.post(
    '/api/dms/documents/purge',
    {
      config: { caller: 'user', permission: 'dms:document:admin' },
      schema: {
        operationId: 'purgeTrash',
        summary: 'Purge what the policies let go from the trash, and report what was kept and why',
        body: PurgeBody,
        response: { 200: PurgeView },
      },
    },
    async (request, reply) => {
      const caller = tenantCaller(request)
      const answer = await answerOnce(deps, readIdempotency(request), () =>
        purgeTrash(deps, caller, request.body.dryRun),
      )
      return sendAnswer(reply, answer)
    },
  )
}

function addReads(app: App, deps: Deps): void {
  addListDocuments(app, deps)
  addGetDocument(app, deps)
  addExplainAccess(app, deps)
}

function addListDocuments(app: App, deps: Deps): void {
  app.get(
    '/api/dms/documents',
    {
      config: reading,
      schema: {
        operationId: 'listDocuments',
        summary: 'Documents the caller may see, newest first unless it is said otherwise',
        querystring: closed({ ...PageQuery, ...DocumentsQuery }),
        response: { 200: pageOf(DocumentView) },
      },
    },
    async (request) => {
      const {
        limit = 50,
        cursor,
        status = 'ACTIVE',
        sort = '-createdAt',
        snippets: quotes = true,
        ...filter
      } = request.query
      const sorting = readSorting(sort)
      const key = readCursor(cursor, sorting.isKey)
      const reader = await readerOf(deps, tenantCaller(request))
      const begin = key === undefined ? undefined : beginOf(key)
      const asked = { ...filter, status, sorting, begin, limit: limit + 1 }
      const rows = await listDocuments(deps, reader, asked)
      const { items, nextCursor } = toPage(rows, limit, sorting.keyOf)
      const { q } = filter
      const asks = q !== undefined && quotes
      const snippets = asks ? await findSnippets(deps, reader, items, q) : undefined
      const views = items.map((row) => viewDocument(row, { snippet: snippets?.get(row.id) }))
      return { items: views, nextCursor }
    },
  )
}

function addGetDocument(app: App, deps: Deps): void {
  app.get(
    '/api/dms/documents/:documentId',
    {
      config: reading,
      schema: {
        operationId: 'getDocument',
        summary: 'A document, what the caller may do with it, and what locks it',
        params: DocumentParams,
        response: { 200: DocumentView },
      },
    },
    async (request, reply) => {
      const reader = await readerOf(deps, tenantCaller(request))
      const { documentId } = request.params
      const now = deps.now()
      const { document, ...access } = await requireReading(
        deps.db,
        reader,
        { documentId },
        'read',
        now,
      )
      const { tenantId } = reader
      const lock = await findLock(deps.db, tenantId, documentId, now)
      const binding = await findLatestBinding(deps.db, tenantId, documentId)
      const hasApproval = binding !== undefined && access.only?.has(binding.versionId) !== false
      tagRevision(reply, document)
      return viewDocument(document, { ...access, lock, hasApproval })
    },
  )
}

function addExplainAccess(app: App, deps: Deps): void {
  app.get(
    '/api/dms/documents/:documentId/access',
    {
      config: reading,
      schema: {
        operationId: 'explainAccess',
        summary: 'What a user may do with the document, and why',
        params: DocumentParams,
        querystring: closed({ userId: Type.Optional(Type.String({ maxLength: 100 })) }),
        response: { 200: AccessView },
      },
    },
    async (request) => {
      const caller = tenantCaller(request)
      const { documentId } = request.params
      return explainAccess(deps, caller, documentId, request.query.userId ?? caller.subject)
    },
  )
}
