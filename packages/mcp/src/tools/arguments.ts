import * as z from 'zod/v4'

/** The arguments of the tools, bounded as the platform bounds them, so that a refusal comes early. */
export const ApprovalId = z.uuid().describe('`approvalId` of an earlier answer.')

const MAX_VARIABLES_BYTES = 64 * 1024

export const Variables = z
  .record(z.string().max(64), z.unknown())
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_VARIABLES_BYTES, {
    message: `is larger than ${MAX_VARIABLES_BYTES} bytes`,
  })
  .describe('As the `form` of the business type in list_business_types says.')

/** The platform takes 128 characters, and an upload is several steps with a key each. */
export const Key = z
  .string()
  .regex(/^[\x21-\x7e]{1,100}$/)
  .describe(
    'Made once for this purpose and kept: a call that is repeated with it finds what the first did.',
  )

export const Limit = z.number().int().min(1).max(50).default(20)
export const PageCursor = z.string().max(2000).optional().describe('`nextCursor` of a page before.')
