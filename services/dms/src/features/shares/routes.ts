import { tenantCaller } from '@countersign/service-kit/caller'
import { isIdKey, isNumberKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { readerOf, requireDocument } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { takeOverShare } from './take-over.ts'
import { changeShare, createShare, revokeShare } from './manage.ts'
import { listShares } from './queries.ts'
import { NewShareView, ShareBody, ShareParams, SharePatch, ShareView, VisitView } from './schema.ts'
import { viewShares, viewVisit } from './view.ts'
import { readVisits } from './visits.ts'

const path = '/api/dms/documents/:documentId/shares'
const config = { caller: 'user', permission: 'dms:document:share' } as const

export async function addShareRoutes(app: App, deps: Deps): Promise<void> {
  addCreateShare(app, deps)
  addListShares(app, deps)
  addChangeShare(app, deps)
  addListShareVisits(app, deps)
  addTakeOverShare(app, deps)
  addRevokeShare(app, deps)
}

function addCreateShare(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'createShare',
        summary: 'Share a document by an address of its own; the token is shown once',
        params: DocumentParams,
        body: ShareBody,
        response: { 201: NewShareView },
      },
    },
    async (request, reply) => {
      const { documentId } = request.params
      const key = readIdempotency(request)
      const caller = tenantCaller(request)
      return sendTagged(reply, await createShare(deps, caller, documentId, request.body, key))
    },
  )
}

function addListShares(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listShares',
        summary: 'Shares of a document, newest first',
        params: DocumentParams,
        querystring: closed(PageQuery),
        response: { 200: pageOf(ShareView) },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query
      const { documentId } = request.params
      const before = readCursor(cursor, isIdKey)
      const reader = await readerOf(deps, tenantCaller(request))
      const access = await requireDocument(deps.db, reader, documentId, 'manage')
      const page = { limit: limit + 1, before }
      const rows = await listShares(deps.db, reader.tenantId, documentId, page)
      const { items, nextCursor } = toPage(rows, limit, (row) => row.id)
      const held = { ownerId: access.document.ownerId, levels: access.levels }
      return { items: await viewShares(deps, reader.tenantId, held, items), nextCursor }
    },
  )
}

function addChangeShare(app: App, deps: Deps): void {
  app.patch(
    `${path}/:shareId`,
    {
      config,
      schema: {
        operationId: 'changeShare',
        summary: 'Change password, validity, limits or what is allowed',
        params: ShareParams,
        body: SharePatch,
        response: { 200: ShareView },
      },
    },
    async (request, reply) => {
      const ids = request.params
      const revision = readRevision(request, request.body.revision)
      const share = await changeShare(deps, tenantCaller(request), ids, request.body, revision)
      return tagRevision(reply, share)
    },
  )
}

function addListShareVisits(app: App, deps: Deps): void {
  app.get(
    `${path}/:shareId/visits`,
    {
      config,
      schema: {
        operationId: 'listShareVisits',
        summary: 'What visitors of a share did, newest first',
        params: ShareParams,
        querystring: closed(PageQuery),
        response: { 200: pageOf(VisitView) },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query
      const page = { limit: limit + 1, before: readCursor(cursor, isNumberKey) }
      const records = await readVisits(deps, tenantCaller(request), request.params, page)
      const { items, nextCursor } = toPage(records, limit, ({ sequence }) => sequence)
      return { items: items.map(viewVisit), nextCursor }
    },
  )
}

function addTakeOverShare(app: App, deps: Deps): void {
  app.post(
    `${path}/:shareId/take-over`,
    {
      config,
      schema: {
        operationId: 'takeOverShare',
        summary: 'Have a share serve by the right of the caller, not of who made it',
        params: ShareParams,
        response: { 200: ShareView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const caller = tenantCaller(request)
      const revision = readRevision(request)
      return sendTagged(reply, await takeOverShare(deps, caller, request.params, revision, key))
    },
  )
}

function addRevokeShare(app: App, deps: Deps): void {
  app.delete(
    `${path}/:shareId`,
    {
      config,
      schema: {
        operationId: 'revokeShare',
        summary: 'End a share for good',
        params: ShareParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await revokeShare(deps, tenantCaller(request), request.params, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}
