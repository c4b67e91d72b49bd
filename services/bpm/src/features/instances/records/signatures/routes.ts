import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { userOf } from '../../../../callers.ts'
import type { Deps } from '../../../../deps.ts'
import { Drawing, DrawingView } from './drawing.ts'
import { keepDrawnSignature } from './keep.ts'
import { endDrawnSignature, findDrawnSignature } from './queries.ts'

const path = '/api/bpm/v1/me/signature'
const tags = ['instances']
const config = { caller: 'user' } as const

/** The signature that the caller has drawn, for prints of what they decide. */
export function addDrawnSignatureRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'getDrawnSignature',
        summary: 'The signature that the caller uses; without strokes when there is none',
        tags,
        response: { 200: DrawingView },
      },
    },
    async (request) => {
      const { tenantId, userId } = userOf(request)
      const found = await findDrawnSignature(deps.db, tenantId, userId)
      return { strokes: found?.strokes ?? [] }
    },
  )

  app.put(
    path,
    {
      config,
      schema: {
        operationId: 'replaceDrawnSignature',
        summary: 'Keep a drawn signature for prints of what the caller decides from now on',
        tags,
        body: Drawing,
        response: { 200: Drawing },
      },
    },
    async (request) => {
      await keepDrawnSignature(deps, userOf(request), request.body)
      return request.body
    },
  )

  addEnding(app, deps)
}

function addEnding(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  app.delete(
    path,
    {
      config,
      schema: {
        operationId: 'endDrawnSignature',
        summary: 'Use no drawn signature from now on; what was decided with it is printed with it',
        tags,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = userOf(request)
      await endDrawnSignature(db, tenantId, userId, now())
      return reply.code(204).send(null)
    },
  )
}
