import { contentAnswer } from '@countersign/service-kit/bytes'
import { requirePermission } from '@countersign/service-kit/caller'
import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged, type Answer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { userOf, type UserCaller } from '../../callers.ts'
import { BYTE_ORDER_MARK } from '../../core/csv.ts'
import { writeCsv } from '../../core/decision/csv.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import { checkDecision, tryDecision } from './check.ts'
import { createDecision } from './create.ts'
import { publishDecision } from './publish.ts'
import { findDecision, listDecisions } from './queries.ts'
import { readDecision } from './read.ts'
import {
  CheckDecisionBody,
  CreateDecisionBody,
  DecisionParams,
  DecisionProblems,
  DecisionSummary,
  DecisionView,
  ListDecisionsQuery,
  ReadDecisionBody,
  ReadView,
  TriedView,
  TryDecisionBody,
  UpdateDecisionBody,
} from './schema.ts'
import { updateDraft } from './update.ts'
import { toDecisionView, toSummary } from './views.ts'

const tags = ['decisions']
const path = '/api/bpm/v1/decisions'
const writing = { caller: 'user', permission: 'bpm:definition:write' } as const
const reading = { caller: 'user' } as const

/** Decision tables that processes ask: drafted, tried, published. */
export function addDecisionRoutes(app: App, deps: Deps): void {
  addList(app, deps)
  addReads(app, deps)
  addDocuments(app, deps)
  addDrafts(app, deps)
  addChecks(app, deps)
  addPublishing(app, deps)
}

function addList(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: reading,
      schema: {
        operationId: 'listDecisions',
        summary: 'Decision tables, newest first; with `key` the versions of one',
        tags,
        querystring: ListDecisionsQuery,
        response: { 200: pageOf(DecisionSummary) },
      },
    },
    async (request) => {
      const { tenantId } = readerOf(request)
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const page = { ...filter, beforeId: readCursor(cursor, isIdKey), limit: limit + 1 }
      const rows = await listDecisions(deps.db, tenantId, page)
      const { items, nextCursor } = toPage(rows, limit, ({ id }) => id)
      return { items: items.map(toSummary), nextCursor }
    },
  )
}

function addReads(app: App, deps: Deps): void {
  app.get(
    `${path}/:id`,
    {
      config: reading,
      schema: {
        operationId: 'getDecision',
        summary: 'One version of a decision table, with its examples',
        tags,
        params: DecisionParams,
        response: { 200: DecisionView },
      },
    },
    async (request, reply) => {
      const row = await findDecision(deps.db, readerOf(request).tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      tagRevision(reply, row)
      return toDecisionView(row)
    },
  )
}

/** The same table as others write it. */
function addDocuments(app: App, deps: Deps): void {
  app.get(
    `${path}/:id/dmn`,
    {
      config: reading,
      schema: {
        operationId: 'getDecisionDmn',
        summary: 'The table as a DMN 1.3 document',
        tags,
        params: DecisionParams,
        response: { 200: contentAnswer('DMN 1.3.', 'application/xml') },
      },
    },
    async (request, reply) => {
      const row = await findDecision(deps.db, readerOf(request).tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      const { writeDmn } = await import('../../core/decision/dmn.ts')
      const document = await writeDmn(row.table, row)
      return reply.type('application/xml; charset=utf-8').send(document)
    },
  )

  app.get(
    `${path}/:id/csv`,
    {
      config: reading,
      schema: {
        operationId: 'getDecisionCsv',
        summary: 'The rows as a spreadsheet, which can be read again',
        tags,
        params: DecisionParams,
        response: { 200: contentAnswer('CSV of RFC 4180 in UTF-8.', 'text/csv') },
      },
    },
    async (request, reply) => {
      const row = await findDecision(deps.db, readerOf(request).tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      const document = BYTE_ORDER_MARK + writeCsv(row.table)
      return reply.type('text/csv; charset=utf-8; header=present').send(document)
    },
  )
}

function addDrafts(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config: writing,
      schema: {
        operationId: 'createDecision',
        summary: 'Create a draft of a decision table, as the next version of its key',
        tags,
        body: CreateDecisionBody,
        response: { 201: DecisionView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return answer(reply, await createDecision(deps, userOf(request), request.body, key))
    },
  )

  app.put(
    `${path}/:id`,
    {
      config: writing,
      schema: {
        operationId: 'updateDecision',
        summary: 'Replace name, table and examples of a draft',
        tags,
        params: DecisionParams,
        body: UpdateDecisionBody,
        response: { 200: DecisionView },
      },
    },
    async (request, reply) => {
      const { body } = request
      const revision = readRevision(request, body.revision)
      const caller = userOf(request)
      const row = await updateDraft(deps, caller, request.params.id, { body, revision })
      tagRevision(reply, row)
      return toDecisionView(row)
    },
  )
}

/** What a draft would come to, before it is one. */
function addChecks(app: App, deps: Deps): void {
  app.post(
    `${path}/validate`,
    {
      config: writing,
      schema: {
        operationId: 'validateDecision',
        summary:
          'Overlaps, gaps, rows that are never reached, and examples that get something else',
        tags,
        body: CheckDecisionBody,
        response: { 200: DecisionProblems },
      },
    },
    async (request) => {
      const found = await checkDecision(deps, userOf(request).tenantId, request.body)
      return { problems: [...found.problems], warnings: [...found.warnings] }
    },
  )

  app.post(
    `${path}/try`,
    {
      config: writing,
      schema: {
        operationId: 'tryDecision',
        summary: 'What a table gives for some values',
        tags,
        body: TryDecisionBody,
        response: { 200: TriedView },
      },
    },
    async (request) => tryDecision(deps, userOf(request).tenantId, request.body),
  )

  app.post(
    `${path}/read`,
    {
      config: writing,
      schema: {
        operationId: 'readDecision',
        summary: 'Read a table from DMN or a spreadsheet, without storing it',
        tags,
        body: ReadDecisionBody,
        response: { 200: ReadView },
      },
    },
    async (request) => readDecision(deps, userOf(request).tenantId, request.body),
  )
}

function addPublishing(app: App, deps: Deps): void {
  app.post(
    `${path}/:id/publish`,
    {
      config: writing,
      schema: {
        operationId: 'publishDecision',
        summary: 'Let processes ask this version from now on',
        tags,
        params: DecisionParams,
        response: { 200: DecisionView },
      },
    },
    async (request, reply) => {
      const guard = { revision: readRevision(request), idempotencyKey: readIdempotency(request) }
      return answer(reply, await publishDecision(deps, userOf(request), request.params.id, guard))
    },
  )
}

function answer(reply: FastifyReply, written: Answer<DecisionView>) {
  return sendTagged(reply, written)
}

/** Whoever writes definitions reads them, too. */
function readerOf(request: FastifyRequest): UserCaller {
  const { permissions } = request.caller
  if (!permissions.includes('bpm:definition:write')) {
    requirePermission(request.caller, 'bpm:definition:read')
  }
  return userOf(request)
}
