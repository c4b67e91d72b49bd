import { upload, type Client } from '@countersign/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { ApprovalId, Key } from './arguments.ts'
import { answer, orRefusal } from './result.ts'

const MAX_BYTES = 2 * 1024 * 1024

const Arguments = z.strictObject({
  approvalId: ApprovalId,
  fileName: z.string().min(1).max(255),
  contentType: z.string().min(3).max(255).optional(),
  base64: z
    .base64()
    .max(Math.ceil(MAX_BYTES / 3) * 4)
    .describe(`The bytes, ${MAX_BYTES} at most.`),
  folderId: z
    .uuid()
    .optional()
    .describe(
      'A folder that the people who decide may read; without one they see that there is a file.',
    ),
  comment: z.string().min(1).max(4000).describe('What the people who decide read beside it.'),
  // The platform keeps those of uploads and comments for a day, and those of starts for good.
  idempotencyKey: Key.describe(
    'Made once for this purpose and kept: a call that is repeated with it within a day finds what the first did; a later one attaches again.',
  ),
})
type Platform = Pick<Client, 'bpm' | 'dms'>
type Attached = z.infer<typeof Arguments>

export function addAttachDocument(server: McpServer, client: Platform): void {
  server.registerTool(
    'attach_document',
    {
      title: 'Attach a document',
      description: 'Stores a file and puts it beside an approval, with a remark; it moves nothing.',
      inputSchema: Arguments,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    (asked, { signal }) => orRefusal(async () => answer(await attach(client, asked, signal))),
  )
}

/** Each step has a key made from the caller's: who asks again after a loss goes on where it stopped. */
async function attach({ bpm, dms }: Platform, asked: Attached, signal: AbortSignal) {
  const { approvalId, comment, fileName, contentType, folderId, base64, idempotencyKey } = asked
  const path = { id: approvalId }
  // A file that nobody will find is not stored.
  await bpm.getProcessInstance({ path }, { signal })
  const stored = await upload(dms, new Uint8Array(Buffer.from(base64, 'base64')), {
    fileName,
    contentType,
    folderId,
    idempotencyKey: `${idempotencyKey}:upload`,
    signal,
  })
  const { documentId, versionId, sha256, sizeBytes } = stored
  await bpm.commentOnProcessInstance(
    { path, body: { comment, attachments: [{ documentId, versionId, name: fileName }] } },
    { idempotencyKey: `${idempotencyKey}:comment`, signal },
  )
  return { approvalId, documentId, versionId, sha256, sizeBytes }
}
