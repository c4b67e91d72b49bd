import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { KEY_FIELD_FORMATS, type KeyField } from '@countersign/contracts'
import { Type, type Static } from 'typebox'
import { INSTANCE_STATUSES, toDetailUrl } from '../../core/instance.ts'
import { toKeyFields } from '../../core/key-fields.ts'
import type { Variables } from '../../core/variables.ts'
import type { InstanceRow } from '../load/instances.ts'

export const PersonView = closed({ id: Uuid, name: Type.String() }, { title: 'Person' })

export const OnBehalfOf = closed(
  { ...PersonView.properties },
  { description: 'In whose place, where somebody stands in.' },
)

export const NodeView = closed({ id: Type.String(), name: Type.String() })

/** Values by declared name. */
export const VariablesView = Type.Record(Type.String(), Type.Unknown())

/** In each language of the platform. */
export const LocalText = closed({ en: Type.String(), 'zh-CN': Type.String() })

/** The values that tell what an approval is about, as far as the reader may see them. */
export const KeyFieldViews = Type.Optional(
  Type.Array(
    closed(
      {
        name: Type.String({ description: 'Of the variable.' }),
        label: LocalText,
        format: Type.Enum([...KEY_FIELD_FORMATS]),
        value: Type.Unsafe<KeyField['value']>(
          Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())], {
            description: 'As it was given, for clients to write in the language of their reader.',
          }),
        ),
        currency: Type.Optional(Type.String({ description: 'ISO 4217.' })),
        unit: Type.Optional(LocalText),
      },
      { title: 'KeyField' },
    ),
    {
      description:
        'The values that tell at a glance what it is about, as the business type names them; without those that have no value or that the reader may not see.',
    },
  ),
)

export const InstanceView = closed(
  {
    id: Uuid,
    tenantId: Uuid,
    bizType: Type.String(),
    bizTypeVersion: Type.String(),
    bizId: Type.String(),
    title: Type.String(),
    status: Type.Enum([...INSTANCE_STATUSES]),
    round: Type.Integer({ minimum: 1 }),
    revision: Revision,
    sequence: Type.Integer({ minimum: 0, description: 'Of the newest entry in its log.' }),
    initiator: PersonView,
    definition: closed({
      id: Uuid,
      key: Type.String(),
      version: Type.Integer(),
      name: Type.String(),
    }),
    variables: VariablesView,
    labels: Type.Record(Type.String(), Type.String(), {
      description: 'What the business type calls these variables, where it says so.',
    }),
    localLabels: Type.Optional(
      Type.Record(Type.String(), LocalText, {
        description: 'The same in each language, where the business type says so.',
      }),
    ),
    keyFields: KeyFieldViews,
    currentNodes: Type.Array(NodeView),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    endedAt: Nullable(Timestamp),
    result: Nullable(Type.Enum(['APPROVED', 'REJECTED', 'WITHDRAWN', 'TERMINATED'])),
    detailUrl: Type.String({
      description: 'Path of the detail page, relative to the owning application.',
    }),
    parent: Nullable(
      closed(
        { instanceId: Uuid, nodeId: Type.String(), rootInstanceId: Uuid },
        { description: 'The approval whose call activity started this one.' },
      ),
    ),
  },
  { title: 'ProcessInstance' },
)
export type InstanceView = Static<typeof InstanceView>

/** @param variables What the reader may see of them; all when left out. */
export function toInstanceView(
  row: InstanceRow,
  variables: Variables = row.variables,
): InstanceView {
  return {
    id: row.id,
    tenantId: row.tenantId,
    bizType: row.bizType,
    bizTypeVersion: row.bizTypeVersion,
    bizId: row.bizId,
    title: row.title,
    status: row.status,
    round: row.round,
    revision: row.revision,
    sequence: row.lockVersion,
    initiator: { id: row.initiatorId, name: row.initiatorName },
    definition: {
      id: row.definitionId,
      key: row.definitionKey,
      version: row.definitionVersion,
      name: row.definitionName,
    },
    variables: { ...variables },
    labels: labelsOf(row, variables),
    ...localLabelsOf(row, variables),
    ...toKeyFields(row.keyFields, variables),
    currentNodes: row.currentNodes.map(({ id, name }) => ({ id, name })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    result: resultOf(row),
    detailUrl: detailUrlOf(row),
    parent:
      row.parentId === null || row.rootId === null
        ? null
        : { instanceId: row.parentId, nodeId: row.parentNode ?? '', rootInstanceId: row.rootId },
  }
}

function labelsOf({ declaredVariables }: InstanceRow, shown: Variables): Record<string, string> {
  const labelled = declaredVariables.flatMap(({ name, label }) =>
    label !== undefined && Object.hasOwn(shown, name) ? [[name, label] as const] : [],
  )
  return Object.fromEntries(labelled)
}

function localLabelsOf({ declaredVariables }: InstanceRow, shown: Variables) {
  const labelled = declaredVariables.flatMap(({ name, labels }) =>
    labels !== undefined && Object.hasOwn(shown, name) ? [[name, labels] as const] : [],
  )
  return labelled.length === 0 ? {} : { localLabels: Object.fromEntries(labelled) }
}

function resultOf({ status }: InstanceRow): InstanceView['result'] {
  return status === 'RUNNING' || status === 'RETURNED' || status === 'SUSPENDED' ? null : status
}

/** Where the business object is shown: of a called approval, that of the one that called it first. */
export const detailUrlOf = (row: InstanceRow): string =>
  row.detailUrl ?? toDetailUrl(row.detailPath, row)
