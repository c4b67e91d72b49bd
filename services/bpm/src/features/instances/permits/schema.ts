import { closed, Timestamp, Uuid } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { MAX_PERMIT_SECONDS } from '../../../core/start-permit.ts'
import { BizId } from '../schema.ts'

export const StartPermitBody = closed({
  initiator: Uuid,
  bizType: Type.String({ minLength: 1, maxLength: 64 }),
  bizId: BizId,
  // 32 bytes leave two bits of the last character, which are 0: one spelling for one hash.
  contentHash: Type.String({
    pattern: '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$',
    description:
      'base64url of the SHA-256 of the RFC 8785 form of { bizType, bizId, title, variables }, with definitionId and message if the start has them.',
  }),
  expiresInSeconds: Type.Integer({ minimum: 1, maximum: MAX_PERMIT_SECONDS }),
})
export type StartPermitBody = Static<typeof StartPermitBody>

export const PermitView = closed(
  {
    permit: Type.Optional(
      Type.String({ description: 'For one start. Shown once: a replay of the request lacks it.' }),
    ),
    expiresAt: Timestamp,
  },
  { title: 'StartPermit' },
)
export type PermitView = Static<typeof PermitView>
