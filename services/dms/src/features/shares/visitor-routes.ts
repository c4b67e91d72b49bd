import { fileAnswers } from '@countersign/service-kit/bytes'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import type { FastifyRequest } from 'fastify'
import { sendContent } from '../../content/content.ts'
import type { Deps } from '../../deps.ts'
import { findPreviewState } from '../../preview/preview.ts'
import { sendShown } from '../../preview/shown.ts'
import { openSharedDownload } from './download.ts'
import {
  PreviewQuery,
  SharedView,
  TicketQuery,
  TicketView,
  TokenParams,
  UnlockBody,
} from './schema.ts'
import { unlockShare } from './unlock.ts'
import { admitViewer } from './viewing/admit.ts'
import { mayHaveFile, openSharedPreview } from './viewing/view-shared.ts'

const file = fileAnswers('What is shared.')
const config = { caller: 'anyone' } as const

/** What a visitor with the address of a share may do, without an account. */
export async function addShareVisitorRoutes(app: App, deps: Deps): Promise<void> {
  addOpenShare(app, deps)
  addUnlockShare(app, deps)
  addDownloadShare(app, deps)
  addPreviewShare(app, deps)
}

function addOpenShare(app: App, deps: Deps): void {
  app.get(
    '/api/dms/shares/:token',
    {
      config,
      schema: {
        operationId: 'openShare',
        summary: 'What is shared, and whether a password is needed',
        params: TokenParams,
        querystring: TicketQuery,
        response: { 200: SharedView },
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const { share, version, isOpen } = await admitViewer(deps, token, visitorOf(request))
      const isMarked = share.watermark
      const shows = isOpen && share.allowPreview
      void reply.header('cache-control', 'no-store')
      return {
        title: share.title,
        fileName: version.fileName,
        contentType: version.contentType,
        sizeBytes: version.sizeBytes,
        sha256: isOpen ? version.sha256.toString('hex') : null,
        versionNo: version.versionNo,
        passwordRequired: share.passwordHash !== null,
        allowDownload: share.allowDownload,
        allowPreview: share.allowPreview,
        watermark: share.watermark,
        preview: shows
          ? await findPreviewState(deps, version, { isMarked, mayHaveFile: mayHaveFile(share) })
          : null,
        validUntil: share.validUntil?.toISOString() ?? null,
      }
    },
  )
}

function addUnlockShare(app: App, deps: Deps): void {
  app.post(
    '/api/dms/shares/:token/unlock',
    {
      config,
      schema: {
        operationId: 'unlockShare',
        summary: 'Exchange the password for a ticket that lasts a few minutes',
        params: TokenParams,
        body: UnlockBody,
        response: { 200: TicketView },
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const { password } = request.body
      const from = { ticket: readTicket(request), address: request.ip }
      const answer = await unlockShare(deps, token, password, from, ({ tenantId, id }) =>
        readIdempotency(request, { tenantId, caller: `share:${id}` }),
      )
      return sendAnswer(reply, answer)
    },
  )
}

function addDownloadShare(app: App, deps: Deps): void {
  app.get(
    '/api/dms/shares/:token/content',
    {
      config,
      schema: {
        operationId: 'downloadShare',
        summary: 'The shared bytes; the rest of a counted download by a Range costs no other',
        params: TokenParams,
        querystring: TicketQuery,
        response: file,
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const { version, meter } = await openSharedDownload(deps, token, visitorOf(request))
      const options = { disposition: 'attachment', cache: 'none', meter } as const
      return sendContent(deps, request, reply, version, options)
    },
  )
}

function addPreviewShare(app: App, deps: Deps): void {
  app.get(
    '/api/dms/shares/:token/preview',
    {
      config,
      schema: {
        operationId: 'previewShare',
        summary: 'The shared file shown in place, or a page of it as a picture',
        params: TokenParams,
        querystring: PreviewQuery,
        response: file,
      },
    },
    async (request, reply) => {
      const { page } = request.query
      const shown = await openSharedPreview(deps, request.params.token, visitorOf(request), page)
      return sendShown(deps, request, reply, shown, 'none')
    },
  )
}

const visitorOf = (request: FastifyRequest<{ Querystring: { ticket?: string } }>) => ({
  ticket: readTicket(request, request.query.ticket),
  address: request.ip,
  isHead: request.method === 'HEAD',
})

function readTicket(request: FastifyRequest, inQuery?: string): string | undefined {
  const header = request.headers['share-ticket']
  return typeof header === 'string' ? header : inQuery
}
