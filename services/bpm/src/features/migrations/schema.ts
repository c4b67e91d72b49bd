import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { InstanceView } from '../../runtime/views/instance-view.ts'

const NodeId = Type.String({ minLength: 1, maxLength: 255 })

const content = {
  definitionId: Type.Unsafe<string>({
    ...Uuid,
    description: 'The published definition to move to, of the same business type.',
  }),
  nodes: Type.Optional(
    Type.Record(NodeId, NodeId, {
      description: 'New node ids by old ones; nodes of equal id need not be named.',
    }),
  ),
  reason: Type.String({ minLength: 1, maxLength: 1000 }),
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Says what would become of it and changes nothing.' }),
  ),
}

export const MigrateBody = closed(content)
export type MigrateBody = Static<typeof MigrateBody>

export const InstanceParams = Type.Object({ id: Uuid })
export const DefinitionParams = Type.Object({ id: Uuid })
export const MigrationParams = Type.Object({ id: Uuid })

const Fault = closed(
  {
    node: Type.String(),
    code: Type.String(),
    message: Type.String(),
  },
  { title: 'MigrationFault' },
)

/** The approval as it is now, and what the migration did or would do. */
export const MigratedView = Type.Object(
  {
    ...InstanceView.properties,
    migration: closed({
      dryRun: Type.Boolean(),
      definitionId: Uuid,
      moves: Type.Array(closed({ from: Type.String(), to: Type.String() }), {
        description: 'Nodes at work, and where they go.',
      }),
      faults: Type.Array(Fault, { description: 'Why it would be refused; only in a dry run.' }),
    }),
  },
  { additionalProperties: false, title: 'MigratedProcessInstance' },
)
export type MigratedView = Static<typeof MigratedView>

export const MigrationView = closed(
  {
    id: Uuid,
    fromDefinitionId: Uuid,
    definitionId: Uuid,
    nodes: Type.Record(Type.String(), Type.String()),
    reason: Type.String(),
    dryRun: Type.Boolean(),
    status: Type.Enum(['RUNNING', 'ENDED']),
    migrated: Type.Integer({ description: 'Moved, or in a dry run those that would be.' }),
    refused: Type.Integer(),
    createdBy: closed({ id: Uuid, name: Type.String() }),
    createdAt: Timestamp,
    endedAt: Nullable(Timestamp),
  },
  { title: 'Migration' },
)
export type MigrationView = Static<typeof MigrationView>

export const ResultsQuery = Type.Object({
  ...PageQuery,
  outcome: Type.Optional(Type.Enum(['migrated', 'fits', 'refused'])),
})

export const ResultView = closed(
  {
    instanceId: Uuid,
    outcome: Type.Enum(['migrated', 'fits', 'refused']),
    faults: Type.Array(Fault),
    at: Timestamp,
  },
  { title: 'MigrationResult' },
)
export type ResultView = Static<typeof ResultView>
