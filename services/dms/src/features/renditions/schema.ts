import { closed } from '@countersign/service-kit/schema'
import { type Static, Type } from 'typebox'

export const RenditionsView = closed({
  items: Type.Array(
    closed({
      kind: Type.Enum(['preview', 'thumbnail', 'text']),
      status: Type.Enum(['PENDING', 'READY', 'FAILED', 'UNSUPPORTED', 'TOOL_MISSING']),
      contentType: Type.Optional(Type.String()),
      pageCount: Type.Optional(Type.Integer()),
      reason: Type.Optional(Type.String()),
    }),
  ),
})
export type RenditionsView = Static<typeof RenditionsView>
