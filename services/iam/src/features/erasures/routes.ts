import {
  ErasureReport,
  ErasureTurns,
  pseudonymOf,
  SCOPES,
  type ErasureTurn,
} from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { Type } from 'typebox'
import { findUser } from '../../accounts/user-queries.ts'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { askForErasure, cancelErasure } from './ask.ts'
import { findErasure, listTurns, putReport } from './queries.ts'
import { ErasureView, TurnsQuery } from './schema.ts'
import { viewErasure } from './view.ts'

const config = { caller: 'user', permission: 'iam:person:erase' } as const
const url = '/api/iam/v1/users/:id/erasure'
const tags = ['erasures']

/** People who are to be forgotten: by their administrators, and by the services that do it. */
export function addErasureRoutes(app: App, deps: Deps): void {
  addAsking(app, deps)
  addOne(app, deps)
  addTurns(app, deps)
}

function addAsking(app: App, deps: Deps): void {
  app.post(
    url,
    {
      config,
      schema: {
        operationId: 'eraseUser',
        summary: 'Ask for a person to be forgotten in all services, after a time to cancel it',
        tags,
        params: IdParams,
        response: { 202: ErasureView },
      },
    },
    async (request, reply) =>
      sendAnswer(
        reply,
        await askForErasure(deps, claimantOf(request), request.params.id, readIdempotency(request)),
      ),
  )
}

function addOne(app: App, deps: Deps): void {
  app.get(
    url,
    {
      config,
      schema: {
        operationId: 'getErasure',
        summary: 'How far the erasure of a person is, what is in its way, and what was kept',
        tags,
        params: IdParams,
        response: { 200: ErasureView },
      },
    },
    async (request) => {
      const { id } = request.params
      const user = await findUser(deps.db, claimantOf(request).tenantId, id)
      const found = user === undefined ? undefined : await findErasure(deps.db, id)
      if (found === undefined) throw problems.not_found()
      return viewErasure(deps.db, deps.erasure.services, found)
    },
  )
  app.delete(
    url,
    {
      config,
      schema: {
        operationId: 'cancelErasure',
        summary: 'Cancel an erasure that has not begun',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await cancelErasure(deps, claimantOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function addTurns(app: App, { db, now }: Deps): void {
  const service = { caller: 'service', scopes: [SCOPES.iamInternal] } as const
  app.get(
    '/internal/v1/iam/erasures',
    {
      config: service,
      schema: {
        operationId: 'listErasureTurns',
        summary: 'Whom a service has to forget, or to say what is in the way of it',
        tags,
        querystring: TurnsQuery,
        response: { 200: ErasureTurns },
      },
    },
    async (request) => {
      const turns = await listTurns(db, request.query.service)
      return {
        items: turns.map(({ begun, ...turn }): ErasureTurn => ({
          ...turn,
          pseudonym: pseudonymOf(turn.userId),
          phase: begun ? 'erase' : 'prepare',
        })),
      }
    },
  )
  app.post(
    '/internal/v1/iam/erasures/:id/reports',
    {
      config: service,
      schema: {
        operationId: 'reportErasure',
        summary:
          'Say what is in the way of an erasure, or that it is done; a late report is ignored',
        tags,
        params: IdParams,
        body: ErasureReport,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await putReport(db, request.params.id, request.body, now())
      return reply.code(204).send(null)
    },
  )
}
