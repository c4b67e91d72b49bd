import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { readerOf, requireDocument, requireFolder } from '../../access/access.ts'
import { listEntries } from '../../access/level-queries.ts'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { replaceAcl } from './replace.ts'
import { AclBody, AclView, FolderParams } from './schema.ts'
import { viewAcl } from './view.ts'

const reading = { caller: 'user', permission: 'dms:document:read' } as const
const writing = { caller: 'user', permission: 'dms:document:write' } as const
const response = { 200: AclView }

const documentPath = '/api/dms/documents/:documentId/acl'
const folderPath = '/api/dms/folders/:folderId/acl'

export async function addAclRoutes(app: App, deps: Deps): Promise<void> {
  addGetDocumentAcl(app, deps)
  addReplaceDocumentAcl(app, deps)
  addGetFolderAcl(app, deps)
  addReplaceFolderAcl(app, deps)
}

function addGetDocumentAcl(app: App, deps: Deps): void {
  app.get(
    documentPath,
    {
      config: reading,
      schema: {
        operationId: 'getDocumentAcl',
        summary: 'The access list of a document',
        params: DocumentParams,
        response,
      },
    },
    async (request, reply) => {
      const reader = await readerOf(deps, tenantCaller(request))
      const { documentId } = request.params
      const { document } = await requireDocument(deps.db, reader, documentId, 'manage')
      const entries = await listEntries(deps.db, reader.tenantId, 'document', documentId)
      tagRevision(reply, { revision: document.aclRevision })
      return viewAcl(document, entries)
    },
  )
}

function addReplaceDocumentAcl(app: App, deps: Deps): void {
  app.put(
    documentPath,
    {
      config: writing,
      schema: {
        operationId: 'replaceDocumentAcl',
        summary: 'Replace the access list of a document',
        params: DocumentParams,
        body: AclBody,
        response,
      },
    },
    async (request, reply) => {
      const { documentId } = request.params
      const resource = { kind: 'document', id: documentId } as const
      const revision = readRevision(request, request.body.revision)
      const acl = await replaceAcl(deps, tenantCaller(request), resource, request.body, revision)
      tagRevision(reply, acl)
      return acl
    },
  )
}

function addGetFolderAcl(app: App, deps: Deps): void {
  app.get(
    folderPath,
    {
      config: reading,
      schema: {
        operationId: 'getFolderAcl',
        summary: 'The access list of a folder',
        params: FolderParams,
        response,
      },
    },
    async (request, reply) => {
      const reader = await readerOf(deps, tenantCaller(request))
      const { folderId } = request.params
      const folder = await requireFolder(deps.db, reader, folderId, 'manage')
      const entries = await listEntries(deps.db, reader.tenantId, 'folder', folderId)
      tagRevision(reply, { revision: folder.aclRevision })
      return viewAcl(folder, entries)
    },
  )
}

function addReplaceFolderAcl(app: App, deps: Deps): void {
  app.put(
    folderPath,
    {
      config: writing,
      schema: {
        operationId: 'replaceFolderAcl',
        summary: 'Replace the access list of a folder',
        params: FolderParams,
        body: AclBody,
        response,
      },
    },
    async (request, reply) => {
      const { folderId } = request.params
      const resource = { kind: 'folder', id: folderId } as const
      const revision = readRevision(request, request.body.revision)
      const acl = await replaceAcl(deps, tenantCaller(request), resource, request.body, revision)
      tagRevision(reply, acl)
      return acl
    },
  )
}
