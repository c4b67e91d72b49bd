import { Nullable, Revision, Timestamp, Uuid, closed } from '@countersign/service-kit/schema'
import { PageQuery } from '@countersign/service-kit/page'
import { Type, type Static } from 'typebox'
import { SOURCE_FORMATS } from '../../core/definition/import/formats.ts'
import { REPAIR_KINDS } from '../../core/definition/repair/kinds.ts'
import { Selections, VariablesBody } from '../../runtime/views/path-view.ts'
import { TreeBody } from './tree-schema.ts'

const Name = Type.String({ minLength: 1, maxLength: 200 })
const Key = Type.String({
  pattern: '^[A-Za-z_][A-Za-z0-9._-]{0,99}$',
  description: 'The id of the one executable process.',
})
const BizType = Type.String({ minLength: 1, maxLength: 64 })
const status = Type.Enum(['DRAFT', 'PUBLISHED', 'RETIRED'])

// Longer than any accepted one: the limit in bytes is a rule with an answer of its own.
const content = {
  bpmnXml: Type.Optional(Type.String({ minLength: 1, maxLength: 600_000 })),
  tree: Type.Optional(TreeBody),
}

export const DefinitionParams = Type.Object({ id: Uuid })

export const CreateDefinitionBody = closed({ bizType: BizType, key: Key, name: Name, ...content })
export type CreateDefinitionBody = Static<typeof CreateDefinitionBody>

export const ValidateDefinitionBody = closed({
  bizType: BizType,
  key: Type.Optional(Key),
  name: Type.Optional(Name),
  ...content,
})
export type ValidateDefinitionBody = Static<typeof ValidateDefinitionBody>

export const DryRunBody = closed({
  ...ValidateDefinitionBody.properties,
  variables: VariablesBody,
  selections: Type.Optional(Selections),
  initiatorId: Type.Optional({ ...Uuid, description: 'Who is imagined to start it.' }),
})
export type DryRunBody = Static<typeof DryRunBody>

export const UpdateDefinitionBody = closed({
  name: Name,
  revision: Type.Optional(Revision),
  ...content,
})
export type UpdateDefinitionBody = Static<typeof UpdateDefinitionBody>

export const ListDefinitionsQuery = Type.Object({
  bizType: Type.Optional(BizType),
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(status),
  ...PageQuery,
})

const Imported = Type.Array(
  closed({
    element: Type.String(),
    name: Type.String({
      description:
        'Attribute or element: of another engine without prefix, of another tool as it is written.',
    }),
    value: Type.Optional(Type.String()),
    outcome: Type.Enum(['mapped', 'ignored', 'refused']),
    wins: Type.Optional(
      Type.String({ description: 'What counts instead of it, where two say the same thing.' }),
    ),
  }),
  {
    description: 'What became of the parts of another tool, such as Flowable, Camunda or Operaton.',
  },
)

const Repair = closed({
  id: Type.String({ description: 'For `repair`; the same for the same document.' }),
  kind: Type.Enum([...REPAIR_KINDS]),
  element: Type.String(),
  does: Type.String({ description: 'What it would do, in English.' }),
  values: Type.Record(Type.String(), Type.String(), {
    description: 'What the words are about, for other languages.',
  }),
  isSafe: Type.Boolean({
    description: 'The model says so already: nothing is chosen for its author.',
  }),
})

const Found = closed({
  element: Type.String(),
  code: Type.String(),
  message: Type.String(),
  subject: Type.Optional(
    Type.String({
      description: 'What of the element is meant: an attribute, a reference, a person.',
    }),
  ),
  repairs: Type.Array(Repair, { description: 'What can be done about it; one of them is enough.' }),
})

export const ProblemsView = closed({
  problems: Type.Array(Found, { description: 'What keeps it from being published.' }),
  warnings: Type.Array(Found, {
    description:
      'What can be published and is probably not meant: people nobody knows, conditions that no value changes.',
  }),
  imported: Imported,
})

export const RepairDefinitionBody = closed({
  bizType: BizType,
  key: Type.Optional(Key),
  name: Type.Optional(Name),
  bpmnXml: Type.String({ minLength: 1, maxLength: 600_000 }),
  repairs: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 600 }), {
      maxItems: 500,
      description: 'Ids of repairs, as `validate` names them; without it all that are safe.',
    }),
  ),
})
export type RepairDefinitionBody = Static<typeof RepairDefinitionBody>

export const RepairedView = closed({
  bpmnXml: Type.String({ description: 'What is not repaired is as it was sent, byte for byte.' }),
  applied: Type.Array(Repair),
  skipped: Type.Array(Type.String(), {
    description: 'Of those that were named: what is not offered, as it is done or never was.',
  }),
  ...ProblemsView.properties,
})

export const ImportDefinitionBody = closed({
  bizType: BizType,
  key: Type.Optional(Key),
  name: Type.Optional(Name),
  source: Type.String({
    minLength: 1,
    maxLength: 600_000,
    description:
      'BPMN 2.0 XML, or JSON of FlowLong or Warm-Flow; which one is seen by what is in it.',
  }),
  repairs: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 600 }), {
      maxItems: 500,
      description: 'Ids of repairs, as an import without them names them.',
    }),
  ),
})
export type ImportDefinitionBody = Static<typeof ImportDefinitionBody>

export const ImportedView = closed({
  format: Type.Enum([...SOURCE_FORMATS]),
  key: Nullable(
    Type.String({ description: 'As the file calls the process, where that is a key.' }),
  ),
  name: Nullable(Type.String()),
  tree: Type.Unknown({
    description: 'Steps that say the same, for a draft that is edited as such; or null.',
  }),
  ...RepairedView.properties,
})

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
}

export const DefinitionSummary = closed(common, { title: 'DefinitionSummary' })
export type DefinitionSummary = Static<typeof DefinitionSummary>

export const DefinitionView = closed(
  {
    ...common,
    tree: Type.Unknown({ description: 'The approval tree it was made from, or null.' }),
    imported: Imported,
  },
  { title: 'Definition' },
)
export type DefinitionView = Static<typeof DefinitionView>
