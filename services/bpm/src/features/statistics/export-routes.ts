import type { App } from '@countersign/service-kit/http'
import { userOf } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { CsvContent, sendCsv, type CsvColumns } from '../../http/csv-reply.ts'
import { toPeriod } from './period.ts'
import { measureNodes, measurePeople, type NodeRow, type PersonRow } from './queries.ts'
import {
  SeriesQuery,
  StatisticsQuery,
  StepsQuery,
  type SeriesView,
  type StepsView,
} from './schema.ts'

const measures: CsvColumns<NodeRow | PersonRow> = [
  ['decided', ({ decided }) => decided],
  ['returned', ({ returned }) => returned],
  ['returnRate', ({ decided, returned }) => (decided === 0 ? 0 : returned / decided)],
  ['medianSeconds', ({ medianSeconds }) => medianSeconds],
  ['p90Seconds', ({ p90Seconds }) => p90Seconds],
  ['backlog', ({ backlog }) => backlog],
  ['overdue', ({ overdue }) => overdue],
]

const nodeColumns: CsvColumns<NodeRow> = [
  ['definitionKey', ({ definitionKey }) => definitionKey],
  ['nodeId', ({ nodeId }) => nodeId],
  ['nodeName', ({ nodeName }) => nodeName],
  ...measures,
]

const personColumns: CsvColumns<PersonRow> = [
  ['userId', ({ userId }) => userId],
  ['name', ({ name }) => name],
  ...measures,
]

type Point = SeriesView['points'][number]
type StepPoint = StepsView['steps'][number]['points'][number]

const ofTasks: CsvColumns<Point | StepPoint> = [
  ['decided', ({ decided }) => decided],
  ['returned', ({ returned }) => returned],
  ['breached', ({ breached }) => breached],
  ['waiting', ({ waiting }) => waiting],
  ['medianSeconds', ({ medianSeconds }) => medianSeconds],
  ['p90Seconds', ({ p90Seconds }) => p90Seconds],
]

const ofBucket: CsvColumns<StepsView['weeks'][number]> = [
  ['day', ({ day }) => day],
  ['from', ({ from }) => from],
  ['until', ({ until }) => until],
]

const seriesColumns: CsvColumns<Point> = [
  ...ofBucket,
  ['started', ({ started }) => started],
  ['resubmitted', ({ resubmitted }) => resubmitted],
  ['reworked', ({ reworked }) => reworked],
  ...ofTasks,
]

type StepRow = StepsView['weeks'][number] &
  StepPoint &
  Pick<NodeRow, 'definitionKey' | 'nodeId' | 'nodeName'>

const stepColumns: CsvColumns<StepRow> = [
  ['definitionKey', ({ definitionKey }) => definitionKey],
  ['nodeId', ({ nodeId }) => nodeId],
  ['nodeName', ({ nodeName }) => nodeName],
  ...ofBucket,
  ...ofTasks,
]

const common = { tags: ['statistics'], response: { 200: CsvContent } }
const config = { caller: 'user', permission: 'bpm:statistics:read' } as const

/** The tables of the statistics as files. */
export function addStatisticsExportRoutes(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  addTables(app, deps)
  addSeries(app, deps)
}

function addTables(app: App, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/api/bpm/v1/statistics/nodes.csv',
    {
      config,
      schema: {
        operationId: 'exportNodeStatistics',
        summary: 'Cycle times, backlog, overdue and return rate of each node as CSV',
        ...common,
        querystring: StatisticsQuery,
      },
    },
    async (request, reply) => {
      const period = toPeriod(request.query, now())
      const rows = await measureNodes(db, userOf(request).tenantId, period)
      return sendCsv(reply, 'statistics-nodes', nodeColumns, [rows])
    },
  )

  app.get(
    '/api/bpm/v1/statistics/people.csv',
    {
      config: { caller: 'user', permission: 'bpm:workload:read' },
      schema: {
        operationId: 'exportPeopleStatistics',
        summary: 'Cycle times, backlog, overdue and return rate of each person as CSV',
        ...common,
        querystring: StatisticsQuery,
      },
    },
    async (request, reply) => {
      const period = toPeriod(request.query, now())
      const rows = await measurePeople(db, userOf(request).tenantId, period)
      return sendCsv(reply, 'statistics-people', personColumns, [rows])
    },
  )
}

function addSeries(app: App, deps: Pick<Deps, 'db' | 'now'>): void {
  app.get(
    '/api/bpm/v1/statistics/series.csv',
    {
      config,
      schema: {
        operationId: 'exportStatisticsSeries',
        summary: 'The series of weeks or days as CSV',
        ...common,
        querystring: SeriesQuery,
      },
    },
    async (request, reply) => {
      const { readSeries } = await import('./series.ts')
      const { points } = await readSeries(deps, userOf(request).tenantId, request.query)
      return sendCsv(reply, 'statistics-series', seriesColumns, [points])
    },
  )

  app.get(
    '/api/bpm/v1/statistics/steps.csv',
    {
      config,
      schema: {
        operationId: 'exportStepStatistics',
        summary: 'The series of each step as CSV, a row for each step and week',
        ...common,
        querystring: StepsQuery,
      },
    },
    async (request, reply) => {
      const { readSteps } = await import('./series.ts')
      const view = await readSteps(deps, userOf(request).tenantId, request.query)
      return sendCsv(reply, 'statistics-steps', stepColumns, toStepRows(view))
    },
  )
}

/** Step by step, so that no more than the weeks of one are made at a time. */
function* toStepRows({ weeks, steps }: StepsView): Generator<readonly StepRow[]> {
  for (const { definitionKey, node, points } of steps) {
    const step = { definitionKey, nodeId: node.id, nodeName: node.name }
    yield weeks.flatMap((week, index) => {
      const point = points[index]
      return point === undefined ? [] : [{ ...step, ...week, ...point }]
    })
  }
}
