import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { userOf } from '../../../callers.ts'
import type { Deps } from '../../../deps.ts'
import { InstanceParams } from '../schema.ts'
import { readLastLook } from './read.ts'
import { recordLook } from './record.ts'
import { LastLookView, LookBody } from './schema.ts'

const path = '/api/bpm/v1/process-instances/:id/last-look'
const tags = ['instances']
const config = { caller: 'user' } as const

/** What the caller last saw of an approval. Nobody else is told. */
export function addLastLookRoutes(app: App, deps: Pick<Deps, 'db' | 'processes' | 'now'>): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getLastLook',
        summary: 'What is different since the caller decided, or last looked',
        tags,
        params: InstanceParams,
        response: { 200: LastLookView },
      },
    },
    async (request) => readLastLook(deps, userOf(request), request.params.id),
  )

  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'recordLastLook',
        summary: 'Keep that the caller was shown the approval as it is now; nobody else is told',
        tags,
        params: InstanceParams,
        body: LookBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await recordLook(deps, userOf(request), request.params.id, request.body.sequence)
      return reply.code(204).send(null)
    },
  )
}
