import { Type, type Static } from 'typebox'

export const StreamParams = Type.Object({
  streamId: Type.String({
    format: 'uuid',
    description: 'Drawn by the receiver, one for each process that polls.',
  }),
})

const SetId = Type.String({ minLength: 1, maxLength: 100 })

/** RFC 8936 section 2.2. */
export const PollRequest = Type.Object({
  maxEvents: Type.Optional(
    Type.Integer({ minimum: 0, description: 'No more SETs than this; 0 to acknowledge alone.' }),
  ),
  returnImmediately: Type.Optional(
    Type.Boolean({ description: 'Answer at once, also when there is nothing. Default false.' }),
  ),
  ack: Type.Optional(Type.Array(SetId, { maxItems: 1_000, description: 'SETs that were taken.' })),
  setErrs: Type.Optional(
    Type.Record(
      SetId,
      Type.Object({
        err: Type.String({ maxLength: 100 }),
        description: Type.Optional(Type.String({ maxLength: 1_000 })),
      }),
      { maxProperties: 1_000, description: 'SETs that could not be taken: not sent again.' },
    ),
  ),
})
export type PollRequest = Static<typeof PollRequest>

/** RFC 8936 section 2.3. */
export const PollAnswer = Type.Object({
  sets: Type.Record(Type.String(), Type.String(), {
    description: 'SETs (RFC 8417) by their jti, the oldest first.',
  }),
  moreAvailable: Type.Optional(Type.Boolean()),
})
export type PollAnswer = Static<typeof PollAnswer>
