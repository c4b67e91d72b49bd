import { fileAnswers } from '@countersign/service-kit/bytes'
import { tenantCaller } from '@countersign/service-kit/caller'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { closed, Uuid } from '@countersign/service-kit/schema'
import { sendContent } from '../../content/content.ts'
import type { Deps } from '../../deps.ts'
import { addFilingMetrics } from './metrics.ts'
import { openRecord } from './open.ts'
import { readFilings, requestFiling } from './request.ts'
import { FiledRecordsView, FileRecordBody, RecordParams, RecordQuery } from './schema.ts'

const path = '/api/dms/versions/:versionId/records'
const params = closed({ versionId: Uuid })
const reading = { caller: 'user', permission: 'dms:document:read' } as const

/** The records of approvals beside the versions that they decided about. */
export async function addRecordRoutes(app: App, deps: Deps): Promise<void> {
  addFilings(app, deps)
  addDownload(app, deps)
  addFilingMetrics(app, deps)
}

function addFilings(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: reading,
      schema: {
        operationId: 'listFiledRecords',
        summary: 'Records of approvals that are filed with a version, or are to be',
        params,
        response: { 200: FiledRecordsView },
      },
    },
    async (request) => readFilings(deps, tenantCaller(request), request.params.versionId),
  )

  app.post(
    path,
    {
      config: { caller: 'user', permission: 'dms:document:write' },
      schema: {
        operationId: 'fileRecord',
        summary: 'Have the record of the approval that ended last filed with its version',
        params,
        body: FileRecordBody,
        response: { 200: FiledRecordsView, 202: FiledRecordsView },
      },
    },
    async (request, reply) => {
      const asked = {
        versionId: request.params.versionId,
        language: request.body?.language ?? 'en',
      } as const
      const key = readIdempotency(request)
      return sendAnswer(reply, await requestFiling(deps, tenantCaller(request), asked, key))
    },
  )
}

function addDownload(app: App, deps: Deps): void {
  app.get(
    `${path}/:recordId/content`,
    {
      config: reading,
      schema: {
        operationId: 'downloadFiledRecord',
        summary: 'A filed record: the print of it, or the signed document',
        params: RecordParams,
        querystring: RecordQuery,
        response: fileAnswers('The bytes of the record.'),
      },
    },
    async (request, reply) => {
      const { form = 'pdf' } = request.query
      const { file, meter } = await openRecord(deps, tenantCaller(request), request.params, form)
      const options = { disposition: 'attachment', cache: 'private', meter } as const
      return sendContent(deps, request, reply, file, options)
    },
  )
}
