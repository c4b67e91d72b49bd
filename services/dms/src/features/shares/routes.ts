import { tenantCaller } from '@countersign/service-kit/caller'
import { isIdKey, isNumberKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { ProblemBody } from '@countersign/service-kit/problem'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { readerOf, requireDocument } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../requests/document-params.ts'
import { changeShare, createShare, revokeShare } from './manage.ts'
import { listShares } from './queries.ts'
import { NewShareView, ShareBody, ShareParams, SharePatch, ShareView, VisitView } from './schema.ts'
import { viewShare, viewVisit } from './view.ts'
import { readVisits } from './visits.ts'

const path = '/api/dms/documents/:documentId/shares'
const config = { caller: 'user', permission: 'dms:document:share' } as const
const failures = { '4xx': ProblemBody }

export async function shareRoutes(app: App, deps: Deps): Promise<void> {
  addCreateShare(app, deps)
  addListShares(app, deps)
  addChangeShare(app, deps)
  addListShareVisits(app, deps)
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
        response: { 201: NewShareView, ...failures },
      },
    },
    async (request, reply) => {
      const { documentId } = request.params
      const key = readIdempotency(request)
      const caller = tenantCaller(request)
      return sendAnswer(reply, await createShare(deps, caller, documentId, request.body, key))
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
        response: { 200: pageOf(ShareView), ...failures },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query
      const { documentId } = request.params
      const before = readCursor(cursor, isIdKey)
      const reader = await readerOf(deps, tenantCaller(request))
      await requireDocument(deps.db, reader, documentId, 'manage')
      const page = { limit: limit + 1, before }
      const rows = await listShares(deps.db, reader.tenantId, documentId, page)
      const { items, nextCursor } = toPage(rows, limit, (row) => row.id)
      return { items: items.map(viewShare), nextCursor }
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
        response: { 200: ShareView, ...failures },
      },
    },
    async (request, reply) => {
      const ids = request.params
      const revision = readRevision(request, request.body.revision)
      const share = await changeShare(deps, tenantCaller(request), ids, request.body, revision)
      tagRevision(reply, share)
      return viewShare(share)
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
        response: { 200: pageOf(VisitView), ...failures },
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

function addRevokeShare(app: App, deps: Deps): void {
  app.delete(
    `${path}/:shareId`,
    {
      config,
      schema: {
        operationId: 'revokeShare',
        summary: 'End a share for good',
        params: ShareParams,
        response: { 204: Type.Null(), ...failures },
      },
    },
    async (request, reply) => {
      await revokeShare(deps, tenantCaller(request), request.params)
      return reply.code(204).send(null)
    },
  )
}
