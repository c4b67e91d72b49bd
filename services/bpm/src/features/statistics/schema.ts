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
})
export type StatisticsQuery = Static<typeof StatisticsQuery>

export const SeriesQuery = Type.Object({
  ...Type.Omit(StatisticsQuery, ['until']).properties,
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Thirty days ago when absent.' }),
  ),
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
    started: Type.Integer({ description: 'Started by people in the period.' }),
    called: Type.Integer({
      description: 'Called by other approvals in the period; counted in none of the others here.',
    }),
    ended: Type.Integer({ description: 'Of those that people started, ended in the period.' }),
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
    { description: 'At most 500, those first that most was decided at.' },
  ),
  people: Type.Array(closed({ person: PersonView, ...measures }), {
    description:
      'At most 500, to who holds `bpm:workload:read`; none to others. A task that several can take is nobody’s backlog until one has it.',
  }),
  workload: Nullable(
    closed(
      {
        people: Type.Integer({ description: 'Who decided something, or has something to decide.' }),
        decided: Spread,
        backlog: Spread,
        medianSeconds: Spread,
      },
      { description: 'Of each person, without names; null of fewer than five people.' },
    ),
  ),
})
export type StatisticsView = Static<typeof StatisticsView>

const count = (description: string) => Type.Integer({ description })

export const SeriesView = closed({
  interval: Type.Enum([...INTERVALS]),
  timeZone: Type.String({ description: 'Of the calendar of the tenant.' }),
  points: Type.Array(
    closed({
      day: Type.String({
        description: 'Its first day in this time zone; weeks begin on Monday.',
        examples: ['2026-01-26'],
      }),
      from: Timestamp,
      until: Timestamp,
      started: count('Approvals that people started.'),
      decided: count('Tasks that people decided.'),
      returned: count('Those of them that were returned.'),
      breached: count('Tasks that passed their due date undecided.'),
      waiting: count('Tasks undecided at its end.'),
    }),
    {
      description:
        'In the order of time. The first is whole, also where the period begins in it; the last one grows until now.',
    },
  ),
})
export type SeriesView = Static<typeof SeriesView>
