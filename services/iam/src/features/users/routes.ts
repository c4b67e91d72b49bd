import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { pageOf } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { CreateUserBody, IdParams } from '../../schema.ts'
import { SessionList, toSessionView } from '../../accounts/views.ts'
import { changeStatus, changeUser, resetPassword, signOutUser } from './change.ts'
import { createUser } from './create.ts'
import { readUsers } from './list.ts'
import { makePasswordLink } from './password-link.ts'
import { findUser, listSessions } from '../../accounts/user-queries.ts'
import {
  ChangeUserBody,
  PasswordLinkBody,
  PasswordLinkView,
  ResetPasswordBody,
  StatusBody,
  UsersQuery,
  UserView,
} from './schema.ts'
import { toUserView } from './views.ts'

const read = { caller: 'user', permission: 'iam:user:read' } as const
const write = { caller: 'user', permission: 'iam:user:write' } as const
const tags = ['users']
const one = { tags, params: IdParams, response: { 200: UserView } }

export function addUserRoutes(app: App, deps: Deps): void {
  addUserCollection(app, deps)
  addOneUser(app, deps)
  // Setting a state is a PUT; clients that see an act in it may POST.
  for (const method of ['PUT', 'POST'] as const) {
    addStatusRoute(app, deps, method)
    addPasswordRoute(app, deps, method)
  }
  addPasswordLinkRoute(app, deps)
  addSessionRoutes(app, deps)
}

function addUserCollection(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/users',
    {
      config: read,
      schema: {
        operationId: 'listUsers',
        summary: 'Accounts that are members of the tenant',
        tags,
        querystring: UsersQuery,
        response: { 200: pageOf(UserView) },
      },
    },
    (request) => readUsers(deps, claimantOf(request).tenantId, request.query),
  )
  app.post(
    '/api/iam/v1/users',
    {
      config: write,
      schema: {
        operationId: 'createUser',
        summary: 'Make an account and its membership',
        tags,
        body: CreateUserBody,
        response: { 201: UserView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await createUser(deps, claimantOf(request), request.body, key)
      return sendTagged(reply, answer)
    },
  )
}

function addOneUser(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/users/:id',
    { config: read, schema: { operationId: 'getUser', summary: 'One account', ...one } },
    async (request, reply) => {
      const user = await findUser(deps.db, claimantOf(request).tenantId, request.params.id)
      if (user === undefined) throw problems.not_found()
      return tagRevision(reply, toUserView(user))
    },
  )
  app.patch(
    '/api/iam/v1/users/:id',
    {
      config: write,
      schema: {
        operationId: 'changeUser',
        summary: 'Change name or mail address',
        ...one,
        body: ChangeUserBody,
      },
    },
    async (request, reply) => {
      const revision = readRevision(request, request.body.revision)
      return tagRevision(
        reply,
        await changeUser(deps, claimantOf(request), request.params.id, request.body, revision),
      )
    },
  )
}

function addStatusRoute(app: App, deps: Deps, method: 'PUT' | 'POST'): void {
  const isPut = method === 'PUT'
  app.route({
    method,
    url: '/api/iam/v1/users/:id/status',
    config: write,
    schema: {
      operationId: isPut ? 'changeUserStatus' : 'disableOrEnableUser',
      summary: `Disable or enable an account${isPut ? '' : ', as by PUT'}`,
      ...one,
      body: StatusBody,
    },
    handler: async (request, reply) => {
      const revision = readRevision(request, request.body.revision)
      return tagRevision(
        reply,
        await changeStatus(
          deps,
          claimantOf(request),
          request.params.id,
          request.body.status,
          revision,
        ),
      )
    },
  })
}

function addPasswordRoute(app: App, deps: Deps, method: 'PUT' | 'POST'): void {
  const isPut = method === 'PUT'
  app.route({
    method,
    url: '/api/iam/v1/users/:id/password',
    config: write,
    schema: {
      operationId: isPut ? 'resetPassword' : 'setUserPassword',
      summary: `Set a password and end all sessions${isPut ? '' : ', as by PUT'}`,
      ...one,
      body: ResetPasswordBody,
    },
    handler: async (request, reply) => {
      const { password, mustChangePassword = true } = request.body
      return tagRevision(
        reply,
        await resetPassword(
          deps,
          claimantOf(request),
          request.params.id,
          password,
          mustChangePassword,
        ),
      )
    },
  })
}

function addPasswordLinkRoute(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/users/:id/password-link',
    {
      config: write,
      schema: {
        operationId: 'makePasswordLink',
        summary: 'Let the owner of an account choose a password by a link',
        tags,
        params: IdParams,
        body: PasswordLinkBody,
        response: { 201: PasswordLinkView },
      },
    },
    async (request, reply) => {
      const { deliver } = request.body
      const { id } = request.params
      const key = readIdempotency(request)
      void reply.header('cache-control', 'no-store')
      return sendAnswer(reply, await makePasswordLink(deps, claimantOf(request), id, deliver, key))
    },
  )
}

function addSessionRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/users/:id/sessions',
    {
      config: read,
      schema: {
        operationId: 'listUserSessions',
        summary: 'Where a user is signed in',
        tags,
        params: IdParams,
        response: { 200: SessionList },
      },
    },
    async (request) => {
      const { tenantId } = claimantOf(request)
      const user = await findUser(deps.db, tenantId, request.params.id)
      if (user === undefined) throw problems.not_found()
      const sessions = await listSessions(deps.db, user.id, tenantId)
      return { items: sessions.map(toSessionView) }
    },
  )
  app.delete(
    '/api/iam/v1/users/:id/sessions',
    {
      config: write,
      schema: {
        operationId: 'signOutUser',
        summary: 'Sign a user out everywhere',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await signOutUser(deps, claimantOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
