import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { ProblemBody } from '@countersign/service-kit/problem'
import type { FastifyRequest } from 'fastify'
import { sendContent } from '../../content.ts'
import type { Deps } from '../../deps.ts'
import { sendShown } from '../../preview.ts'
import { SharedView, TicketQuery, TicketView, TokenParams, UnlockBody } from './schema.ts'
import { openShare, openSharedContent, openSharedPreview, unlockShare } from './visit.ts'

const config = { caller: 'anyone' } as const
const failures = { '4xx': ProblemBody }

/** What a visitor with the address of a share may do, without an account. */
export async function shareVisitorRoutes(app: App, deps: Deps): Promise<void> {
  app.get(
    '/api/dms/shares/:token',
    {
      config,
      schema: {
        operationId: 'openShare',
        summary: 'What is shared, and whether a password is needed',
        params: TokenParams,
        response: { 200: SharedView, ...failures },
      },
    },
    async (request, reply) => {
      const { share, document, version } = await openShare(deps, request.params.token)
      void reply.header('cache-control', 'no-store')
      return {
        title: document.title,
        fileName: version.fileName,
        contentType: version.contentType,
        sizeBytes: version.sizeBytes,
        sha256: version.sha256.toString('hex'),
        versionNo: version.versionNo,
        passwordRequired: share.passwordHash !== null,
        allowDownload: share.allowDownload,
        allowPreview: share.allowPreview,
        validUntil: share.validUntil?.toISOString() ?? null,
      }
    },
  )

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

  for (const [name, purpose] of [
    ['content', 'download'],
    ['preview', 'preview'],
  ] as const) {
    app.get(
      `/api/dms/shares/:token/${name}`,
      {
        config,
        schema: {
          operationId: purpose === 'download' ? 'downloadShare' : 'previewShare',
          summary: purpose === 'download' ? 'The shared bytes' : 'The shared file shown in place',
          params: TokenParams,
          querystring: TicketQuery,
          response: failures,
        },
      },
      async (request, reply) => {
        const { token } = request.params
        const ticket = readTicket(request, request.query.ticket)
        const isHead = request.method === 'HEAD'
        if (purpose === 'preview') {
          const shown = await openSharedPreview(deps, token, ticket, isHead)
          return sendShown(deps, request, reply, shown, 'none')
        }
        const version = await openSharedContent(deps, token, ticket, isHead)
        const options = { disposition: 'attachment', cache: 'none' } as const
        return sendContent(deps, request, reply, version, options)
      },
    )
  }
}

function readTicket(request: FastifyRequest, inQuery: string | undefined): string | undefined {
  const header = request.headers['share-ticket']
  return typeof header === 'string' ? header : inQuery
}
