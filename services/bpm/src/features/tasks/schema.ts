import { pageOf, PageQuery } from '@countersign/service-kit/page'
import { closed, Nullable, Revision, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static, type TSchema } from 'typebox'
import type { TaskActionPath } from '../../core/task.ts'
import { TASK_STATES } from '../../core/task.ts'
import { VARIABLE_TYPES } from '../../core/variables.ts'
import { CopiedPeople } from '../../runtime/views/path-view.ts'
import {
  InstanceView,
  KeyFieldViews,
  LocalText,
  NodeView,
  OnBehalfOf,
  PersonView,
} from '../../runtime/views/instance-view.ts'
import { InboxFilter, taskBoxes } from '../../http/inbox-filter.ts'

export const TaskParams = Type.Object({ taskNo: Type.String({ minLength: 1, maxLength: 20 }) })

export const InboxQuery = Type.Object({
  ...PageQuery,
  box: Type.Optional(Type.Enum([...taskBoxes])),
  ...InboxFilter,
  initiator: Type.Optional(Uuid),
  order: Type.Optional(
    Type.Enum(['newest', 'oldest', 'due'], {
      description:
        'By when it came into the box, or by `due`, of the box todo: what is due first, then what is due at no time, newest first.',
    }),
  ),
})
export type InboxQuery = Static<typeof InboxQuery>

const common = {
  taskNo: Type.String({ description: 'The task number, unique in the tenant.' }),
  kind: Type.Enum(['decision', 'copy'], { description: 'A copy is shown, not asked.' }),
  instanceId: Uuid,
  status: Type.Enum([...TASK_STATES]),
  node: NodeView,
  round: Type.Integer({ minimum: 1 }),
  assignee: Nullable(PersonView),
  onBehalfOf: Type.Optional(OnBehalfOf),
  owner: Type.Optional(
    closed(PersonView.properties, {
      description: 'Who has lent it to whoever has it now, and gets it back.',
    }),
  ),
  createdAt: Timestamp,
  openedAt: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  endedBy: Nullable(PersonView),
  comment: Nullable(Type.String()),
  dueAt: Nullable(Timestamp),
  remindedAt: Nullable(Timestamp),
  readAt: Nullable(Timestamp),
  copiedBy: Type.Optional(
    closed(PersonView.properties, { description: 'Of a copy that somebody chose: who has.' }),
  ),
  revision: Revision,
  detailUrl: Type.String(),
}

/** A line of an inbox. */
export const TaskListItem = closed(
  {
    ...common,
    instance: closed({
      id: Uuid,
      bizType: Type.String(),
      bizId: Type.String(),
      title: Type.String(),
      status: InstanceView.properties.status,
      round: Type.Integer(),
      initiator: PersonView,
      createdAt: Timestamp,
      keyFields: KeyFieldViews,
    }),
  },
  { title: 'TaskListItem' },
)
export type TaskListItem = Static<typeof TaskListItem>

const CommentRule = Type.Optional(Type.Enum(['required', 'optional']))

export const TaskView = closed(
  {
    ...common,
    instance: InstanceView,
    candidates: Type.Array(PersonView),
    allowedActions: Type.Array(Type.String(), {
      description:
        'What the server accepts from the reader now. Whom they name and what they write is looked at when they do it.',
    }),
    contentHash: Nullable(
      Type.String({
        description:
          'Base64url of SHA-256 over the RFC 8785 form of what the task shows whoever holds it: bizType, bizId, title, ' +
          'variables, attachments, round and definitionId, without hidden fields. Of a task that has ended, what it ' +
          'showed to whoever ended it.',
      }),
    ),
    attachments: Type.Array(closed({ versionId: Type.String(), sha256: Type.String() }), {
      description:
        'Bytes that are decided on: the variables versionId and sha256, where the owner sets both; then what is ' +
        'attached to the approval, by versionId.',
    }),
    changedSince: Type.Array(closed({ node: NodeView, names: Type.Array(Type.String()) }), {
      description:
        'Nodes that were decided before the owner changed values which this task shows, or somebody took away what ' +
        'was attached: `@attachments`.',
    }),
    fields: Type.Array(
      closed({
        name: Type.String(),
        type: Type.Enum([...VARIABLE_TYPES]),
        label: Nullable(Type.String()),
        labels: Type.Optional(LocalText),
        required: Type.Boolean(),
        access: Type.Enum(['read', 'write']),
      }),
      {
        description: 'Declared variables that this task may see, or change along with a decision.',
      },
    ),
    form: closed({
      returnTargets: Type.Array(NodeView, {
        description:
          '`initiator`, `previous` where there is a node before, and nodes by their ids.',
      }),
      resubmitModes: Type.Array(Type.Enum(['rerun', 'straightBack'])),
      comment: closed(
        {
          approve: CommentRule,
          reject: CommentRule,
          return: CommentRule,
          transfer: CommentRule,
          delegate: CommentRule,
          addSign: CommentRule,
        },
        { description: 'Actions of which the node says whether they need a comment.' },
      ),
      selections: Type.Array(NodeView, {
        description: 'Nodes that may come next, whose people are chosen with the approval.',
      }),
    }),
  },
  { title: 'Task' },
)
export type TaskView = Static<typeof TaskView>

export const CountsQuery = Type.Object(
  {
    dueBefore: Type.Optional(
      Type.Array(Type.String({ format: 'date-time' }), {
        maxItems: 10,
        description:
          'Moments, one after the other: `due` says how much of what is to do is due before each and not before the one before.',
      }),
    ),
  },
  // As documents of OpenAPI say how a list stands in a query.
  { style: 'form', explode: true },
)

export const CountsView = closed({
  todo: Type.Integer(),
  waiting: Type.Integer({ description: 'Theirs, and with others now.' }),
  done: Type.Integer(),
  cc: Type.Integer({ description: 'Not read yet.' }),
  overdue: Type.Integer(),
  due: Type.Optional(
    closed({
      before: Type.Array(Type.Integer(), { description: 'One for each of `dueBefore`.' }),
      later: Type.Integer(),
      none: Type.Integer({ description: 'Due at no time.' }),
    }),
  ),
  cap: Type.Integer({ description: 'Counting stops here: a number above it means "more".' }),
})
export type CountsView = Static<typeof CountsView>

const comment = Type.Optional(Type.String({ maxLength: 4000 }))
const attachments = Type.Optional(
  Type.Array(
    closed({
      documentId: Uuid,
      versionId: Uuid,
      name: Type.String({ minLength: 1, maxLength: 255 }),
    }),
    { maxItems: 20 },
  ),
)
const revision = Type.Optional(Type.Integer({ minimum: 1 }))
const contentHash = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    description:
      'As the task had it when its reader decided: 412 `bpm.content_changed` if it moved.',
  }),
)
const said = { comment, attachments, revision, contentHash }
const variables = Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()))
const users = Type.Array(Uuid, { minItems: 1, maxItems: 100, uniqueItems: true })
const nodeId = Type.String({ minLength: 1, maxLength: 255 })
const selections = Type.Optional(Type.Record(nodeId, users))

/** Bodies of the actions, by their paths. */
export const actionBodies = {
  approve: closed({ ...said, variables, selections, cc: CopiedPeople }),
  reject: closed({ ...said, variables, cc: CopiedPeople }),
  return: closed({
    ...said,
    cc: CopiedPeople,
    returnTo: Type.Optional(
      Type.Union([nodeId, Type.Array(nodeId, { minItems: 1, maxItems: 50, uniqueItems: true })], {
        description: '`initiator` (also when left out), `previous`, a node id, or several.',
      }),
    ),
    resubmitMode: Type.Optional(Type.Enum(['rerun', 'straightBack'])),
  }),
  transfer: closed({ ...said, to: Uuid }),
  delegate: closed({ ...said, to: Uuid }),
  resolve: closed(said),
  'add-sign': closed({
    ...said,
    position: Type.Enum(['before', 'after', 'parallel']),
    users,
  }),
  'remove-sign': closed({ ...said, users }),
  claim: closed(said),
  unclaim: closed(said),
  'take-back': closed(said),
} as const satisfies Record<TaskActionPath, TSchema>

export const BatchBody = closed({
  items: Type.Array(closed({ taskNo: TaskParams.properties.taskNo, revision, contentHash }), {
    minItems: 1,
    maxItems: 100,
  }),
  action: Type.Enum(['approve', 'reject']),
  comment,
})
export type BatchBody = Static<typeof BatchBody>

const BatchItem = closed({
  taskNo: Type.String(),
  status: Type.Integer({ description: 'As the action alone would have answered.' }),
  task: Type.Optional(TaskView),
  problem: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

export const BatchView = closed({ items: Type.Array(BatchItem) })
export type BatchView = Static<typeof BatchView>

export const HandoverView = pageOf(BatchItem)
export type HandoverView = Static<typeof HandoverView>

/** Each is a transaction of its own, and a request should be answered within a minute. */
export const MOST_HANDED_OVER = 500

export const HandoverBody = closed({
  from: Uuid,
  to: Uuid,
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_HANDED_OVER, default: MOST_HANDED_OVER }),
  ),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'As the answer before gave it: goes on behind what that one had tried.',
    }),
  ),
})
export type HandoverBody = Static<typeof HandoverBody>
