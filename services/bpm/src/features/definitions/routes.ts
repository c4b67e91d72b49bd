import { contentAnswer } from '@countersign/service-kit/bytes'
import { requirePermission } from '@countersign/service-kit/caller'
import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendTagged, type Answer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision, tagRevision } from '@countersign/service-kit/revision'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { userOf, type UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import { StartPathView } from '../../runtime/views/path-view.ts'
import { createDefinition } from './create.ts'
import { dryRun } from './dry-run.ts'
import { importDefinition } from './import.ts'
import { publishDefinition } from './publish.ts'
import { findDefinition, listDefinitions } from './queries.ts'
import { repairDefinition } from './repair.ts'
import { retireDefinition } from './retire.ts'
import {
  CreateDefinitionBody,
  DefinitionParams,
  DefinitionSummary,
  DefinitionView,
  DryRunBody,
  ImportDefinitionBody,
  ImportedView,
  ListDefinitionsQuery,
  ProblemsView,
  RepairDefinitionBody,
  RepairedView,
  UpdateDefinitionBody,
  ValidateDefinitionBody,
} from './schema.ts'
import { updateDraft } from './update.ts'
import { validateDefinition } from './validate.ts'
import { toDefinitionView, toFound, toRepaired, toSummary } from './views.ts'

const tags = ['definitions']
const path = '/api/bpm/v1/definitions'
const writing = { caller: 'user', permission: 'bpm:definition:write' } as const
const reading = { caller: 'user' } as const

/** The processes that approvals follow: drafted, checked, published, retired. */
export function addDefinitionRoutes(app: App, deps: Deps): void {
  addList(app, deps)
  addReads(app, deps)
  addDrafts(app, deps)
  addChecks(app, deps)
  addRepair(app, deps)
  addImport(app, deps)
  addTransitions(app, deps)
}

function addList(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config: reading,
      schema: {
        operationId: 'listDefinitions',
        summary: 'Definitions, newest first; with `key` the versions of one',
        tags,
        querystring: ListDefinitionsQuery,
        response: { 200: pageOf(DefinitionSummary) },
      },
    },
    async (request) => {
      const { tenantId } = readerOf(request)
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const page = { ...filter, beforeId: readCursor(cursor, isIdKey), limit: limit + 1 }
      const rows = await listDefinitions(deps.db, tenantId, page)
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
        operationId: 'getDefinition',
        summary: 'One version of a definition',
        tags,
        params: DefinitionParams,
        response: { 200: DefinitionView },
      },
    },
    async (request, reply) => {
      const { tenantId } = readerOf(request)
      const row = await findDefinition(deps.db, tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      tagRevision(reply, row)
      return toDefinitionView(row)
    },
  )

  app.get(
    `${path}/:id/xml`,
    {
      config: reading,
      schema: {
        operationId: 'getDefinitionXml',
        summary: 'The BPMN document, as it was sent or compiled from the tree',
        tags,
        params: DefinitionParams,
        response: { 200: contentAnswer('BPMN 2.0.', 'application/xml') },
      },
    },
    async (request, reply) => {
      const { tenantId } = readerOf(request)
      const row = await findDefinition(deps.db, tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      tagRevision(reply, row)
      return reply.type('application/xml; charset=utf-8').send(row.bpmnXml)
    },
  )
}

function addDrafts(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config: writing,
      schema: {
        operationId: 'createDefinition',
        summary: 'Create a draft from BPMN or an approval tree, as the next version of its key',
        tags,
        body: CreateDefinitionBody,
        response: { 201: DefinitionView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      return answer(reply, await createDefinition(deps, userOf(request), request.body, key))
    },
  )

  app.put(
    `${path}/:id`,
    {
      config: writing,
      schema: {
        operationId: 'updateDefinition',
        summary: 'Replace name and content of a draft',
        tags,
        params: DefinitionParams,
        body: UpdateDefinitionBody,
        response: { 200: DefinitionView },
      },
    },
    async (request, reply) => {
      const { body } = request
      const revision = readRevision(request, body.revision)
      const caller = userOf(request)
      const row = await updateDraft(deps, caller, request.params.id, { body, revision })
      tagRevision(reply, row)
      return toDefinitionView(row)
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
        operationId: 'validateDefinition',
        summary: 'What would keep this content from being published',
        tags,
        body: ValidateDefinitionBody,
        response: { 200: ProblemsView },
      },
    },
    async (request) => {
      const { tenantId } = userOf(request)
      const found = await validateDefinition(deps, tenantId, request.body)
      const { problems: faults, warnings, imported } = found
      return {
        problems: faults.map(toFound),
        warnings: warnings.map(toFound),
        imported: [...imported],
      }
    },
  )

  app.post(
    `${path}/dry-run`,
    {
      config: writing,
      schema: {
        operationId: 'dryRunDefinition',
        summary: 'The path and the people that a start on this content would give',
        tags,
        body: DryRunBody,
        response: { 200: StartPathView },
      },
    },
    async (request) => dryRun(deps, userOf(request), request.body),
  )
}

function addRepair(app: App, deps: Deps): void {
  app.post(
    `${path}/repair`,
    {
      config: writing,
      schema: {
        operationId: 'repairDefinition',
        summary: 'This document repaired, and what is left to do by hand; nothing is stored',
        tags,
        body: RepairDefinitionBody,
        response: { 200: RepairedView },
      },
    },
    async (request) => {
      return toRepaired(await repairDefinition(deps, userOf(request), request.body))
    },
  )
}

function addImport(app: App, deps: Deps): void {
  app.post(
    `${path}/import`,
    {
      config: writing,
      schema: {
        operationId: 'importDefinition',
        summary:
          'A file of another tool as a definition, and what became of all it says; nothing is stored',
        tags,
        body: ImportDefinitionBody,
        response: { 200: ImportedView },
      },
    },
    async (request) => {
      const { format, key, name, tree, ...rest } = await importDefinition(
        deps,
        userOf(request),
        request.body,
      )
      return { format, key, name, tree, ...toRepaired(rest) }
    },
  )
}

function addTransitions(app: App, deps: Deps): void {
  const transitions = [
    { name: 'publish', summary: 'Let approvals start on a draft', run: publishDefinition },
    { name: 'retire', summary: 'Let no more approvals start on it', run: retireDefinition },
  ] as const
  for (const { name, summary, run } of transitions) {
    app.post(
      `${path}/:id/${name}`,
      {
        config: writing,
        schema: {
          operationId: `${name}Definition`,
          summary,
          tags,
          params: DefinitionParams,
          response: { 200: DefinitionView },
        },
      },
      async (request, reply) => {
        const guard = { revision: readRevision(request), idempotencyKey: readIdempotency(request) }
        return answer(reply, await run(deps, userOf(request), request.params.id, guard))
      },
    )
  }
}

function answer(reply: FastifyReply, written: Answer<DefinitionView>) {
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
