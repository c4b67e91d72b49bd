import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { pageById, pageOf, PageQuery } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { claimantOf } from '../../authority/claimant.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { IdParams } from '../../schema.ts'
import { addSecret, removeSecret, toSecretView } from './change-secrets.ts'
import { changeClient, createClient, removeClient, toClientView } from './change.ts'
import { findClient, listClients } from './client-queries.ts'
import { listLiveSecrets } from './queries.ts'
import {
  ChangeClientBody,
  ClientView,
  CreateClientBody,
  CreatedClientView,
  CreatedSecretView,
  SecretList,
  SecretParams,
} from './schema.ts'

const read = { caller: 'user', permission: 'iam:client:read' } as const
const write = { caller: 'user', permission: 'iam:client:write' } as const
const tags = ['clients']

export function addClientRoutes(app: App, deps: Deps): void {
  addClientCollection(app, deps)
  addOneClient(app, deps)
  app.delete(
    '/api/iam/v1/clients/:id',
    {
      config: write,
      schema: {
        operationId: 'deleteClient',
        summary: 'Delete a client',
        tags,
        params: IdParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeClient(deps, claimantOf(request), request.params.id, readRevision(request))
      return reply.code(204).send(null)
    },
  )
  addSecretRoutes(app, deps)
}

function addClientCollection(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/clients',
    {
      config: read,
      schema: {
        operationId: 'listClients',
        summary: 'Clients of the tenant',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(ClientView) },
      },
    },
    (request) =>
      pageById(request.query, toClientView, (after, limit) =>
        listClients(deps.db, claimantOf(request).tenantId, after, limit),
      ),
  )
  app.post(
    '/api/iam/v1/clients',
    {
      config: write,
      schema: {
        operationId: 'createClient',
        summary: 'Register a SPA or a SERVICE',
        tags,
        body: CreateClientBody,
        response: { 201: CreatedClientView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const answer = await createClient(deps, claimantOf(request), request.body, key)
      return sendTagged(reply, answer)
    },
  )
}

function addOneClient(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/clients/:id',
    {
      config: read,
      schema: {
        operationId: 'getClient',
        summary: 'One client',
        tags,
        params: IdParams,
        response: { 200: ClientView },
      },
    },
    async (request, reply) => {
      const client = await findClient(deps.db, claimantOf(request).tenantId, request.params.id)
      if (client === undefined) throw problems.not_found()
      return tagRevision(reply, toClientView(client))
    },
  )
  app.patch(
    '/api/iam/v1/clients/:id',
    {
      config: write,
      schema: {
        operationId: 'changeClient',
        summary: 'Change a client within the rules of its type',
        tags,
        params: IdParams,
        body: ChangeClientBody,
        response: { 200: ClientView },
      },
    },
    async (request, reply) => {
      const revision = readRevision(request, request.body.revision)
      return tagRevision(
        reply,
        await changeClient(deps, claimantOf(request), request.params.id, request.body, revision),
      )
    },
  )
}

function addSecretRoutes(app: App, deps: Deps): void {
  addSecretCollection(app, deps)
  app.delete(
    '/api/iam/v1/clients/:id/secrets/:secretId',
    {
      config: write,
      schema: {
        operationId: 'removeSecret',
        summary: 'Remove a secret',
        tags,
        params: SecretParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeSecret(deps, claimantOf(request), request.params.id, request.params.secretId)
      return reply.code(204).send(null)
    },
  )
}

function addSecretCollection(app: App, deps: Deps): void {
  app.get(
    '/api/iam/v1/clients/:id/secrets',
    {
      config: read,
      schema: {
        operationId: 'listSecrets',
        summary: 'Live secrets, never their text',
        tags,
        params: IdParams,
        response: { 200: SecretList },
      },
    },
    async (request) => {
      const client = await findClient(deps.db, claimantOf(request).tenantId, request.params.id)
      if (client === undefined) throw problems.not_found()
      return { items: (await listLiveSecrets(deps.db, client.id, deps.now())).map(toSecretView) }
    },
  )
  app.post(
    '/api/iam/v1/clients/:id/secrets',
    {
      config: write,
      schema: {
        operationId: 'addSecret',
        summary: 'Add a secret; it is shown once',
        tags,
        params: IdParams,
        response: { 201: CreatedSecretView },
      },
    },
    async (request, reply) =>
      sendAnswer(
        reply,
        await addSecret(deps, claimantOf(request), request.params.id, readIdempotency(request)),
      ),
  )
}
