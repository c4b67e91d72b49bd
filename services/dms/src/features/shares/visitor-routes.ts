import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { ProblemBody } from '@countersign/service-kit/problem'
import type { FastifyRequest } from 'fastify'
import { sendContent } from '../../content/content.ts'
import type { Deps } from '../../deps.ts'
import { findPreviewState, sendShown } from '../../preview/preview.ts'
import { openSharedDownload } from './download.ts'
import { openShare } from './open.ts'
import {
  PreviewQuery,
  SharedView,
  TicketQuery,
  TicketView,
  TokenParams,
  UnlockBody,
} from './schema.ts'
import { isUnlocked } from './ticket.ts'
import { unlockShare } from './unlock.ts'
import { openSharedPreview } from './visit.ts'

const config = { caller: 'anyone' } as const
const failures = { '4xx': ProblemBody }

/** What a visitor with the address of a share may do, without an account. */
export async function shareVisitorRoutes(app: App, deps: Deps): Promise<void> {
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
        response: { 200: SharedView, ...failures },
      },
    },
    async (request, reply) => {
      const { share, document, version } = await openShare(deps, request.params.token)
      const ticket = readTicket(request, request.query.ticket)
      const isOpen = isUnlocked(deps, share, ticket)
      const shows = isOpen && share.allowPreview
      void reply.header('cache-control', 'no-store')
      return {
        title: document.title,
        fileName: version.fileName,
        contentType: version.contentType,
        sizeBytes: version.sizeBytes,
        sha256: isOpen ? version.sha256.toString('hex') : null,
        versionNo: version.versionNo,
        passwordRequired: share.passwordHash !== null,
        allowDownload: share.allowDownload,
        allowPreview: share.allowPreview,
        watermark: share.watermark,
        preview: shows ? await findPreviewState(deps, version, share.watermark) : null,
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
        response: { 200: TicketView, ...failures },
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const { password } = request.body
      const answer = await unlockShare(deps, token, password, request.ip, ({ tenantId, id }) =>
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
        response: failures,
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
        response: failures,
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

function readTicket(request: FastifyRequest, inQuery: string | undefined): string | undefined {
  const header = request.headers['share-ticket']
  return typeof header === 'string' ? header : inQuery
}
