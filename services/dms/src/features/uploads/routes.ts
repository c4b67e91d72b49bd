import { tenantCaller } from '@countersign/service-kit/caller'
import { isIdKey, isSequence, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { closed } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import type { Deps } from '../../deps.ts'
import { completeUpload } from './completing/complete.ts'
import { addContentRoutes } from './content-routes.ts'
import { initiateUpload } from './initiate.ts'
import { listParts } from './part-queries.ts'
import { listUploads } from './queries.ts'
import {
  CompleteBody,
  CompletedView,
  InitiateBody,
  PartView,
  UploadParams,
  UploadsQuery,
  UploadView,
} from './schema.ts'
import { findOwnUpload } from './session.ts'
import { viewUpload } from './view.ts'

const config = { caller: 'user', agents: true, permission: 'dms:document:write' } as const

export async function addUploadRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(async (scope) => addContentRoutes(scope as unknown as App, deps))
  addInitiateUpload(app, deps)
  addCompleteUpload(app, deps)
  addGetUpload(app, deps)
  addListUploadParts(app, deps)
  addListUploads(app, deps)
}

function addInitiateUpload(app: App, deps: Deps): void {
  app.post(
    '/api/dms/uploads/initiate',
    {
      config,
      schema: {
        operationId: 'initiateUpload',
        summary: 'Begin an upload: a new document, or a new version of one',
        body: InitiateBody,
        response: { 201: UploadView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return sendAnswer(reply, await initiateUpload(deps, tenantCaller(request), request.body, key))
    },
  )
}

function addCompleteUpload(app: App, deps: Deps): void {
  app.post(
    '/api/dms/uploads/:id/complete',
    {
      config,
      schema: {
        operationId: 'completeUpload',
        summary: 'Verify the bytes and register document and version; repeatable',
        params: UploadParams,
        body: Type.Optional(CompleteBody),
        response: { 200: CompletedView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { id } = request.params
      const sha256 = request.body?.sha256
      return sendAnswer(reply, await completeUpload(deps, tenantCaller(request), id, sha256, key))
    },
  )
}

function addGetUpload(app: App, deps: Deps): void {
  app.get(
    '/api/dms/uploads/:id',
    {
      config,
      // HEAD is that of the resumable protocols.
      exposeHeadRoute: false,
      schema: {
        operationId: 'getUpload',
        summary: 'Where an upload stands',
        params: UploadParams,
        response: { 200: UploadView },
      },
    },
    async (request) =>
      viewUpload(await findOwnUpload(deps, tenantCaller(request), request.params.id)),
  )
}

function addListUploadParts(app: App, deps: Deps): void {
  app.get(
    '/api/dms/uploads/:id/parts',
    {
      config,
      schema: {
        operationId: 'listUploadParts',
        summary: 'Parts of an upload that are stored, by number',
        params: UploadParams,
        querystring: closed(PageQuery),
        response: { 200: pageOf(PartView) },
      },
    },
    async (request) => {
      const caller = tenantCaller(request)
      const { limit = 50, cursor } = request.query
      const after = readCursor(cursor, isSequence) ?? 0
      const { id } = await findOwnUpload(deps, caller, request.params.id)
      const rows = await listParts(deps.db, caller.tenantId, id, { after, limit: limit + 1 })
      const { items, nextCursor } = toPage(rows, limit, (row) => row.number)
      return {
        items: items.map(({ number, sizeBytes, sha256 }) => ({
          number,
          sizeBytes,
          sha256: sha256?.toString('hex') ?? '',
        })),
        nextCursor,
      }
    },
  )
}

function addListUploads(app: App, deps: Deps): void {
  app.get(
    '/api/dms/uploads',
    {
      config,
      schema: {
        operationId: 'listUploads',
        summary: 'Uploads of the caller, newest first',
        querystring: closed({ ...PageQuery, ...UploadsQuery }),
        response: { 200: pageOf(UploadView) },
      },
    },
    async (request) => {
      const { tenantId, subject } = tenantCaller(request)
      const { limit = 50, cursor, status } = request.query
      const before = readCursor(cursor, isIdKey)
      const rows = await listUploads(deps.db, tenantId, subject, {
        limit: limit + 1,
        before,
        status,
      })
      const { items, nextCursor } = toPage(rows, limit, (row) => row.id)
      return { items: items.map(viewUpload), nextCursor }
    },
  )
}
