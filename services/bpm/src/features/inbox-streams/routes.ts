import { InvalidToken, type Verifier } from '@countersign/auth-verifier'
import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import type { Readable } from 'node:stream'
import { readsAll, userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { createInboxHub, type HubOptions } from './hub.ts'
import { StreamHeaders, StreamQuery } from './schema.ts'

/** Changes of the caller's inbox as they happen. */
export function addInboxStreamRoutes(
  app: App,
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  verifier: Verifier,
  options: Partial<HubOptions> = {},
): void {
  const hub = createInboxHub(deps, options)
  // A process that stops lets its clients go to another one; closing waits for open answers.
  app.addHook('preClose', async () => hub.close())
  app.get(
    '/api/bpm/v1/inbox/stream',
    {
      config: { caller: 'user' },
      schema: {
        operationId: 'streamInbox',
        summary:
          'Changes of the caller’s inbox, and of one approval, as they happen, as server-sent events',
        description:
          'Events `inbox` with `{ counts, changes: [{ taskNo, instanceId, box }], complete }`, the first at once; when `complete` is false more changed than `changes` names. With `instanceId` also events `instance` with `{ instanceId, sequence }`, the first at once and others whenever anything happens to that approval: `sequence` is the newest entry of its timeline. An event `end` with `{ reason }` comes before the stream closes, when the token ends or is revoked, or the approval may no longer be read: ask again with a new one, with `Last-Event-ID`. The token comes in the header as everywhere, so browsers read it by `fetch`, not by `EventSource`.',
        tags: ['tasks'],
        headers: StreamHeaders,
        querystring: StreamQuery,
        response: {
          200: {
            description: 'Events, until the stream ends.',
            content: { 'text/event-stream': { schema: Type.Unsafe<Readable>(Type.String()) } },
          },
        },
      },
    },
    async (request, reply) => {
      const user = userOf(request)
      const { tenantId, userId } = user
      const { instanceId } = request.query
      const readable = await hub.open({
        tenantId,
        userId,
        until: expiryOf(request.caller.claims),
        isGood: () => isGood(verifier, tokenOf(request.headers.authorization)),
        lastEventId: request.headers['last-event-id'],
        follow: instanceId === undefined ? undefined : { instanceId, readsAll: readsAll(user) },
      })
      // A proxy that collects answers would hold back what is urgent.
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store, no-transform')
        .header('x-accel-buffering', 'no')
        .send(readable)
    },
  )
}

// The verifier takes no token without it.
const expiryOf = ({ exp }: Readonly<Record<string, unknown>>): Date => new Date(Number(exp) * 1000)

// It was verified when the request came in.
const tokenOf = (authorization = ''): string => authorization.trim().split(/ +/)[1] ?? ''

/**
 * Whether a token is not refused; when that cannot be told now, the next request hears of it. That one
 * is bound to a key is said after all else, and its proof came with the request (RFC 9449).
 */
const isGood = (verifier: Verifier, token: string): Promise<boolean> =>
  verifier.verify(token).then(
    () => true,
    (error: unknown) => !(error instanceof InvalidToken) || error.reason === 'bound',
  )
