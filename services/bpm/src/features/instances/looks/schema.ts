import { closed, Nullable, Timestamp } from '@countersign/service-kit/schema'
import { Type, type Static } from 'typebox'
import { AttachmentBody, ChangedValue } from '../schema.ts'

export const LookBody = closed({
  sequence: Type.Integer({
    minimum: 1,
    maximum: 2 ** 31 - 1,
    description: 'Of the approval as it was shown; a later one than there is counts as the newest.',
  }),
})

export const LastLookView = closed(
  {
    seen: Nullable(
      closed(
        {
          at: Timestamp,
          round: Type.Integer({ minimum: 1 }),
          action: Nullable(
            Type.Enum(['start', 'resubmit', 'approve', 'reject', 'return'], {
              description: 'What the reader did then; null when they only looked.',
            }),
          ),
        },
        {
          description:
            'What is compared with: what the reader last started, resubmitted or decided; of whoever did none of it, ' +
            'the last look that showed something else than there is now. null when they have seen nothing yet.',
        },
      ),
    ),
    changes: Type.Array(ChangedValue, { description: 'Values that are others since.' }),
    attachments: Type.Array(
      closed({ ...AttachmentBody.properties, change: Type.Enum(['added', 'removed']) }),
      { description: 'What was attached or taken away since.' },
    ),
  },
  { title: 'LastLook' },
)
export type LastLookView = Static<typeof LastLookView>
