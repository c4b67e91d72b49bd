import { Nullable, Revision, Timestamp, Uuid, closed } from '@countersign/service-kit/schema'
import { PageQuery } from '@countersign/service-kit/page'
import { Type, type Static } from 'typebox'
import {
  HIT_POLICIES,
  INPUT_TYPES,
  OUTPUT_TYPES,
  PERSON_KINDS,
  type DecisionTable,
  type OutputCell,
  type TableExample,
} from '../../core/decision/table.ts'
import type { TableProblem } from '../../core/decision/problem.ts'

const Name = Type.String({ minLength: 1, maxLength: 200 })
const Key = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9._-]{0,99}$' })
const BizType = Type.String({ minLength: 1, maxLength: 64 })
const Variable = Type.String({ minLength: 1, maxLength: 64 })
const status = Type.Enum(['DRAFT', 'PUBLISHED', 'RETIRED'])

const Value = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()])
const Values = Type.Array(Value, { maxItems: 200 })
const Level = Type.Integer({ minimum: 0, maximum: 50 })

const InputCell = Type.Union(
  [
    Type.Null(),
    closed({ oneOf: Values }),
    closed({ noneOf: Values }),
    closed({
      minimum: Type.Optional(Value),
      exclusiveMinimum: Type.Optional(Value),
      maximum: Type.Optional(Value),
      exclusiveMaximum: Type.Optional(Value),
    }),
  ],
  { description: 'A test of one variable; null matches any value.' },
)

const Person = closed({
  kind: Type.Enum(PERSON_KINDS),
  ref: Type.Optional(Type.String({ minLength: 1, maxLength: 150 })),
  level: Type.Optional(Level),
  from: Type.Optional(Level),
  to: Type.Optional(Level),
  name: Type.Optional(Variable),
})

const OutputCells = Type.Unsafe<readonly OutputCell[]>(
  Type.Array(Type.Union([Type.Null(), Value, Type.Array(Person, { maxItems: 50 })]), {
    maxItems: 20,
  }),
)
const Label = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))

const Table = Type.Unsafe<DecisionTable>(
  closed(
    {
      hitPolicy: Type.Enum(HIT_POLICIES),
      inputs: Type.Array(
        closed({ variable: Variable, type: Type.Enum(INPUT_TYPES), label: Label }),
        { maxItems: 20 },
      ),
      outputs: Type.Array(closed({ name: Variable, type: Type.Enum(OUTPUT_TYPES), label: Label }), {
        maxItems: 20,
      }),
      rows: Type.Array(
        closed({
          inputs: Type.Array(InputCell, { maxItems: 20 }),
          outputs: OutputCells,
          note: Type.Optional(Type.String({ maxLength: 500 })),
        }),
        { maxItems: 500 },
      ),
      otherwise: Nullable(OutputCells),
    },
    { title: 'DecisionTable' },
  ),
)

const Example = Type.Unsafe<TableExample>(
  closed({
    name: Type.Optional(Name),
    values: Type.Record(Variable, Value),
    expect: Nullable(OutputCells),
  }),
)

const content = {
  table: Table,
  examples: Type.Optional(
    Type.Array(Example, { maxItems: 100, description: 'What it must give, by example.' }),
  ),
}

export const DecisionParams = Type.Object({ id: Uuid })

export const CreateDecisionBody = closed({ bizType: BizType, key: Key, name: Name, ...content })
export type CreateDecisionBody = Static<typeof CreateDecisionBody>

export const UpdateDecisionBody = closed({
  name: Name,
  revision: Type.Optional(Revision),
  ...content,
})
export type UpdateDecisionBody = Static<typeof UpdateDecisionBody>

export const CheckDecisionBody = closed({ bizType: BizType, ...content })
export type CheckDecisionBody = Static<typeof CheckDecisionBody>

export const TryDecisionBody = closed({
  bizType: BizType,
  table: Table,
  values: Type.Record(Variable, Value),
})
export type TryDecisionBody = Static<typeof TryDecisionBody>

// Longer than any accepted document: the limit in bytes is a rule with an answer of its own.
const Text = Type.String({ minLength: 1, maxLength: 600_000 })

export const ReadDecisionBody = closed({
  bizType: BizType,
  dmn: Type.Optional(Text),
  csv: Type.Optional(Text),
  hitPolicy: Type.Optional({
    ...Type.Enum(HIT_POLICIES),
    description: 'Of a spreadsheet, which does not say it; UNIQUE when left out.',
  }),
})
export type ReadDecisionBody = Static<typeof ReadDecisionBody>

export const ListDecisionsQuery = Type.Object({
  bizType: Type.Optional(BizType),
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(status),
  ...PageQuery,
})

const Place = Type.Union([InputCell, closed({ missing: Type.Literal(true) })])
const Row = Type.Integer({ minimum: 0 })

const Found = Type.Unsafe<TableProblem>(
  closed({
    pointer: Type.String({ description: 'RFC 6901, into `{ table, examples }`.' }),
    code: Type.String(),
    message: Type.String(),
    rows: Type.Optional(Type.Array(Row, { description: 'The rows concerned, from 0.' })),
    where: Type.Optional(
      Type.Array(Place, { description: 'Where among the values, one place for each input.' }),
    ),
    given: Type.Optional({
      ...Nullable(OutputCells),
      description: 'Of an example: what the table gives for it; null: nothing.',
    }),
  }),
)

export const DecisionProblems = closed({
  problems: Type.Array(Found, { description: 'What keeps it from being published.' }),
  warnings: Type.Array(Found, { description: 'What can be published and is probably not meant.' }),
})

export const TriedView = closed({
  rows: Type.Array(Row, {
    description:
      'The rows that count, from 0. Without results: none, or several where one may match; with results, none is what is given otherwise.',
  }),
  outputs: Nullable(OutputCells),
})
export type TriedView = Static<typeof TriedView>

export const ReadView = closed({ name: Nullable(Type.String()), table: Table })

const common = {
  id: Uuid,
  bizType: Type.String(),
  key: Type.String(),
  version: Type.Integer(),
  name: Type.String(),
  status,
  revision: Revision,
  createdBy: Uuid,
  createdAt: Timestamp,
  updatedBy: Uuid,
  updatedAt: Timestamp,
  publishedAt: Nullable(Timestamp),
  retiredAt: Nullable(Timestamp),
  contentHash: {
    ...Nullable(Type.String()),
    description: 'SHA-256 of the published table as canonical JSON, in hex.',
  },
}

export const DecisionSummary = closed(common, { title: 'DecisionSummary' })
export type DecisionSummary = Static<typeof DecisionSummary>

export const DecisionView = closed(
  { ...common, table: Table, examples: Type.Array(Example) },
  { title: 'Decision' },
)
export type DecisionView = Static<typeof DecisionView>
