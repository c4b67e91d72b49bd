import type { App } from '@countersign/service-kit/http'
import { userOf } from '../../callers.ts'
import { PageQuery, defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { readCursor } from '../../http/cursor.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { isCode } from './cursor.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { findOrigins, listBizTypes } from './queries.ts'
import { replaceOrigins } from './replace-origins.ts'
import {
  BizTypeParams,
  BizTypeView,
  OriginsView,
  ReplaceOriginsBody,
  type OriginsView as Origins,
} from './schema.ts'
import { toBizTypeView } from './views.ts'

export function addBizTypeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/biz-types',
    {
      config: { caller: 'user', agents: true },
      schema: {
        operationId: 'listBizTypes',
        summary: 'The business types of the tenant, each in its current version',
        tags: ['business types'],
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(BizTypeView) },
      },
    },
    async (request) => {
      const { tenantId } = userOf(request)
      const { limit = defaultLimit, cursor } = request.query
      const filter = { limit: limit + 1, afterCode: readCursor(cursor, isCode) }
      const page = toPage(await listBizTypes(deps.db, tenantId, filter), limit, ({ code }) => code)
      return { ...page, items: page.items.map(toBizTypeView) }
    },
  )

  app.get(
    '/api/bpm/v1/biz-types/:code',
    {
      config: { caller: 'user', agents: true },
      schema: {
        operationId: 'getBizType',
        summary: 'A business type in its current version',
        tags: ['business types'],
        params: BizTypeParams,
        response: { 200: BizTypeView },
      },
    },
    async (request) => {
      const { tenantId } = userOf(request)
      const row = await findBizType(deps.db, tenantId, request.params.code)
      if (row === undefined) throw problems.not_found()
      return toBizTypeView(row)
    },
  )
}

/** Where events may go: kept by an administrator of the tenant, beside the deployment's own. */
export function addCallbackOriginRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/callback-origins',
    {
      config: { caller: 'user', permission: 'bpm:origin:read' },
      schema: {
        operationId: 'getCallbackOrigins',
        summary: 'The origins that may get events',
        tags: ['business types'],
        response: { 200: OriginsView },
      },
    },
    async (request, reply) => {
      const origins = await viewOrigins(deps, userOf(request).tenantId)
      tagRevision(reply, origins)
      return origins
    },
  )

  app.put(
    '/api/bpm/v1/callback-origins',
    {
      config: { caller: 'user', permission: 'bpm:origin:write' },
      schema: {
        operationId: 'replaceCallbackOrigins',
        summary: 'Replace the origins that the tenant allows',
        tags: ['business types'],
        body: ReplaceOriginsBody,
        response: { 200: OriginsView },
      },
    },
    async (request, reply) => {
      const { tenantId, userId } = userOf(request)
      const { origins } = request.body
      const revision = readRevision(request, request.body.revision)
      await replaceOrigins(deps, { tenantId, userId }, { origins, revision })
      const written = await viewOrigins(deps, tenantId)
      tagRevision(reply, written)
      return written
    },
  )
}

async function viewOrigins(
  { db, callbackOrigins }: Pick<Deps, 'db' | 'callbackOrigins'>,
  tenantId: string,
): Promise<Origins> {
  const row = await findOrigins(db, tenantId)
  return {
    origins: row?.origins ?? [],
    deploymentOrigins: [...callbackOrigins],
    revision: row?.revision ?? 0,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  }
}
