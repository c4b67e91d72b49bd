import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { INSTANCE_STATUSES, toDetailUrl } from '../../core/instance.ts'
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
    initiator: { id: row.initiatorId, name: row.initiatorName },
    definition: {
      id: row.definitionId,
      key: row.definitionKey,
      version: row.definitionVersion,
      name: row.definitionName,
    },
    variables: { ...variables },
    labels: labelsOf(row, variables),
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

function resultOf({ status }: InstanceRow): InstanceView['result'] {
  return status === 'RUNNING' || status === 'RETURNED' || status === 'SUSPENDED' ? null : status
}

/** Where the business object is shown: of a called approval, that of the one that called it first. */
export const detailUrlOf = (row: InstanceRow): string =>
  row.detailUrl ?? toDetailUrl(row.detailPath, row)
