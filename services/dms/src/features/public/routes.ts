import { fileAnswers } from '@countersign/service-kit/bytes'
import type { App } from '@countersign/service-kit/http'
import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { sendContent } from '../../content/content.ts'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { openPublicContent, openPublicDocument } from './read.ts'

const PublicView = closed({
  id: Uuid,
  title: Type.String(),
  versionId: Uuid,
  versionNo: Type.Integer(),
  fileName: Type.String(),
  contentType: Type.String(),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
  updatedAt: Timestamp,
})

const config = { caller: 'anyone' } as const

/** Documents whose access list has the public in it, for anyone. */
export async function addPublicRoutes(app: App, deps: Deps): Promise<void> {
  app.get(
    '/api/dms/public/documents/:documentId',
    {
      config,
      schema: {
        operationId: 'getPublicDocument',
        summary: 'A document that is open to the public',
        params: DocumentParams,
        response: { 200: PublicView },
      },
    },
    async (request) => {
      const { documentId } = request.params
      const { document, version } = await openPublicDocument(deps, documentId, 'read')
      return {
        id: document.id,
        title: document.title,
        versionId: version.id,
        versionNo: version.versionNo,
        fileName: version.fileName,
        contentType: version.contentType,
        sizeBytes: version.sizeBytes,
        sha256: version.sha256.toString('hex'),
        updatedAt: document.updatedAt.toISOString(),
      }
    },
  )

  app.get(
    '/api/dms/public/documents/:documentId/content',
    {
      config,
      schema: {
        operationId: 'downloadPublicDocument',
        summary: 'The bytes of a document that is open to the public',
        params: DocumentParams,
        response: fileAnswers('The bytes of the document.'),
      },
    },
    async (request, reply) => {
      const { version, meter } = await openPublicContent(deps, request.params.documentId)
      const options = { disposition: 'attachment', cache: 'none', meter } as const
      return sendContent(deps, request, reply, version, options)
    },
  )
}
