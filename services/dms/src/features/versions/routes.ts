import { fileAnswers } from '@countersign/service-kit/bytes'
import { tenantCaller } from '@countersign/service-kit/caller'
import { isSequence, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { readerOf, requireReading } from '../../access/access.ts'
import { openVersion } from '../../preview/open-version.ts'
import { sendContent } from '../../content/content.ts'
import type { Deps } from '../../deps.ts'
import { sendShown } from '../../preview/shown.ts'
import { makeAddress, openAddress } from './address.ts'
import { changeVersionStatus } from './change-status.ts'
import { listVersions } from './queries.ts'
import { openContent, openShown } from './read.ts'
import { AddressBody, AddressView, PreviewQuery, VersionParams, VersionView } from './schema.ts'
import { viewVersion } from './view.ts'

const file = fileAnswers('The bytes of the version.')
const reading = { caller: 'user', permission: 'dms:document:read' } as const
const writing = { caller: 'user', permission: 'dms:document:write' } as const

export async function addVersionRoutes(app: App, deps: Deps): Promise<void> {
  addListVersions(app, deps)
  addGetVersion(app, deps)
  addStatusRoutes(app, deps)
  addContentRoutes(app, deps)
}

function addListVersions(app: App, deps: Deps): void {
  app.get(
    '/api/dms/documents/:documentId/versions',
    {
      config: reading,
      schema: {
        operationId: 'listVersions',
        summary: 'Versions of a document, newest first',
        params: closed({ documentId: Uuid }),
        querystring: closed(PageQuery),
        response: { 200: pageOf(VersionView) },
      },
    },
    async (request) => {
      const caller = tenantCaller(request)
      const { documentId } = request.params
      const { limit = 50, cursor } = request.query
      const beforeNo = readCursor(cursor, isSequence)
      const reader = await readerOf(deps, caller)
      const { only } = await requireReading(deps.db, reader, { documentId }, 'read', deps.now())
      const page = { limit: limit + 1, beforeNo, only }
      const rows = await listVersions(deps.db, caller.tenantId, documentId, page)
      const { items, nextCursor } = toPage(rows, limit, (row) => row.versionNo)
      return { items: items.map((row) => viewVersion(row, caller.permissions)), nextCursor }
    },
  )
}

function addGetVersion(app: App, deps: Deps): void {
  app.get(
    '/api/dms/versions/:versionId',
    {
      config: reading,
      schema: {
        operationId: 'getVersion',
        summary: 'A version, without its bytes',
        params: VersionParams,
        response: { 200: VersionView },
      },
    },
    async (request, reply) => {
      const caller = tenantCaller(request)
      const { version } = await openVersion(deps, caller, request.params.versionId, 'read')
      tagRevision(reply, version)
      return viewVersion(version, caller.permissions)
    },
  )
}

function addStatusRoutes(app: App, deps: Deps): void {
  for (const action of ['publish', 'archive'] as const) {
    app.post(
      `/api/dms/versions/:versionId/${action}`,
      {
        config: writing,
        schema: {
          operationId: `${action}Version`,
          summary: action === 'publish' ? 'Publish an approved version' : 'Archive a published one',
          params: VersionParams,
          response: { 200: VersionView },
        },
      },
      async (request, reply) => {
        const key = readIdempotency(request)
        const caller = tenantCaller(request)
        const { versionId } = request.params
        const revision = readRevision(request)
        const answer = await changeVersionStatus(deps, caller, versionId, action, revision, key)
        return sendTagged(reply, answer)
      },
    )
  }
}

function addContentRoutes(app: App, deps: Deps): void {
  addDownloadVersion(app, deps)
  addPreviewVersion(app, deps)
  addPartRoutes(app, deps)
  addMakeTemporaryAddress(app, deps)
  addOpenTemporaryAddress(app, deps)
}

function addDownloadVersion(app: App, deps: Deps): void {
  app.get(
    '/api/dms/versions/:versionId/content',
    {
      config: reading,
      schema: {
        operationId: 'downloadVersion',
        summary: 'The bytes of a version, whole or a range of them',
        params: VersionParams,
        response: file,
      },
    },
    async (request, reply) => {
      const { versionId } = request.params
      const { version, meter } = await openContent(deps, tenantCaller(request), versionId)
      const options = { disposition: 'attachment', cache: 'private', meter } as const
      return sendContent(deps, request, reply, version, options)
    },
  )
}

function addPreviewVersion(app: App, deps: Deps): void {
  app.get(
    '/api/dms/versions/:versionId/preview',
    {
      config: reading,
      schema: {
        operationId: 'previewVersion',
        summary: 'The file or what was made of it shown in place; a page of it as a picture',
        params: VersionParams,
        querystring: PreviewQuery,
        response: file,
      },
    },
    async (request, reply) => {
      const { versionId } = request.params
      const caller = tenantCaller(request)
      const asked = { part: 'preview', page: request.query.page, isHead: isHead(request) } as const
      const shown = await openShown(deps, caller, versionId, asked)
      return sendShown(deps, request, reply, shown, 'private')
    },
  )
}

function addPartRoutes(app: App, deps: Deps): void {
  for (const part of ['thumbnail', 'text'] as const) {
    app.get(
      `/api/dms/versions/:versionId/${part}`,
      {
        config: reading,
        schema: {
          operationId: part === 'text' ? 'readVersionText' : 'showThumbnail',
          summary: part === 'text' ? 'The text in a version' : 'A small picture of a version',
          params: VersionParams,
          response: file,
        },
      },
      async (request, reply) => {
        const { versionId } = request.params
        const asked = { part, isHead: isHead(request) }
        const shown = await openShown(deps, tenantCaller(request), versionId, asked)
        return sendShown(deps, request, reply, shown, 'private')
      },
    )
  }
}

function addMakeTemporaryAddress(app: App, deps: Deps): void {
  app.post(
    '/api/dms/versions/:versionId/address',
    {
      config: reading,
      schema: {
        operationId: 'makeTemporaryAddress',
        summary: 'An address that works without a token for a few minutes',
        params: VersionParams,
        body: AddressBody,
        response: { 200: AddressView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const { versionId } = request.params
      const { purpose } = request.body
      return sendAnswer(
        reply,
        await makeAddress(deps, tenantCaller(request), versionId, purpose, key),
      )
    },
  )
}

function addOpenTemporaryAddress(app: App, deps: Deps): void {
  app.get(
    '/api/dms/temporary/:token',
    {
      config: { caller: 'anyone' },
      schema: {
        operationId: 'openTemporaryAddress',
        summary: 'What a temporary address stands for',
        params: closed({ token: Type.String({ maxLength: 1000 }) }),
        querystring: PreviewQuery,
        response: file,
      },
    },
    async (request, reply) => {
      const asked = { page: request.query.page, isHead: isHead(request) }
      const opened = await openAddress(deps, request.params.token, asked)
      if ('shown' in opened) return sendShown(deps, request, reply, opened.shown, 'none')
      const { version, meter } = opened
      const options = { disposition: 'attachment', cache: 'none', meter } as const
      return sendContent(deps, request, reply, version, options)
    },
  )
}

const isHead = ({ method }: { readonly method: string }) => method === 'HEAD'
