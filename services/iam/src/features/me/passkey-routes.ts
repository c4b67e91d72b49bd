import type { App } from '@countersign/service-kit/http'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { IdParams } from '../../schema.ts'
import { addMyPasskey, offerPasskey, removeMyPasskey } from './passkeys.ts'
import { AddedPasskey, PasskeyBody, PasskeyOptions, PasswordProof } from './mfa-schema.ts'

const config = { caller: 'user', stepUp: true } as const
const tags = ['second factor']
const noStore = { 'cache-control': 'no-store' }

/** Adding and removing passkeys; signing in with one is on the sign-in page. */
export function addPasskeyRoutes(app: App, deps: Deps): void {
  addPasskeyMaking(app, deps)
  app.post(
    '/api/iam/v1/me/mfa/passkeys/:id/remove',
    {
      config,
      schema: {
        operationId: 'removeMyPasskey',
        summary: 'Remove one of my passkeys',
        tags,
        params: IdParams,
        body: PasswordProof,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { currentPassword } = request.body
      await removeMyPasskey(deps, claimantOf(request), request.params.id, currentPassword)
      return reply.code(204).send(null)
    },
  )
}

function addPasskeyMaking(app: App, deps: Deps): void {
  app.post(
    '/api/iam/v1/me/mfa/passkeys/options',
    {
      config,
      schema: {
        operationId: 'offerPasskey',
        summary: 'What the browser needs to make a passkey; good for five minutes',
        tags,
        body: PasswordProof,
        response: { 200: PasskeyOptions },
      },
    },
    async (request, reply) => {
      const { currentPassword } = request.body
      const options = await offerPasskey(deps, claimantOf(request), currentPassword)
      return reply.headers(noStore).send({ options: { ...options } })
    },
  )
  app.post(
    '/api/iam/v1/me/mfa/passkeys',
    {
      config,
      schema: {
        operationId: 'addMyPasskey',
        summary: 'Add the passkey that the browser made',
        tags,
        body: PasskeyBody,
        response: { 201: AddedPasskey },
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .headers(noStore)
        .send(await addMyPasskey(deps, claimantOf(request), request.body)),
  )
}
