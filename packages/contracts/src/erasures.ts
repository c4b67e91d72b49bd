import { Type, type Static } from 'typebox'

const closed = { additionalProperties: false }
const Uuid = Type.String({ format: 'uuid' })

/** Services that keep something of people beside iam. */
export const ERASING_SERVICES = ['bpm', 'dms'] as const
export type ErasingService = (typeof ERASING_SERVICES)[number]

/** What somebody is called who was erased: the same everywhere, and for ever. */
export const pseudonymOf = (userId: string): string =>
  `former user ${userId.toLowerCase().slice(-12)}`

/** Somebody who is to be forgotten. `prepare`: say what is in the way; `erase`: forget them now. */
export const ErasureTurn = Type.Object(
  {
    id: Uuid,
    userId: Uuid,
    pseudonym: Type.String(),
    phase: Type.Enum(['prepare', 'erase']),
  },
  closed,
)
export type ErasureTurn = Static<typeof ErasureTurn>

/** Answer of `GET /internal/v1/iam/erasures?service=…`, in the order in which they were asked for. */
export const ErasureTurns = Type.Object({ items: Type.Array(ErasureTurn) }, closed)

/** What is in the way of an erasure, or was kept. */
export const ErasureReason = Type.Object(
  {
    code: Type.String({ description: 'Stable, such as open_tasks or evidence.' }),
    detail: Type.String(),
    count: Type.Integer({ minimum: 0 }),
    examples: Type.Array(Type.String(), { maxItems: 20 }),
  },
  closed,
)
export type ErasureReason = Static<typeof ErasureReason>

/** Body of `POST /internal/v1/iam/erasures/{id}/reports`. */
export const ErasureReport = Type.Object(
  {
    service: Type.Enum([...ERASING_SERVICES]),
    state: Type.Enum(['HELD', 'READY', 'DONE']),
    held: Type.Array(ErasureReason, { maxItems: 50 }),
    kept: Type.Array(ErasureReason, { maxItems: 50 }),
    counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Rows changed or deleted, by table.',
    }),
  },
  closed,
)
export type ErasureReport = Static<typeof ErasureReport>
