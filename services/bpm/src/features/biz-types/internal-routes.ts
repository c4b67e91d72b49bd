import { SCOPES } from '@countersign/contracts'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { PageQuery, defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { Type } from 'typebox'
import { serviceOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { isCode } from './cursor.ts'
import { listBizTypes } from './queries.ts'
import { registerBizType } from './register.ts'
import { BizTypeParams, OwnedBizTypeView, RegisterBizTypeBody } from './schema.ts'
import { toOwnedBizTypeView } from './views.ts'

const config = { caller: 'service', scopes: [SCOPES.registerBizTypes] } as const

/** What business applications call with their own token to declare what they bring. */
export function addBizTypeRegistrationRoutes(app: App, deps: Deps): void {
  addRegistration(app, deps)
  addOwnBizTypes(app, deps)
}

function addRegistration(app: App, deps: Deps): void {
  app.post(
    '/internal/v1/bpm/biz-types',
    {
      config,
      schema: {
        operationId: 'registerBizType',
        summary: 'Declare a business type, or bring its declaration up to date',
        tags: ['business types'],
        body: RegisterBizTypeBody,
        response: { 200: OwnedBizTypeView, 201: OwnedBizTypeView },
      },
    },
    async (request, reply) => {
      const owner = serviceOf(request)
      const key = readIdempotency(request)
      return sendAnswer(reply, await registerBizType(deps, owner, request.body, key))
    },
  )
}

function addOwnBizTypes(app: App, deps: Deps): void {
  app.get(
    '/internal/v1/bpm/biz-types',
    {
      config,
      schema: {
        operationId: 'listOwnBizTypes',
        summary: 'The business types of the calling client',
        tags: ['business types'],
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(OwnedBizTypeView) },
      },
    },
    async (request) => {
      const { tenantId, clientId } = serviceOf(request)
      const { limit = defaultLimit, cursor } = request.query
      const rows = await listBizTypes(deps.db, tenantId, {
        ownerClientId: clientId,
        limit: limit + 1,
        afterCode: readCursor(cursor, isCode),
      })
      const page = toPage(rows, limit, ({ code }) => code)
      return { ...page, items: page.items.map(toOwnedBizTypeView) }
    },
  )

  app.get(
    '/internal/v1/bpm/biz-types/:code',
    {
      config,
      schema: {
        operationId: 'getOwnBizType',
        summary: 'The current version of a business type of the calling client',
        tags: ['business types'],
        params: BizTypeParams,
        response: { 200: OwnedBizTypeView },
      },
    },
    async (request) => {
      const { tenantId, clientId } = serviceOf(request)
      const row = await findBizType(deps.db, tenantId, request.params.code)
      if (row === undefined || row.ownerClientId !== clientId) throw problems.not_found()
      return toOwnedBizTypeView(row)
    },
  )
}
