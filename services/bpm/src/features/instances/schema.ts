import { PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { sortQuery } from '@countersign/service-kit/sort'
import { Type, type Static } from 'typebox'
import { INSTANCE_STATUSES } from '../../core/instance.ts'
import { NO_FORECAST } from '../../core/forecast.ts'
import { BOUND_BY } from '../../core/task.ts'
import {
  InstanceView,
  NodeView,
  OnBehalfOf,
  PersonView,
} from '../../runtime/views/instance-view.ts'
import { CopiedPeople, Selections, VariablesBody } from '../../runtime/views/path-view.ts'
import { instanceOrders } from './reading/order.ts'

export const InstanceParams = Type.Object({ id: Uuid })

/** It stands in the path of a page of the application, where `.` and `..` are no name (RFC 3986 section 3.3). */
export const BizId = Type.String({ minLength: 1, maxLength: 200, pattern: '^(?!\\.{1,2}$)' })

const content = {
  bizType: Type.String({ minLength: 1, maxLength: 64 }),
  bizId: BizId,
  title: Type.String({ maxLength: 200, pattern: '\\S' }),
  variables: VariablesBody,
  definitionId: Type.Optional(Uuid),
  message: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Name of the message of a start event, or else its id: the approval begins there. Left out it begins at the plain start.',
    }),
  ),
  selections: Type.Optional(Selections),
  cc: CopiedPeople,
}

export const StartInstanceBody = closed({
  ...content,
  idempotencyKey: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'Unique for the initiator in the tenant; the same request again finds the first.',
  }),
  permit: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Of the owning application, for business types with `start: "permit"`.',
    }),
  ),
})
export type StartInstanceBody = Static<typeof StartInstanceBody>

export const PreviewBody = closed(content)
export type PreviewBody = Static<typeof PreviewBody>

export const boxes = ['initiated', 'involved', 'cc', 'all'] as const

const TASK_STATES = ['waiting', 'overdue', 'decided', 'returned', 'breached'] as const

const moment = (description: string) => Type.String({ format: 'date-time', description })

export const SearchQuery = Type.Object({
  ...PageQuery,
  box: Type.Optional(Type.Enum([...boxes])),
  status: Type.Optional(Type.Enum([...INSTANCE_STATUSES])),
  bizType: Type.Optional(Type.String({ maxLength: 64 })),
  bizId: Type.Optional(Type.String({ maxLength: 200 })),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the title, or the whole bizId.' }),
  ),
  sort: sortQuery(instanceOrders, 'newest first'),
  definitionKey: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Key of the process, all versions.' }),
  ),
  called: Type.Optional(
    Type.Boolean({ description: 'Those alone that another approval called, or none of them.' }),
  ),
  startedFrom: Type.Optional(moment('Started then or later.')),
  startedUntil: Type.Optional(moment('Started before.')),
  endedFrom: Type.Optional(moment('Ended then or later.')),
  endedUntil: Type.Optional(moment('Ended before.')),
  resubmittedFrom: Type.Optional(moment('Resubmitted then or later.')),
  resubmittedUntil: Type.Optional(moment('Resubmitted before.')),
  task: Type.Optional(
    Type.Enum([...TASK_STATES], {
      description:
        'With a task of this kind: `waiting` and `overdue` now, `decided` and `returned` by people, `breached` when its due date passed. The other members that begin with `task` say which.',
    }),
  ),
  taskDefinition: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Key of the process.' }),
  ),
  taskNode: Type.Optional(Type.String({ maxLength: 255, description: 'Id of the node.' })),
  taskPerson: Type.Optional(
    Type.String({ format: 'uuid', description: 'Who has it, or has decided it.' }),
  ),
  taskFrom: Type.Optional(moment('Decided, or due, then or later.')),
  taskUntil: Type.Optional(moment('Decided, or due, before.')),
  taskAt: Type.Optional(moment('`waiting` just before then, instead of now.')),
})
export type SearchQuery = Static<typeof SearchQuery>

export const LookupQuery = Type.Object({
  ...PageQuery,
  bizType: Type.Optional(Type.String({ maxLength: 64 })),
  bizId: Type.Optional(Type.String({ maxLength: 200 })),
  initiator: Type.Optional(Uuid),
  idempotencyKey: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
})
export type LookupQuery = Static<typeof LookupQuery>

export const MessageBody = closed({
  message: Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Name of the message that a receive task or an event refers to, or else the id of the element; of a callback that waits for its answer the request.',
  }),
  error: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The answer is an error of this code: it is caught on the border of what waits for the message, or around it.',
    }),
  ),
})
export type MessageBody = Static<typeof MessageBody>

export const FenceBody = closed({
  initiator: Uuid,
  idempotencyKey: Type.String({ minLength: 1, maxLength: 128 }),
})
export type FenceBody = Static<typeof FenceBody>

/** The instance that the key started, with `fenced: false`; else only `fenced: true`. */
export const FenceView = Type.Object(
  {
    ...Type.Partial(InstanceView).properties,
    fenced: Type.Boolean({ description: 'Nothing was started with the key, and nothing will be.' }),
  },
  { additionalProperties: false, title: 'FencedStartKey' },
)
export type FenceView = Static<typeof FenceView>

export const AttachmentBody = closed({
  documentId: Uuid,
  versionId: Uuid,
  name: Type.String({ minLength: 1, maxLength: 255 }),
})

const AttachmentView = closed({
  ...AttachmentBody.properties,
  sha256: Type.Optional(
    Type.String({ description: 'Of its bytes, in hexadecimal, as it was attached.' }),
  ),
  removed: Type.Optional(
    closed(
      {
        at: Timestamp,
        by: closed({
          id: Type.String(),
          name: Type.String(),
          kind: Type.Enum(['user', 'service']),
        }),
        sequence: Type.Integer({ minimum: 1, description: 'Of the entry that says so.' }),
      },
      { description: 'It was taken away, and no task shows it any more.' },
    ),
  ),
  mayRemove: Type.Optional(
    Type.Boolean({ description: 'Whether the reader may take it away now; not in a record.' }),
  ),
})

const comment = Type.String({ maxLength: 4000 })

export const CommentBody = closed({
  comment: Type.String({ minLength: 1, maxLength: 4000 }),
  attachments: Type.Optional(Type.Array(AttachmentBody, { maxItems: 20 })),
  mentions: Type.Optional(Type.Array(Uuid, { maxItems: 50, uniqueItems: true })),
})
export type CommentBody = Static<typeof CommentBody>

export const WithdrawBody = closed({ comment: Type.Optional(comment) })
export const RemindBody = closed({ comment: Type.Optional(comment) })

const reason = Type.String({ minLength: 1, maxLength: 1000 })
export const InterventionBody = closed({ reason })
const NodeId = Type.String({ minLength: 1, maxLength: 255 })
export const JumpBody = closed({
  reason,
  to: Type.Union([NodeId, Type.Array(NodeId, { minItems: 1, maxItems: 50, uniqueItems: true })], {
    description: 'A node, or one of each branch that is to go on.',
  }),
  dryRun: Type.Optional(
    Type.Boolean({ description: 'Says what would come of it and changes nothing.' }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description: 'Also where a branch is or may be stranded, or nobody decides; the log says so.',
    }),
  ),
})
export type JumpBody = Static<typeof JumpBody>

const TaskOfPeople = closed({
  taskNo: Type.Optional(Type.String({ description: 'Of a task that is there.' })),
  node: NodeView,
  people: Type.Array(PersonView),
})

/** The approval, and in a dry run what a jump would do to it. */
export const JumpedView = Type.Object(
  {
    ...InstanceView.properties,
    jump: Type.Optional(
      closed({
        allowed: Type.Boolean({ description: 'Without `force`.' }),
        status: InstanceView.properties.status,
        ends: Type.Array(TaskOfPeople, { description: 'Tasks that would end.' }),
        opens: Type.Array(TaskOfPeople, { description: 'Where it would go on, and with whom.' }),
        stranded: Type.Array(NodeView, { description: 'Joins that might wait for ever.' }),
        unproven: Type.Boolean({
          description: 'The process is too large to prove that no other join waits for ever.',
        }),
        unvoted: Type.Boolean({ description: 'It might be approved without anybody deciding.' }),
      }),
    ),
  },
  { additionalProperties: false, title: 'JumpedProcessInstance' },
)
export type JumpedView = Static<typeof JumpedView>

export const TimelineItem = closed({
  sequence: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  round: Type.Integer({ minimum: 1 }),
  action: Type.String(),
  actor: closed({ id: Type.String(), name: Type.String(), kind: Type.Enum(['user', 'service']) }),
  onBehalfOf: Type.Optional(OnBehalfOf),
  task: Nullable(closed({ taskNo: Type.String(), node: NodeView })),
  contentHash: Type.Optional(
    Type.String({
      description:
        'What the task showed to the actor then. For those alone who may see all of it: of a few values a hash ' +
        'can be guessed.',
    }),
  ),
  boundBy: Type.Optional(
    Type.Enum([...BOUND_BY], {
      description:
        'Of an action on a task: how the actor said that they had seen what it showed then, by its content hash or ' +
        'by the revision of the task; `none` when they did not say so.',
    }),
  ),
  changedSince: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Of a decision: the values it was made on that are others now, and `@attachments` where something was taken ' +
        'away that was attached then.',
    }),
  ),
  comment: Nullable(Type.String()),
  attachments: Type.Array(AttachmentView),
  details: Type.Record(Type.String(), Type.Unknown()),
  moves: Type.Array(closed({ node: NodeView, outcome: Type.String() })),
})
export type TimelineItem = Static<typeof TimelineItem>

/** A value that is another one than before. */
export const ChangedValue = closed({
  name: Type.String(),
  label: Nullable(Type.String()),
  from: Type.Unknown({ description: 'null when there was no value.' }),
  to: Type.Unknown({ description: 'null when there is none any more.' }),
})

export const RoundView = closed(
  {
    round: Type.Integer({ minimum: 1 }),
    startedAt: Timestamp,
    status: Type.Enum([...INSTANCE_STATUSES]),
    returned: Nullable(closed({ at: Timestamp, by: PersonView, comment: Nullable(Type.String()) })),
    changes: Type.Array(ChangedValue, {
      description: 'What differs from the beginning of the round before.',
    }),
  },
  { title: 'Round' },
)
export type RoundView = Static<typeof RoundView>

/** An approval that a call activity of another one started. */
export const CalledView = closed(
  {
    id: Uuid,
    node: NodeView,
    bizType: Type.String(),
    title: Type.String(),
    status: Type.Enum([...INSTANCE_STATUSES]),
    definition: InstanceView.properties.definition,
    currentNodes: Type.Array(NodeView),
    createdAt: Timestamp,
    endedAt: Nullable(Timestamp),
  },
  { title: 'CalledInstance' },
)
export type CalledView = Static<typeof CalledView>

export const DiagramView = closed({
  bpmnXml: Type.String(),
  nodes: Type.Array(
    closed({ id: Type.String(), state: Type.Enum(['active', 'done', 'rejected', 'returned']) }),
    { description: 'Nodes that were reached; the others are still ahead or were passed by.' },
  ),
})
export type DiagramView = Static<typeof DiagramView>

const Basis = closed(
  {
    definitionKey: Type.String(),
    node: Nullable(NodeView),
    approvals: Type.Integer({
      description: 'Those that took at least as long as this one has by now.',
    }),
    since: Timestamp,
  },
  {
    description:
      'Approvals of this process that were decided since then, at most the last 1,000: from when they came to this step, or, where `node` is null, from their start.',
  },
)

export const ExpectedEndView = closed({
  expectedEnd: Nullable(
    closed(
      { medianAt: Timestamp, p90At: Timestamp, basis: Basis },
      {
        description:
          'Half of such approvals were decided by `medianAt`, nine of ten by `p90At`. Null with a reason.',
      },
    ),
  ),
  reason: Nullable(
    Type.Enum([...NO_FORECAST], {
      description:
        '`not_running`; `too_few` were decided, or by too few people for this reader; `longer_than_usual`: too few took as long as this one.',
    }),
  ),
  fewestApprovals: Type.Integer({ description: 'With fewer nothing is told.' }),
})
export type ExpectedEndView = Static<typeof ExpectedEndView>
