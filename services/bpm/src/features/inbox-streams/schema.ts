import { Type, type Static } from 'typebox'
import { LONGEST_POSITION } from './position.ts'
import type { InboxChange } from './queries.ts'

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: LONGEST_POSITION,
      description: 'The id of the last event that arrived; what changed since comes first.',
    }),
  ),
})
export type StreamHeaders = Static<typeof StreamHeaders>

export const StreamQuery = Type.Object({
  instanceId: Type.Optional(
    Type.String({ format: 'uuid', description: 'An approval to follow as well.' }),
  ),
})

export type StreamMessage =
  | { readonly event: 'inbox'; readonly data: InboxMessage }
  | { readonly event: 'instance'; readonly data: InstanceMessage }

/** Body of an `instance` event. */
export interface InstanceMessage {
  readonly instanceId: string
  /** Of the newest entry in its timeline. */
  readonly sequence: number
}

/** Body of an `inbox` event. */
export interface InboxMessage {
  /** As `GET /api/bpm/v1/tasks/counts` has them. */
  readonly counts: {
    readonly todo: number
    readonly waiting: number
    readonly done: number
    readonly cc: number
    readonly overdue: number
    readonly cap: number
  }
  /** What was put into a box or moved to another; `past` is none of the boxes that are shown. */
  readonly changes: readonly Pick<InboxChange, 'taskNo' | 'instanceId' | 'box'>[]
  /** Whether `changes` names everything that changed since the event before. */
  readonly complete: boolean
}

/** Body of the `end` event, after which the stream closes. */
export interface EndMessage {
  readonly reason: 'token_expired' | 'token_revoked' | 'not_readable' | 'draining'
}
