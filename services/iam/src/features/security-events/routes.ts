import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import type { Deps } from '../../deps.ts'
import { createFeed } from './feed.ts'
import { poll } from './poll.ts'
import { PollAnswer, PollRequest, StreamParams } from './schema.ts'

/** What was taken away, for those who verify tokens by themselves (RFC 8936). */
export function addSecurityEventRoutes(app: App, deps: Deps): void {
  const feed = createFeed({ ...deps, activity: app.activity })
  // Who waits is answered before the service stops.
  app.addHook('preClose', async () => feed.close())
  app.post(
    '/internal/v1/iam/security-events/:streamId',
    {
      // What is acknowledged is deleted by its age.
      config: { caller: 'service', scopes: [SCOPES.securityEvents], leavesWork: false },
      schema: {
        operationId: 'pollSecurityEvents',
        summary: 'Poll for Security Event Tokens: what was revoked, and acknowledge what was taken',
        tags: ['security events'],
        params: StreamParams,
        body: PollRequest,
        response: { 200: PollAnswer },
      },
    },
    async (request, reply) => {
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const receiver = {
        clientId: request.caller.clientId,
        streamId: request.params.streamId.toLowerCase(),
      }
      return poll(deps, feed, receiver, request.body, gone.signal)
    },
  )
}
