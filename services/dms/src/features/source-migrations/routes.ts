import { tenantCaller } from '@countersign/service-kit/caller'
import { isIdKey, readCursor } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { PageQuery, pageOf, toPage } from '@countersign/service-kit/page'
import { closed, Uuid } from '@countersign/service-kit/schema'
import type { TokenUser } from '../../access/access.ts'
import { findSource } from '../../content/source-queries.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { userActor } from '../audit/queries.ts'
import { readProgress } from './progress.ts'
import { findMigration, listMigrations } from './queries.ts'
import { releaseMigration } from './release.ts'
import { MigrationBody, MigrationParams, MigrationView } from './schema.ts'
import { startMigration } from './start.ts'
import { stopMigration } from './stop.ts'
import { viewMigration } from './view.ts'

const path = '/api/dms/storage-sources/:sourceId/migrations'
const config = { caller: 'user', permission: 'dms:source:admin' } as const
const SourceOnly = closed({ sourceId: Uuid })

const requesterOf = ({ tenantId, subject }: TokenUser) => ({ tenantId, actor: userActor(subject) })

export async function addMigrationRoutes(app: App, deps: Deps): Promise<void> {
  addStartStorageMigration(app, deps)
  addListStorageMigrations(app, deps)
  addGetStorageMigration(app, deps)
  addEndRoutes(app, deps)
}

function addStartStorageMigration(app: App, deps: Deps): void {
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'startStorageMigration',
        summary: 'Move what is stored in a source to another, or go on with it',
        params: SourceOnly,
        body: MigrationBody,
        response: { 200: MigrationView, 201: MigrationView },
      },
    },
    async (request, reply) => {
      const key = readIdempotency(request)
      const requester = requesterOf(tenantCaller(request))
      const { sourceId } = request.params
      const { targetId } = request.body
      return sendAnswer(reply, await startMigration(deps, requester, sourceId, targetId, key))
    },
  )
}

function addListStorageMigrations(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listStorageMigrations',
        summary: 'Migrations out of a source, newest first',
        params: SourceOnly,
        querystring: closed(PageQuery),
        response: { 200: pageOf(MigrationView) },
      },
    },
    async (request) => {
      const { tenantId } = tenantCaller(request)
      const { sourceId } = request.params
      const { limit = 50, cursor } = request.query
      const before = readCursor(cursor, isIdKey)
      if ((await findSource(deps.db, tenantId, sourceId)) === undefined) throw problems.not_found()
      const page = { limit: limit + 1, before }
      const rows = await listMigrations(deps.db, tenantId, sourceId, page)
      const { items, nextCursor } = toPage(rows, limit, (row) => row.id)
      const views = items.map(async (row) => viewMigration(row, await readProgress(deps.db, row)))
      return { items: await Promise.all(views), nextCursor }
    },
  )
}

function addGetStorageMigration(app: App, deps: Deps): void {
  app.get(
    `${path}/:migrationId`,
    {
      config,
      schema: {
        operationId: 'getStorageMigration',
        summary: 'Where a migration stands',
        params: MigrationParams,
        response: { 200: MigrationView },
      },
    },
    async (request) => {
      const { tenantId } = tenantCaller(request)
      const { sourceId, migrationId } = request.params
      const row = await findMigration(deps.db, tenantId, sourceId, migrationId)
      if (row === undefined) throw problems.not_found()
      return viewMigration(row, await readProgress(deps.db, row))
    },
  )
}

function addEndRoutes(app: App, deps: Deps): void {
  for (const [name, end, operationId, summary] of [
    [
      'stop',
      stopMigration,
      'stopStorageMigration',
      'Stop a migration; starting it goes on with it',
    ],
    [
      'release',
      releaseMigration,
      'releaseStorageMigration',
      'Give up the old copies of a migration that has ended or was stopped',
    ],
  ] as const) {
    app.post(
      `${path}/:migrationId/${name}`,
      {
        config,
        schema: {
          operationId,
          summary,
          params: MigrationParams,
          response: { 200: MigrationView },
        },
      },
      async (request, reply) => {
        const key = readIdempotency(request)
        const requester = requesterOf(tenantCaller(request))
        return sendAnswer(reply, await end(deps, requester, request.params, key))
      },
    )
  }
}
