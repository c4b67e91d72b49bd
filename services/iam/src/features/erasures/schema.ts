import { ERASING_SERVICES, ErasureReason } from '@countersign/contracts'
import { closed, Nullable, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'

const Counts = Type.Record(Type.String(), Type.Integer(), {
  description: 'Rows changed or deleted, by table.',
})

export const ErasureView = closed({
  id: Uuid,
  userId: Uuid,
  pseudonym: Type.String({ description: 'What the person is called from then on.' }),
  state: Type.Enum(['WAITING', 'ERASING', 'DONE', 'CANCELLED']),
  askedBy: Type.String({ description: 'The account that asked; `iam-cli` for an operator.' }),
  askedAt: Timestamp,
  dueAt: Timestamp,
  begunAt: Nullable(Timestamp),
  endedAt: Nullable(Timestamp),
  counts: Counts,
  services: Type.Array(
    closed({
      service: Type.String(),
      state: Type.Enum(['UNHEARD', 'HELD', 'READY', 'DONE']),
      held: Type.Array(ErasureReason),
      kept: Type.Array(ErasureReason),
      counts: Counts,
      reportedAt: Nullable(Timestamp),
    }),
  ),
})
export type ErasureView = Static<typeof ErasureView>

export const TurnsQuery = Type.Object({ service: Type.Enum([...ERASING_SERVICES]) })
