import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { HandoverBody, HandoverView, MOST_HANDED_OVER } from '../schema.ts'
import { handOver } from './hand-over.ts'

/** What a leaver holds or has lent out goes to somebody else. */
export function addHandovers(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/handovers',
    {
      config: { caller: 'user', permission: 'bpm:handover:write' },
      schema: {
        operationId: 'handOver',
        summary: 'Transfer what somebody holds to another one, with a result for each task',
        description: `Who leaves may be no member any more. Up to ${MOST_HANDED_OVER} tasks; go on with the cursor of the answer until it is null.`,
        tags: ['handovers'],
        body: HandoverBody,
        response: { 200: HandoverView },
      },
    },
    async (request, reply) => {
      const { problemTypes } = app
      const key = readIdempotency(request)
      const given = { ...deps, problemTypes }
      return sendAnswer(reply, await handOver(given, userOf(request), request.body, key))
    },
  )
}
