import { closed, Nullable, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { INTERVALS } from '../../core/series.ts'
import { NodeView, PersonView } from '../../runtime/views/instance-view.ts'

export const StatisticsQuery = Type.Object({
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Thirty days before `until` when absent.' }),
  ),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Now when absent.' })),
  bizType: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  definitionKey: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Key of the process, all versions.' }),
  ),
})
export type StatisticsQuery = Static<typeof StatisticsQuery>

export const StepsQuery = Type.Object({
  ...Type.Omit(StatisticsQuery, ['until']).properties,
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Thirty days ago when absent.' }),
  ),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'By its name in the IANA database; that of the tenant’s calendar when absent.',
      examples: ['Asia/Shanghai'],
    }),
  ),
})
export type StepsQuery = Static<typeof StepsQuery>

export const SeriesQuery = Type.Object({
  ...StepsQuery.properties,
  interval: Type.Optional(Type.Enum([...INTERVALS], { description: '`week` when absent.' })),
})
export type SeriesQuery = Static<typeof SeriesQuery>

const seconds = (description: string) => Type.Number({ description })

const Spread = closed({
  median: Type.Number({ description: 'Half of the people have less.' }),
  p90: Type.Number({ description: 'Nine of ten have less.' }),
})

const measures = {
  decided: Type.Integer({ description: 'Tasks that people decided in the period.' }),
  returned: Type.Integer({ description: 'Those of them that were returned.' }),
  medianSeconds: seconds('From when a task could be decided until it was; half were faster.'),
  p90Seconds: seconds('Nine of ten were faster.'),
  backlog: Type.Integer({ description: 'Undecided now.' }),
  overdue: Type.Integer({ description: 'Undecided now, and past their due date.' }),
}

export const StatisticsView = closed({
  from: Timestamp,
  until: Timestamp,
  instances: closed({
    started: Type.Integer({
      description: 'Started in the period, by people, by a time or by a signal.',
    }),
    called: Type.Integer({
      description: 'Called by other approvals in the period; counted in none of the others here.',
    }),
    ended: Type.Integer({ description: 'Ended in the period, but for those that others called.' }),
    returned: Type.Integer({ description: 'Started in the period and returned at least once.' }),
    returnRate: Type.Number({ description: '`returned` by `started`; 0 when none was started.' }),
    medianSeconds: seconds('From the start to the end, of those that ended in the period.'),
  }),
  nodes: Type.Array(
    closed({
      definitionKey: Type.String(),
      node: NodeView,
      ...measures,
      waitingFor: closed(
        {
          upToOneDay: Type.Integer(),
          upToThreeDays: Type.Integer(),
          upToAWeek: Type.Integer(),
          longer: Type.Integer(),
        },
        { description: 'The backlog, by how long each has waited so far.' },
      ),
    }),
    { description: 'At most 500, those first that most was decided or waits at.' },
  ),
  people: Type.Array(closed({ person: PersonView, ...measures }), {
    description:
      'At most 500, to who holds `bpm:workload:read`, those first who decided or have most; none to others. A task that several can take is nobody’s backlog until one has it.',
  }),
  workload: Nullable(
    closed(
      {
        people: Type.Integer({ description: 'Who decided something, or has something to decide.' }),
        decided: Spread,
        backlog: Spread,
        medianSeconds: Nullable(Spread),
      },
      {
        description:
          'Of each person, without names; null of fewer than five people, as `medianSeconds` is where fewer have decided.',
      },
    ),
  ),
  complete: Type.Boolean({
    description: 'False when there are more nodes or people; name a process, or read the files.',
  }),
})
export type StatisticsView = Static<typeof StatisticsView>

const count = (description: string) => Type.Integer({ description })

const bucket = {
  day: Type.String({
    description: 'Its first day in this time zone; weeks begin on Monday.',
    examples: ['2026-01-26'],
  }),
  from: Timestamp,
  until: Timestamp,
}

const ofTasks = {
  decided: count('Tasks that people decided.'),
  returned: count('Those of them that were returned.'),
  breached: count('Tasks that passed their due date undecided.'),
  waiting: count('Tasks undecided at its end.'),
  medianSeconds: Nullable(
    seconds('How long what was decided in it took; half were faster. Null when nothing was.'),
  ),
  p90Seconds: Nullable(seconds('Nine of ten were faster.')),
}

const timeZone = Type.String({ description: 'In which days and weeks begin.' })

export const SeriesView = closed({
  interval: Type.Enum([...INTERVALS]),
  timeZone,
  points: Type.Array(
    closed({
      ...bucket,
      started: count('Approvals that people, a time or a signal started.'),
      resubmitted: count('Resubmissions.'),
      reworked: count('Approvals that were resubmitted, however often each.'),
      ...ofTasks,
    }),
    {
      description:
        'In the order of time. The first is whole, also where the period begins in it; the last one grows until now.',
    },
  ),
})
export type SeriesView = Static<typeof SeriesView>

export const StepsView = closed({
  timeZone,
  weeks: Type.Array(closed(bucket), {
    description: 'In the order of time; the first is whole, the last one grows until now.',
  }),
  steps: Type.Array(
    closed({
      definitionKey: Type.String(),
      node: NodeView,
      points: Type.Array(closed(ofTasks), { description: 'One for each of the weeks.' }),
    }),
    { description: 'At most 100, those first that most was decided at.' },
  ),
  complete: Type.Boolean({ description: 'False when there are more; name a process.' }),
})
export type StepsView = Static<typeof StepsView>

export const ForecastsQuery = Type.Pick(StatisticsQuery, ['bizType', 'definitionKey'])
export type ForecastsQuery = Static<typeof ForecastsQuery>

const expectedCount = (description: string) => Type.Number({ description })

export const ForecastsView = closed({
  at: Timestamp,
  since: Timestamp,
  fewestApprovals: count('With fewer decided ones at a step nothing is told of it.'),
  steps: Type.Array(
    closed({
      definitionKey: Type.String(),
      node: NodeView,
      waiting: count(
        'Running approvals that wait at it; one that is there several times at once counts as often.',
      ),
      approvals: count(
        'Decided ones that were there and ended since `since`: at most 200 of the process.',
      ),
      expected: Nullable(
        closed(
          {
            withinADay: expectedCount('Expected to be decided, as a whole, within a day from now.'),
            withinAWeek: expectedCount('After a day, and within a week.'),
            later: expectedCount('After a week.'),
            unknown: count('Longer there than nearly all before them.'),
          },
          { description: 'They add up to `waiting`. Null when too few were decided.' },
        ),
      ),
    }),
    { description: 'Those first where most waits.' },
  ),
  complete: Type.Boolean({
    description: 'False when more than 5,000 wait, or in more than 20 processes; name one.',
  }),
})
export type ForecastsView = Static<typeof ForecastsView>
