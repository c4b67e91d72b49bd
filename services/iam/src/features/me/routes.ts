import type { App } from '@countersign/service-kit/http'
import { closed, Nullable, Uuid } from '@countersign/service-kit/schema'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findIdleMinutes } from '../../accounts/session-activity.ts'
import { placeInTenant, SessionList, toSessionView } from '../../accounts/views.ts'
import { findMember } from '../../accounts/member-queries.ts'
import { listSessions } from '../../accounts/user-queries.ts'
import { changeMyPassword } from './change-password.ts'
import { addEmailRoutes } from './email-routes.ts'
import { listMyTenants } from './queries.ts'
import { endMySession, signMeOut } from './sign-out.ts'

const MeView = closed({
  id: Uuid,
  username: Type.String(),
  displayName: Type.String(),
  tenantId: Uuid,
  tenants: Type.Array(closed({ id: Uuid, name: Type.String() })),
  permissions: Type.Array(Type.String()),
  sessionIdleMinutes: Nullable(
    Type.Number({
      description:
        'For how long the session of the token may rest; null for as long as it lasts. A page that nobody uses for so long should ask for nothing by itself: renewing a token is use.',
    }),
  ),
  ...placeInTenant,
})

const Password = Type.String({ minLength: 1, maxLength: 200 })
const PasswordBody = closed({ currentPassword: Password, newPassword: Password })
const SessionParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

const config = { caller: 'user' } as const
const tags = ['me']

/** The caller's own account: any user, no permission. */
export function addMeRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/me',
    {
      config,
      schema: { operationId: 'getMe', summary: 'Who am I', tags, response: { 200: MeView } },
    },
    async (request) => {
      const { tenantId, userId, permissions, caller } = claimantOf(request)
      const { db, sessionIdleMs } = deps
      const [member, tenants, sessionIdleMinutes] = await Promise.all([
        findMember(db, tenantId, userId),
        listMyTenants(db, userId),
        findIdleMinutes(db, String(caller.claims['grant_id']), sessionIdleMs),
      ])
      if (member === undefined) throw problems.not_found()
      const { username, displayName, roles, departmentId, post, managerId } = member
      return {
        id: userId,
        username,
        displayName,
        tenantId,
        tenants,
        permissions: [...permissions],
        sessionIdleMinutes,
        roles,
        departmentId,
        post,
        managerId,
      }
    },
  )
  addPasswordRoute(app, deps)
  addEmailRoutes(app, deps)
  addSessionRoutes(app, deps)
}

function addPasswordRoute(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/me/password',
    {
      config,
      schema: {
        operationId: 'changeMyPassword',
        summary: 'Change my password; every session ends',
        tags,
        body: PasswordBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await changeMyPassword(
        deps,
        claimantOf(request),
        request.body.currentPassword,
        request.body.newPassword,
      )
      return reply.code(204).send(null)
    },
  )
}

function addSessionRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/me/sessions',
    {
      config,
      schema: {
        operationId: 'listMySessions',
        summary: 'Where I am signed in',
        tags,
        response: { 200: SessionList },
      },
    },
    async (request) => {
      const sessions = await listSessions(deps.db, claimantOf(request).userId)
      return { items: sessions.map(toSessionView) }
    },
  )
  app.delete(
    '/api/iam/v1/me/sessions',
    {
      config: { ...config, stepUp: true },
      schema: {
        operationId: 'signMeOut',
        summary: 'Sign me out everywhere',
        tags,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await signMeOut(deps, claimantOf(request))
      return reply.code(204).send(null)
    },
  )
  addOneSession(app, deps)
}

function addOneSession(app: App, deps: Deps): void {
  app.delete(
    '/api/iam/v1/me/sessions/:id',
    {
      config: { ...config, stepUp: true },
      schema: {
        operationId: 'endMySession',
        summary: 'End one of my sessions',
        tags,
        params: SessionParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await endMySession(deps, claimantOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
