import { tenantCaller } from '@countersign/service-kit/caller'
import { isIdKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { closed } from '@countersign/service-kit/schema'
import { ensureDefaultSource } from '../../content/default-source.ts'
import type { Deps } from '../../deps.ts'
import { answerOnce } from '../../http/answer-once.ts'
import { addSource, changeSource, checkSource, makeDefault, viewSource } from './change.ts'
import { listSources } from './queries.ts'
import { CheckView, SourceBody, SourceParams, SourcePatch, SourceView } from './schema.ts'

const path = '/api/dms/storage-sources'
const config = { caller: 'user', permission: 'dms:source:admin' } as const

export async function addSourceRoutes(app: App, deps: Deps): Promise<void> {
  addListStorageSources(app, deps)
  addAddStorageSource(app, deps)
  addChangeStorageSource(app, deps)
  addMakeDefaultStorageSource(app, deps)
  addCheckStorageSource(app, deps)
}

function addListStorageSources(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listStorageSources',
        summary: 'Storage sources of the tenant',
        querystring: closed(PageQuery),
        response: { 200: pageOf(SourceView) },
      },
    },
    async (request) => {
      const { limit = 50, cursor } = request.query
      const after = readCursor(cursor, isIdKey) ?? ''
      const { tenantId } = tenantCaller(request)
      // An administrator sees where uploads will go also before the first of them.
      await ensureDefaultSource(deps, tenantId)
      const rows = await listSources(deps.db, tenantId)
      const later = rows.filter(({ id }) => id > after).slice(0, limit + 1)
      const { items, nextCursor } = toPage(later, limit, (row) => row.id)
      return { items: items.map(viewSource), nextCursor }
    },
  )
}

function addAddStorageSource(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'addStorageSource',
        summary: 'Add a storage source',
        body: SourceBody,
        response: { 201: SourceView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return sendTagged(reply, await addSource(deps, tenantCaller(request), request.body, key))
    },
  )
}

function addChangeStorageSource(app: App, deps: Deps): void {
  app.patch(
    `${path}/:sourceId`,
    {
      config,
      schema: {
        operationId: 'changeStorageSource',
        summary: 'Rename a source, change its credentials or stop writing to it',
        params: SourceParams,
        body: SourcePatch,
        response: { 200: SourceView },
      },
    },
    async (request, reply) => {
      const { sourceId } = request.params
      const revision = readRevision(request, request.body.revision)
      const caller = tenantCaller(request)
      const source = await changeSource(deps, caller, sourceId, request.body, revision)
      tagRevision(reply, source)
      return viewSource(source)
    },
  )
}

function addMakeDefaultStorageSource(app: App, deps: Deps): void {
  app.post(
    `${path}/:sourceId/default`,
    {
      config,
      schema: {
        operationId: 'makeDefaultStorageSource',
        summary: 'Send new uploads to this source',
        params: SourceParams,
        response: { 200: SourceView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { sourceId } = request.params
      const revision = readRevision(request)
      const caller = tenantCaller(request)
      return sendTagged(reply, await makeDefault(deps, caller, sourceId, revision, key))
    },
  )
}

function addCheckStorageSource(app: App, deps: Deps): void {
  app.post(
    `${path}/:sourceId/check`,
    {
      config,
      schema: {
        operationId: 'checkStorageSource',
        summary: 'Write, read and remove a small object',
        params: SourceParams,
        response: { 200: CheckView },
      },
    },
    async (request, reply) => {
      const caller = tenantCaller(request)
      const { sourceId } = request.params
      const answer = await answerOnce(deps, readIdempotency(request), () =>
        checkSource(deps, caller, sourceId),
      )
      return sendAnswer(reply, answer)
    },
  )
}
