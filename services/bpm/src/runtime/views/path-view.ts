import { closed, Nullable, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { TASK_STATES } from '../../core/task.ts'
import { NodeView, OnBehalfOf, PersonView } from './instance-view.ts'

/** Names and values as the client sends them; the declaration says what fits. */
export const VariablesBody = Type.Record(Type.String({ maxLength: 64 }), Type.Unknown())

export const Selections = Type.Record(
  Type.String({ maxLength: 255 }),
  Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true }),
  { description: 'People chosen for nodes whose candidates the initiator selects, by node id.' },
)
export type Selections = Static<typeof Selections>

/** Whom somebody shows an approval to who starts or decides it. */
export const CopiedPeople = Type.Optional(
  Type.Array(Uuid, {
    maxItems: 50,
    uniqueItems: true,
    description: 'People who are shown it: one copy each, at a node and round.',
  }),
)

/** A seat of a node at work: whose it is, and with whom it is. */
const SeatView = closed({
  people: Type.Array(PersonView, { description: 'Who has it, or who of them could take it.' }),
  status: Type.Enum([...TASK_STATES]),
  onBehalfOf: Type.Optional(OnBehalfOf),
  owner: Type.Optional(
    closed(PersonView.properties, { description: 'Who has lent it, and gets it back.' }),
  ),
})
export type SeatView = Static<typeof SeatView>

/** Where an approval goes, and whom it asks, as far as that can be told. */
export const PathView = closed({
  steps: Type.Array(
    closed({
      node: NodeView,
      kind: Type.Enum(['task', 'copy', 'call']),
      state: Type.Enum(['active', 'expected']),
      people: Type.Array(PersonView),
      seats: Type.Optional(
        Type.Array(SeatView, { description: 'Of a node at work, those decided among them.' }),
      ),
      mode: Nullable(Type.String()),
    }),
  ),
  complete: Type.Boolean({ description: 'False when the path cannot be told to its end.' }),
  openQuestion: Nullable(Type.String({ description: 'Why it could not be told.' })),
})
export type PathView = Static<typeof PathView>

const SelectableView = closed({
  node: NodeView,
  required: Type.Boolean({ description: 'Without a choice the start is refused.' }),
})
export type SelectableView = Static<typeof SelectableView>

/** The path of a start that is only imagined, and what it leaves to choose. */
export const StartPathView = closed({
  ...PathView.properties,
  selections: Type.Array(SelectableView, {
    description: 'Nodes on the way whose people whoever starts chooses: members of `selections`.',
  }),
})
export type StartPathView = Static<typeof StartPathView>
