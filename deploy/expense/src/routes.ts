import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { createExpense, submitExpense } from './create.ts'
import type { Tables } from './db.ts'
import { getVisible, listVisible, toView } from './expense.ts'
import { listEvents, type Draft } from './queries.ts'
import { signedOf } from './signed.ts'
import { resubmitExpense, type Correction } from './resubmit.ts'
import type { Workflow } from './workflow.ts'

export interface RouteDeps {
  readonly db: Kysely<Tables>
  readonly workflow: Workflow
}

// The smallest that is not rounded to nothing.
const amount = { type: 'number', minimum: 0.01, maximum: 999_999_999 }
// PostgreSQL keeps neither NUL nor half of a character.
const storable = '^[^\\u0000\\ud800-\\udfff]*$'
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength, pattern: storable })
// The format also allows the prefix urn:uuid:, which PostgreSQL does not take.
const uuid = { type: 'string', pattern: '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }
const byId = { type: 'object', properties: { id: uuid } }

const attachments = {
  type: 'array',
  maxItems: 20,
  items: {
    type: 'object',
    required: ['documentId', 'versionId', 'name'],
    additionalProperties: false,
    properties: { documentId: uuid, versionId: uuid, name: text(1024) },
  },
}

const draft = {
  type: 'object',
  required: ['title', 'reason', 'amount'],
  additionalProperties: false,
  properties: {
    id: uuid,
    title: text(200),
    reason: text(2000),
    amount,
    approvers: { type: 'array', items: uuid, maxItems: 20, uniqueItems: true },
    attachments,
  },
}

const correction = {
  type: 'object',
  additionalProperties: false,
  properties: { reason: text(2000), amount, attachments },
}

type ById = { Params: { id: string } }

export function registerRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { db } = deps

  app.post<{ Body: Omit<Draft, 'approvers' | 'attachments'> & Partial<Draft> }>(
    '/api/expenses',
    { schema: { body: draft } },
    async (request, reply) => {
      const user = signedOf(request)
      const row = await createExpense(deps, user, {
        approvers: [],
        attachments: [],
        ...request.body,
      })
      return reply.code(201).send(toView(row))
    },
  )

  app.get<{ Querystring: { cursor?: string } }>(
    '/api/expenses',
    { schema: { querystring: { type: 'object', properties: { cursor: uuid } } } },
    (request) => listVisible(db, signedOf(request), request.query.cursor),
  )

  app.get<ById>('/api/expenses/:id', { schema: { params: byId } }, async (request) => {
    const user = signedOf(request)
    return toView(await getVisible(db, user, request.params.id))
  })

  app.post<ById>('/api/expenses/:id/submit', { schema: { params: byId } }, async (request) => {
    const user = signedOf(request)
    return toView(await submitExpense(deps, user, request.params.id))
  })

  app.post<ById & { Body: Correction }>(
    '/api/expenses/:id/resubmit',
    { schema: { params: byId, body: correction } },
    async (request) => {
      const user = signedOf(request)
      return toView(await resubmitExpense(deps, user, request.params.id, request.body))
    },
  )

  app.get<ById>('/api/expenses/:id/events', { schema: { params: byId } }, async (request) => {
    const user = signedOf(request)
    const row = await getVisible(db, user, request.params.id)
    const items =
      row.instance_id === null ? [] : await listEvents(db, user.tenantId, row.instance_id)
    return { items, nextCursor: null }
  })
}
