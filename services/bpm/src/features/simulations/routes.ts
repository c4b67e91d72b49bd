import { isIdKey } from '@countersign/service-kit/cursor'
import type { App } from '@countersign/service-kit/http'
import { readIdempotency, sendAnswer } from '@countersign/service-kit/idempotency'
import { defaultLimit, pageOf, toPage } from '@countersign/service-kit/page'
import { readsAll, userOf, type UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { readCursor } from '../../http/cursor.ts'
import { problems } from '../../problems.ts'
import { listResults, sumPeople, sumResults, sumSteps } from './findings-queries.ts'
import { cancelSimulation, findSimulation, listSimulations } from './queries.ts'
import {
  DefinitionParams,
  ListSimulationsQuery,
  SimulateBody,
  SimulationParams,
  SimulationResultsQuery,
  SimulationResultView,
  SimulationSummaryView,
  SimulationView,
} from './schema.ts'
import { startSimulation } from './start-simulation.ts'
import {
  toResultView,
  toSimulationView,
  toSummaryView,
  type Names,
  type ResultRow,
} from './views.ts'

// As those who may publish what is tried.
const config = { caller: 'user', permission: 'bpm:definition:write' } as const
const tags = ['simulations']
const path = '/api/bpm/v1/simulations'

/** A definition tried on the approvals that ended: what they would come to, and who would be asked. */
export function addSimulationRoutes(app: App, deps: Deps): void {
  addCommands(app, deps)
  addRuns(app, deps)
  addSummary(app, deps)
  addResults(app, deps)
}

function addCommands(app: App, deps: Deps): void {
  app.post(
    '/api/bpm/v1/definitions/:id/simulations',
    {
      config,
      schema: {
        operationId: 'simulateDefinition',
        summary: 'Try a definition on the approvals of its key that ended in a period',
        tags,
        params: DefinitionParams,
        body: SimulateBody,
        response: { 202: SimulationView },
      },
    },
    async (request, reply) => {
      const simulation = { definitionId: request.params.id, body: request.body }
      const key = readIdempotency(request)
      return sendAnswer(reply, await startSimulation(deps, userOf(request), simulation, key))
    },
  )

  app.post(
    `${path}/:id/cancel`,
    {
      config,
      schema: {
        operationId: 'cancelSimulation',
        summary: 'End a simulation that is under way; what it has found so far stays',
        tags,
        params: SimulationParams,
        response: { 200: SimulationView },
      },
    },
    async (request) => {
      const { tenantId } = userOf(request)
      const { id } = request.params
      await cancelSimulation(deps.db, tenantId, id, deps.now())
      return readSimulation(deps, tenantId, id)
    },
  )
}

function addRuns(app: App, deps: Deps): void {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listSimulations',
        summary: 'Simulations, newest first; with `definitionId` those of one version',
        tags,
        querystring: ListSimulationsQuery,
        response: { 200: pageOf(SimulationView) },
      },
    },
    async (request) => {
      const { tenantId } = userOf(request)
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const page = { ...filter, beforeId: readCursor(cursor, isIdKey), limit: limit + 1 }
      const rows = await listSimulations(deps.db, tenantId, page)
      const { items, nextCursor } = toPage(rows, limit, ({ id }) => id)
      const ids = items.map(({ id }) => id)
      const sums = new Map(
        (await sumResults(deps.db, tenantId, ids)).map((one) => [one.simulationId, one]),
      )
      return { items: items.map((row) => toSimulationView(row, sums.get(row.id))), nextCursor }
    },
  )

  app.get(
    `${path}/:id`,
    {
      config,
      schema: {
        operationId: 'getSimulation',
        summary: 'How far a simulation has come, and what it has found so far',
        tags,
        params: SimulationParams,
        response: { 200: SimulationView },
      },
    },
    async (request) => readSimulation(deps, userOf(request).tenantId, request.params.id),
  )
}

function addSummary(app: App, deps: Deps): void {
  app.get(
    `${path}/:id/summary`,
    {
      config,
      schema: {
        operationId: 'getSimulationSummary',
        summary: 'Steps that would be left out or new, and who would be asked more or less often',
        tags,
        params: SimulationParams,
        response: { 200: SimulationSummaryView },
      },
    },
    async (request) => {
      const caller = userOf(request)
      const { id } = request.params
      await readSimulation(deps, caller.tenantId, id)
      const [steps, people] = await Promise.all([
        sumSteps(deps.db, caller.tenantId, id),
        sumPeople(deps.db, caller.tenantId, id),
      ])
      const names = await namesFor(deps, caller, () => people.people.map((one) => one.id))
      return toSummaryView(steps, people, names)
    },
  )
}

function addResults(app: App, deps: Deps): void {
  app.get(
    `${path}/:id/results`,
    {
      config,
      schema: {
        operationId: 'listSimulationResults',
        summary: 'What each approval came to, and would come to, step by step',
        tags,
        params: SimulationParams,
        querystring: SimulationResultsQuery,
        response: { 200: pageOf(SimulationResultView) },
      },
    },
    async (request) => {
      const caller = userOf(request)
      const { id } = request.params
      await readSimulation(deps, caller.tenantId, id)
      const { limit = defaultLimit, cursor, ...filter } = request.query
      const page = { ...filter, afterId: readCursor(cursor, isIdKey), limit: limit + 1 }
      const rows = await listResults(deps.db, caller.tenantId, id, page)
      const { items, nextCursor } = toPage(rows, limit, ({ instanceId }) => instanceId)
      const names = await namesFor(deps, caller, () => items.flatMap(peopleIn))
      const may = { readInstances: readsAll(caller), names }
      return { items: items.map((row) => toResultView(row, may)), nextCursor }
    },
  )
}

/** @throws `bpm.not_found` (404). */
async function readSimulation(
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  id: string,
): Promise<SimulationView> {
  const row = await findSimulation(db, tenantId, id)
  if (row === undefined) throw problems.not_found()
  const [totals] = await sumResults(db, tenantId, [id])
  return toSimulationView(row, totals)
}

/** Results keep ids alone: names are those of now, and for who may see how much others have to do. */
async function namesFor(
  { directory }: Pick<Deps, 'directory'>,
  { tenantId, permissions }: UserCaller,
  idsOf: () => readonly string[],
): Promise<Names> {
  if (!permissions.includes('bpm:workload:read')) return null
  const users = await directory.findUsers(tenantId, [...new Set(idsOf())])
  return new Map([...users].map(([id, { displayName }]) => [id, displayName]))
}

const peopleIn = ({ steps }: ResultRow): string[] =>
  steps.flatMap(({ peopleBefore, peopleAfter }) =>
    [...peopleBefore, ...peopleAfter].map(({ id }) => id),
  )
