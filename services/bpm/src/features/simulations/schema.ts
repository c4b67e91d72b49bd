import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { INSTANCE_STATUSES } from '../../core/instance.ts'
import { SIMULATION_OUTCOMES } from '../../core/simulation/compare.ts'
import { NodeView, PersonView } from '../../runtime/views/instance-view.ts'

export const DefinitionParams = Type.Object({ id: Uuid })
export const SimulationParams = Type.Object({ id: Uuid })

export const SimulateBody = closed({
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Ninety days before `until` when absent.' }),
  ),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Now when absent.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 5000,
      description: 'The latest so many of the period; 500 when absent.',
    }),
  ),
})
export type SimulateBody = Static<typeof SimulateBody>

export const ListSimulationsQuery = Type.Object({
  ...PageQuery,
  definitionId: Type.Optional(Uuid),
})

const count = (description?: string) =>
  Type.Integer(description === undefined ? {} : { description })

export const SimulationView = closed(
  {
    id: Uuid,
    definition: closed({
      id: Uuid,
      key: Type.String(),
      version: Type.Integer(),
      revision: Type.Integer({ description: 'Of the draft, as it was when it was asked for.' }),
    }),
    from: Timestamp,
    until: Timestamp,
    status: Type.Enum(['WAITING', 'RUNNING', 'ENDED', 'CANCELLED'], {
      description: 'It waits while another one of the tenant runs.',
    }),
    total: count('Approvals that it goes through: those of the period, up to the limit.'),
    done: count('Of them so far.'),
    outcomes: closed(
      {
        same: count('The same result, and the same people asked as often.'),
        otherPeople: count('The same result; other people asked, or more or less often.'),
        otherResult: count(),
        open: count('At some step nobody decided in history.'),
        stuck: count('It would not come to an end.'),
      },
      { description: 'Approvals by what they would come to.' },
    ),
    tasks: closed(
      { before: count(), after: count() },
      { description: 'How often the process asked, and would ask, somebody to decide.' },
    ),
    createdBy: PersonView,
    createdAt: Timestamp,
    endedAt: Nullable(Timestamp),
  },
  { title: 'Simulation' },
)
export type SimulationView = Static<typeof SimulationView>

export const SimulationSummaryView = closed(
  {
    steps: Type.Array(
      closed({
        node: NodeView,
        approvals: closed({ before: count(), after: count() }),
        tasks: closed({ before: count(), after: count() }),
        open: count('Approvals where nobody decided here in history.'),
      }),
      { description: 'At most 500, in the order in which approvals come to them.' },
    ),
    people: closed(
      {
        before: count('Who was asked.'),
        after: count('Who would be asked.'),
        more: count('Who would have more tasks.'),
        less: count('Who would have fewer.'),
      },
      { description: 'How many people.' },
    ),
    byPerson: Type.Array(
      closed({ person: PersonView, tasks: closed({ before: count(), after: count() }) }),
      {
        description:
          'Who would have more or fewer tasks: at most 500, to who holds `bpm:workload:read`; none to others.',
      },
    ),
  },
  { title: 'SimulationSummary' },
)
export type SimulationSummaryView = Static<typeof SimulationSummaryView>

const outcome = Type.Enum([...SIMULATION_OUTCOMES])

export const SimulationResultsQuery = Type.Object({ ...PageQuery, outcome: Type.Optional(outcome) })

const Asked = Type.Array(closed({ person: PersonView, times: Type.Integer() }), {
  description: 'To who holds `bpm:workload:read`; none to others.',
})

export const SimulationResultView = closed(
  {
    instance: Nullable(
      closed(
        {
          id: Uuid,
          title: Type.String(),
          bizId: Type.String(),
        },
        { description: 'null to who may not read every approval.' },
      ),
    ),
    endedAt: Timestamp,
    outcome,
    result: closed(
      { before: Type.Enum([...INSTANCE_STATUSES]), after: Type.Enum([...INSTANCE_STATUSES]) },
      {
        description:
          'After: as far as it would come; of an open one if everybody approved who did not decide in history.',
      },
    ),
    tasks: closed({ before: count(), after: count() }),
    people: closed({ before: count(), after: count() }),
    obstacle: Nullable(
      closed({
        node: NodeView,
        reason: Type.String({ description: 'Why it cannot go on here.' }),
      }),
    ),
    steps: Type.Array(
      closed({
        node: NodeView,
        tasks: closed({ before: count(), after: count() }),
        open: Type.Boolean({ description: 'Nobody decided here in history.' }),
        before: Asked,
        after: Asked,
      }),
    ),
  },
  { title: 'SimulationResult' },
)
export type SimulationResultView = Static<typeof SimulationResultView>
