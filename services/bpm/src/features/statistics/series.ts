import { inSnapshot } from '@countersign/service-kit/transaction'
import { cutIntoBuckets, toSeries, toTaskPoints, type Bucket } from '../../core/series.ts'
import { isTimeZone } from '../../core/working-time.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { calendarOf } from '../../runtime/people/calendars.ts'
import { toPeriod } from './period.ts'
import type { SeriesQuery, SeriesView, StepsQuery, StepsView } from './schema.ts'
import {
  countFlow,
  countTasks,
  countTasksByStep,
  type Asked,
  type HandledAtStep,
} from './series-queries.ts'

/** Of how many steps the series are told; the rest is found by naming a process. */
const MOST_STEPS = 100

/**
 * The series of approvals and tasks, on one snapshot.
 *
 * @throws `bpm.invalid_request` (400) for a period of none or too many days, or no time zone.
 */
export async function readSeries(
  deps: Pick<Deps, 'db' | 'now'>,
  tenantId: string,
  { interval = 'week', ...query }: SeriesQuery,
): Promise<SeriesView> {
  const { asked, timeZone } = await ask(deps, tenantId, query, interval)
  const points = await inSnapshot(deps.db, async (tx) => {
    const flows = await countFlow(tx, tenantId, asked)
    return toSeries(asked.buckets, flows, await countTasks(tx, tenantId, asked))
  })
  return {
    interval,
    timeZone,
    points: asked.buckets.flatMap((bucket, index) => {
      const point = points[index]
      return point === undefined ? [] : [{ ...toBucketView(bucket), ...point }]
    }),
  }
}

/**
 * The series of tasks at each step, week by week.
 *
 * @throws as {@link readSeries}.
 */
export async function readSteps(
  deps: Pick<Deps, 'db' | 'now'>,
  tenantId: string,
  query: StepsQuery,
): Promise<StepsView> {
  const { asked, timeZone } = await ask(deps, tenantId, query, 'week')
  const rows = await countTasksByStep(deps.db, tenantId, asked, MOST_STEPS + 1)
  const steps = [...Map.groupBy(rows, stepOf).values()]
  return {
    timeZone,
    weeks: asked.buckets.map(toBucketView),
    steps: steps.slice(0, MOST_STEPS).flatMap((those) => {
      const [first] = those
      if (first === undefined) return []
      const { definitionKey, nodeId: id, nodeName: name } = first
      const points = [...toTaskPoints(asked.buckets.length, those)]
      return [{ definitionKey, node: { id, name }, points }]
    }),
    complete: steps.length <= MOST_STEPS,
  }
}

const stepOf = ({ definitionKey, nodeId }: HandledAtStep) => `${definitionKey} ${nodeId}`

const toBucketView = ({ day, from, until }: Bucket) => ({
  day,
  from: from.toISOString(),
  until: until.toISOString(),
})

async function ask(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  tenantId: string,
  query: StepsQuery,
  interval: 'day' | 'week',
): Promise<{ readonly asked: Asked; readonly timeZone: string }> {
  const period = toPeriod(query, now())
  const timeZone = query.timeZone ?? (await calendarOf(db, tenantId)).timeZone
  if (!isTimeZone(timeZone)) {
    const detail = 'no time zone of this name'
    throw problems.invalid_request({
      errors: [{ pointer: '/query/timeZone', code: 'time_zone', detail }],
    })
  }
  const { bizType, definitionKey } = period
  return {
    asked: { buckets: cutIntoBuckets(period, interval, timeZone), bizType, definitionKey },
    timeZone,
  }
}
