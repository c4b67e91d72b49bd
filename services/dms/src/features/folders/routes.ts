import { tenantCaller } from '@countersign/service-kit/caller'
import { isIdKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { readerOf, requireFolder } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { createFolder, editFolder, removeFolder } from './change.ts'
import { listVisibleFolders } from './list.ts'
import { FolderBody, FolderParams, FolderPatch, FolderView } from './schema.ts'
import { viewFolder } from './view.ts'

const reading = { caller: 'user', permission: 'dms:document:read' } as const
const writing = { caller: 'user', permission: 'dms:document:write' } as const

export async function addFolderRoutes(app: App, deps: Deps): Promise<void> {
  addListFolders(app, deps)
  addCreateFolder(app, deps)
  addGetFolder(app, deps)
  addEditFolder(app, deps)
  addDeleteFolder(app, deps)
}

function addListFolders(app: App, deps: Deps): void {
  app.get(
    '/api/dms/folders',
    {
      config: reading,
      schema: {
        operationId: 'listFolders',
        summary: 'Folders the caller may see, or those in one folder',
        querystring: closed({ ...PageQuery, parentId: Type.Optional(Uuid) }),
        response: { 200: pageOf(FolderView) },
      },
    },
    async (request) => {
      const { limit = 50, cursor, parentId } = request.query
      const reader = await readerOf(deps, tenantCaller(request))
      const after = readCursor(cursor, isIdKey) ?? ''
      const rows = (await listVisibleFolders(deps, reader))
        .filter((folder) => parentId === undefined || folder.parentId === parentId)
        .filter((folder) => folder.id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      const { items, nextCursor } = toPage(rows.slice(0, limit + 1), limit, (row) => row.id)
      return { items: items.map(viewFolder), nextCursor }
    },
  )
}

function addCreateFolder(app: App, deps: Deps): void {
  app.post(
    '/api/dms/folders',
    {
      config: writing,
      schema: {
        operationId: 'createFolder',
        summary: 'Make a folder',
        body: FolderBody,
        response: { 201: FolderView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return sendTagged(reply, await createFolder(deps, tenantCaller(request), request.body, key))
    },
  )
}

function addGetFolder(app: App, deps: Deps): void {
  app.get(
    '/api/dms/folders/:folderId',
    {
      config: reading,
      schema: {
        operationId: 'getFolder',
        summary: 'A folder',
        params: FolderParams,
        response: { 200: FolderView },
      },
    },
    async (request, reply) => {
      const reader = await readerOf(deps, tenantCaller(request))
      const folder = await requireFolder(deps.db, reader, request.params.folderId, 'read')
      tagRevision(reply, folder)
      return viewFolder(folder)
    },
  )
}

function addEditFolder(app: App, deps: Deps): void {
  app.patch(
    '/api/dms/folders/:folderId',
    {
      config: writing,
      schema: {
        operationId: 'editFolder',
        summary: 'Rename or move a folder',
        params: FolderParams,
        body: FolderPatch,
        response: { 200: FolderView },
      },
    },
    async (request, reply) => {
      const { folderId } = request.params
      const revision = readRevision(request, request.body.revision)
      const caller = tenantCaller(request)
      const folder = await editFolder(deps, caller, folderId, request.body, revision)
      tagRevision(reply, folder)
      return viewFolder(folder)
    },
  )
}

function addDeleteFolder(app: App, deps: Deps): void {
  app.delete(
    '/api/dms/folders/:folderId',
    {
      config: writing,
      schema: {
        operationId: 'deleteFolder',
        summary: 'Delete an empty folder',
        params: FolderParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { folderId } = request.params
      await removeFolder(deps, tenantCaller(request), folderId, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}
