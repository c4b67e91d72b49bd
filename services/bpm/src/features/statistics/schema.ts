import { closed, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { NodeView, PersonView } from '../../runtime/views/instance-view.ts'

export const StatisticsQuery = Type.Object({
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Thirty days before `until` when absent.' }),
  ),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Now when absent.' })),
  bizType: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})
export type StatisticsQuery = Static<typeof StatisticsQuery>

const seconds = (description: string) => Type.Number({ description })

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
  nodes: Type.Array(closed({ definitionKey: Type.String(), node: NodeView, ...measures }), {
    description: 'At most 500, those first that most was decided at.',
  }),
  people: Type.Array(closed({ person: PersonView, ...measures }), {
    description: 'At most 500. A task that several can take is nobody’s backlog until one has it.',
  }),
})
export type StatisticsView = Static<typeof StatisticsView>
