import { isIdKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, PageQuery, toPage } from '@countersign/service-kit/page'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { IdParams } from '../../schema.ts'
import { acceptInvitation, declineInvitation } from './answer.ts'
import { invite, makeInvitationLink, toInvitationView, withdrawInvitation } from './invite.ts'
import { listInvitations, listInvitationsOf } from './queries.ts'
import {
  InvitationLink,
  InvitationLinkBody,
  InvitationView,
  InviteBody,
  MyInvitations,
} from './schema.ts'

const read = { caller: 'user', permission: 'iam:member:read' } as const
const write = { caller: 'user', permission: 'iam:member:write' } as const
const config = { caller: 'user' } as const

/** How an account of another tenant becomes a member: it is asked. */
export function addInvitationRoutes(app: App, deps: Deps): void {
  addAdministratorRoutes(app, deps)
  app.get(
    '/api/iam/v1/me/invitations',
    {
      config,
      schema: {
        operationId: 'listMyInvitations',
        summary: 'Tenants that ask me to join',
        tags: ['me'],
        response: { 200: MyInvitations },
      },
    },
    async (request) => {
      const rows = await listInvitationsOf(deps.db, claimantOf(request).userId, deps.now())
      return {
        items: rows.map(({ id, tenantId, tenantName, expiresAt }) => ({
          id,
          tenant: { id: tenantId, name: tenantName },
          expiresAt: expiresAt.toISOString(),
        })),
      }
    },
  )
  for (const [verb, answer] of [
    ['accept', acceptInvitation],
    ['decline', declineInvitation],
  ] as const) {
    app.post(
      `/api/iam/v1/me/invitations/:id/${verb}`,
      {
        config,
        schema: {
          operationId: `${verb}Invitation`,
          summary: verb === 'accept' ? 'Join the tenant that asks' : 'Do not join',
          tags: ['me'],
          params: IdParams,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await answer(deps, claimantOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )
  }
}

function addAdministratorRoutes(app: App, deps: Deps): void {
  addInvitationCollection(app, deps)
  addInvitationLink(app, deps)
  app.delete(
    '/api/iam/v1/invitations/:id',
    {
      config: write,
      schema: {
        operationId: 'withdrawInvitation',
        summary: 'Withdraw an invitation',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await withdrawInvitation(deps, claimantOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

function addInvitationLink(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/invitations/:id/link',
    {
      config: write,
      schema: {
        operationId: 'makeInvitationLink',
        summary: 'Send the link of an invitation again, or get it to hand over',
        tags,
        params: IdParams,
        body: InvitationLinkBody,
        response: { 201: InvitationLink },
      },
    },
    async (request, reply) => {
      const { deliver } = request.body
      const { id } = request.params
      const key = readIdempotency(request)
      void reply.header('cache-control', 'no-store')
      return sendAnswer(
        reply,
        await makeInvitationLink(deps, claimantOf(request), id, deliver, key),
      )
    },
  )
}

const tags = ['members']

function addInvitationCollection(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/invitations',
    {
      config: read,
      schema: {
        operationId: 'listInvitations',
        summary: 'Open invitations of the tenant',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(InvitationView) },
      },
    },
    async (request) => {
      const { limit = defaultLimit, cursor } = request.query
      const { tenantId } = claimantOf(request)
      const after = readCursor(cursor, isIdKey)
      const rows = await listInvitations(deps.db, tenantId, deps.now(), after, limit + 1)
      const page = toPage(rows, limit, ({ id }) => id)
      return { ...page, items: page.items.map(toInvitationView) }
    },
  )
  app.post(
    '/api/iam/v1/invitations',
    {
      config: write,
      schema: {
        operationId: 'inviteMember',
        summary: 'Ask the owner of an account or of a mail address to join the tenant',
        tags,
        body: InviteBody,
        response: { 201: InvitationView },
      },
    },
    async (request, reply) => {
      return sendAnswer(
        reply,
        await invite(deps, claimantOf(request), request.body, readIdempotency(request)),
      )
    },
  )
}
