import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { resetSecondFactor } from './reset-mfa.ts'
import { findUser } from '../../accounts/user-queries.ts'
import { beginMyTotp, confirmMyTotp, removeMyTotp, renewMyRecoveryCodes } from './enrol.ts'
import { addPasskeyRoutes } from './passkey-routes.ts'
import {
  CodeBody,
  MaybeRecoveryCodes,
  MfaView,
  PasswordProof,
  RecoveryCodes,
  TotpSecret,
} from './mfa-schema.ts'
import { readMfaState } from '../../second-factor/state-queries.ts'
import { toMfaView } from './mfa-views.ts'

const config = { caller: 'user', stepUp: true } as const
const tags = ['second factor']
const noStore = { 'cache-control': 'no-store' }

export function addMfaRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/me/mfa',
    {
      config,
      schema: {
        operationId: 'getMyMfa',
        summary: 'What guards my account beside the password',
        tags,
        response: { 200: MfaView },
      },
    },
    async (request) => toMfaView(await readMfaState(deps.db, claimantOf(request).userId)),
  )
  addTotpRoutes(app, deps)
  addPasskeyRoutes(app, deps)
  addAdministratorRoutes(app, deps)
}

function addTotpRoutes(app: App, deps: Deps): void {
  addTotpSetup(app, deps)
  addTotpRemoval(app, deps)
  addRecoveryCodes(app, deps)
}

const proven = { tags, body: PasswordProof }

function addTotpSetup(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/me/mfa/totp',
    {
      config,
      schema: {
        operationId: 'beginMyTotp',
        summary: 'Begin to set up codes; they count once confirmed',
        ...proven,
        response: { 200: TotpSecret },
      },
    },
    async (request, reply) =>
      reply
        .headers(noStore)
        .send(await beginMyTotp(deps, claimantOf(request), request.body.currentPassword)),
  )
  app.post(
    '/api/iam/v1/me/mfa/totp/confirm',
    {
      config,
      schema: {
        operationId: 'confirmMyTotp',
        summary: 'Put codes into use with the first one',
        tags,
        body: CodeBody,
        response: { 200: MaybeRecoveryCodes },
      },
    },
    async (request, reply) => {
      const recoveryCodes = await confirmMyTotp(deps, claimantOf(request), request.body.code)
      return reply.headers(noStore).send(recoveryCodes === undefined ? {} : { recoveryCodes })
    },
  )
}

function addTotpRemoval(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/me/mfa/totp/remove',
    {
      config,
      schema: {
        operationId: 'removeMyTotp',
        summary: 'Sign in without codes again',
        ...proven,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeMyTotp(deps, claimantOf(request), request.body.currentPassword)
      return reply.code(204).send(null)
    },
  )
}

function addRecoveryCodes(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/me/mfa/recovery-codes',
    {
      config,
      schema: {
        operationId: 'renewMyRecoveryCodes',
        summary: 'New recovery codes; the earlier ones end',
        ...proven,
        response: { 200: RecoveryCodes },
      },
    },
    async (request, reply) => {
      const { currentPassword } = request.body
      const recoveryCodes = await renewMyRecoveryCodes(deps, claimantOf(request), currentPassword)
      return reply.headers(noStore).send({ recoveryCodes })
    },
  )
}

function addAdministratorRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/users/:id/mfa',
    {
      config: { caller: 'user', permission: 'iam:user:read' },
      schema: {
        operationId: 'getUserMfa',
        summary: 'What guards an account beside the password',
        tags,
        params: IdParams,
        response: { 200: MfaView },
      },
    },
    async (request) => {
      const user = await findUser(deps.db, claimantOf(request).tenantId, request.params.id)
      if (user === undefined) throw problems.not_found()
      return toMfaView(await readMfaState(deps.db, user.id))
    },
  )
  app.delete(
    '/api/iam/v1/users/:id/mfa',
    {
      config: { caller: 'user', permission: 'iam:user:write' },
      schema: {
        operationId: 'resetUserMfa',
        summary: 'Remove the second factor of somebody who lost it; every session ends',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await resetSecondFactor(deps, claimantOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
