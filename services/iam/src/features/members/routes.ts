import { isIdKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { defaultLimit, pageOf, PageQuery, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { putMember, removeMember, toMemberView } from './put.ts'
import { findMember, listMembers } from '../../accounts/member-queries.ts'
import { MemberView, PutMemberBody, UserIdParams } from './schema.ts'

const read = { caller: 'user', permission: 'iam:member:read' } as const
const write = { caller: 'user', permission: 'iam:member:write' } as const
const tags = ['members']

export function addMemberRoutes(app: App, deps: Deps): void {
  addMemberReading(app, deps)
  app.put(
    '/api/iam/v1/members/:userId',
    {
      config: write,
      schema: {
        operationId: 'putMember',
        summary: 'Set roles, department, post and manager',
        tags,
        params: UserIdParams,
        body: PutMemberBody,
        response: { 200: MemberView },
      },
    },
    async (request, reply) => {
      const revision = readRevision(request, request.body.revision)
      return tagRevision(
        reply,
        await putMember(deps, claimantOf(request), request.params.userId, request.body, revision),
      )
    },
  )
  app.delete(
    '/api/iam/v1/members/:userId',
    {
      config: write,
      schema: {
        operationId: 'removeMember',
        summary: 'End a membership',
        tags,
        params: UserIdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeMember(deps, claimantOf(request), request.params.userId, readRevision(request))
      return reply.code(204).send(null)
    },
  )
}

function addMemberReading(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/members',
    {
      config: read,
      schema: {
        operationId: 'listMembers',
        summary: 'Members of the tenant',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(MemberView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor } = request.query
      const rows = await listMembers(
        deps.db,
        claimantOf(request).tenantId,
        readCursor(cursor, isIdKey),
        limit + 1,
      )
      const page = toPage(rows, limit, ({ userId }) => userId)
      return { ...page, items: page.items.map(toMemberView) }
    },
  )
  app.get(
    '/api/iam/v1/members/:userId',
    {
      config: read,
      schema: {
        operationId: 'getMember',
        summary: 'One member',
        tags,
        params: UserIdParams,
        response: { 200: MemberView },
      },
    },
    async (request, reply) => {
      const member = await findMember(deps.db, claimantOf(request).tenantId, request.params.userId)
      if (member === undefined) throw problems.not_found()
      return tagRevision(reply, toMemberView(member))
    },
  )
}
