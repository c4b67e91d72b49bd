import { contentAnswer } from '@countersign/service-kit/bytes'
import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged } from '@countersign/service-kit/idempotency'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import type { Deps } from '../../deps.ts'
import { DocumentParams } from '../../http/document-params.ts'
import { annotateVersion } from './annotate.ts'
import { openArchive, sendArchive } from './archive.ts'
import { compareVersions } from './compare.ts'
import { restoreVersion } from './restore.ts'
import {
  ArchiveBody,
  CompareQuery,
  ComparisonView,
  RestoreBody,
  VersionParams,
  VersionPatch,
  VersionView,
} from './schema.ts'
import { viewVersion } from './view.ts'

const reading = { caller: 'user', permission: 'dms:document:read' } as const
const writing = { caller: 'user', permission: 'dms:document:write' } as const

/** What concerns more than one version, or what is said about one. */
export async function addVersionHistoryRoutes(app: App, deps: Deps): Promise<void> {
  addWrites(app, deps)

  app.get(
    '/api/dms/documents/:documentId/compare',
    {
      config: reading,
      schema: {
        operationId: 'compareVersions',
        summary: 'What is different between two versions of a document',
        params: DocumentParams,
        querystring: CompareQuery,
        response: { 200: ComparisonView },
      },
    },
    async (request) =>
      compareVersions(deps, tenantCaller(request), request.params.documentId, request.query),
  )

  app.post(
    '/api/dms/documents/archive',
    {
      config: reading,
      schema: {
        operationId: 'downloadArchive',
        summary: 'Several versions as one zip, streamed',
        body: ArchiveBody,
        response: { 200: contentAnswer('A zip.', 'application/zip') },
      },
    },
    async (request, reply) => {
      const caller = tenantCaller(request)
      const versions = await openArchive(deps, caller, request.body.versionIds)
      return sendArchive(deps, reply, caller, versions)
    },
  )
}

function addWrites(app: App, deps: Deps): void {
  app.patch(
    '/api/dms/versions/:versionId',
    {
      config: writing,
      schema: {
        operationId: 'annotateVersion',
        summary: 'Say what a version is about',
        params: VersionParams,
        body: VersionPatch,
        response: { 200: VersionView },
      },
    },
    async (request, reply) => {
      const caller = tenantCaller(request)
      const { note, revision: inBody } = request.body
      const revision = readRevision(request, inBody)
      const { versionId } = request.params
      const row = await annotateVersion(deps, caller, versionId, note, revision)
      tagRevision(reply, row)
      return viewVersion(row, caller.permissions)
    },
  )

  app.post(
    '/api/dms/versions/:versionId/restore',
    {
      config: writing,
      schema: {
        operationId: 'restoreVersion',
        summary: 'Make an old version the newest again',
        params: VersionParams,
        body: RestoreBody,
        response: { 201: VersionView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const caller = tenantCaller(request)
      const { versionId } = request.params
      const note = request.body?.note
      return sendTagged(reply, await restoreVersion(deps, caller, versionId, note, key))
    },
  )
}
