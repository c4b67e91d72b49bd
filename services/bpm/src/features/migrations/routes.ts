import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer, sendTagged } from '@countersign/service-kit/idempotency'
import { defaultLimit, PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { readRevision } from '@countersign/service-kit/revision'
import { Type } from 'typebox'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import { migrateInstance } from './migrate-instance.ts'
import { findMigration, listMigrations, listResults } from './queries.ts'
import {
  DefinitionParams,
  InstanceParams,
  MigrateBody,
  MigratedView,
  MigrationParams,
  MigrationView,
  ResultsQuery,
  ResultView,
} from './schema.ts'
import { startMigration } from './start-migration.ts'
import { toMigrationView, toResultView } from './views.ts'

const config = { caller: 'user', permission: 'bpm:instance:admin' } as const
const tags = ['migrations']

/** Moving running approvals to another definition. */
export function addMigrationRoutes(app: App, deps: Deps): void {
  addCommands(app, deps)
  addRuns(app, deps)
  addResults(app, deps)
}

function addRuns(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/migrations',
    {
      config,
      schema: {
        operationId: 'listMigrations',
        summary: 'Runs over the approvals of a definition, newest first',
        tags,
        querystring: Type.Object(PageQuery),
        response: { 200: pageOf(MigrationView) },
      },
    },
    async (request) => {
      const { tenantId } = userOf(request)
      const { limit = defaultLimit, cursor } = request.query
      const page = { beforeId: readCursor(cursor, isIdKey), limit: limit + 1 }
      const rows = await listMigrations(deps.db, tenantId, page)
      const { items, nextCursor } = toPage(rows, limit, ({ id }) => id)
      return { items: items.map(toMigrationView), nextCursor }
    },
  )

  app.get(
    '/api/bpm/v1/migrations/:id',
    {
      config,
      schema: {
        operationId: 'getMigration',
        summary: 'How far a run has come',
        tags,
        params: MigrationParams,
        response: { 200: MigrationView },
      },
    },
    async (request) => {
      const row = await findMigration(deps.db, userOf(request).tenantId, request.params.id)
      if (row === undefined) throw problems.not_found()
      return toMigrationView(row)
    },
  )
}

function addResults(app: App, deps: Deps): void {
  app.get(
    '/api/bpm/v1/migrations/:id/results',
    {
      config,
      schema: {
        operationId: 'listMigrationResults',
        summary: 'What became of each approval of a run: moved, or refused with node and reason',
        tags,
        params: MigrationParams,
        querystring: ResultsQuery,
        response: { 200: pageOf(ResultView) },
      },
    },
    async (request) => {
      const { tenantId } = userOf(request)
      const { id } = request.params
      if ((await findMigration(deps.db, tenantId, id)) === undefined) throw problems.not_found()
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const page = { ...filter, afterId: readCursor(cursor, isIdKey), limit: limit + 1 }
      const rows = await listResults(deps.db, tenantId, id, page)
      const { items, nextCursor } = toPage(rows, limit, ({ instanceId }) => instanceId)
      return { items: items.map(toResultView), nextCursor }
    },
  )
}

function addCommands(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/process-instances/:id/migrate',
    {
      config,
      schema: {
        operationId: 'migrateProcessInstance',
        summary: 'Move a running approval to another definition, or see what would become of it',
        tags,
        params: InstanceParams,
        body: MigrateBody,
        response: { 200: MigratedView },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const migration = { instanceId: params.id, body, revision: readRevision(request) }
      const key = readIdempotency(request)
      const answer = await migrateInstance(deps, userOf(request), migration, key)
      return sendTagged(reply, answer)
    },
  )

  app.post(
    '/api/bpm/v1/definitions/:id/migrations',
    {
      config,
      schema: {
        operationId: 'migrateDefinition',
        summary: 'Move all running approvals of a definition to another one, in the background',
        tags,
        params: DefinitionParams,
        body: MigrateBody,
        response: { 202: MigrationView },
      },
    },
    async (request, reply) => {
      const migration = { definitionId: request.params.id, body: request.body }
      const key = readIdempotency(request)
      return sendAnswer(reply, await startMigration(deps, userOf(request), migration, key))
    },
  )
}
