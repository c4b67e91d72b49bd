import type { BpmService } from '@countersign/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { Key, Variables } from './arguments.ts'
import { answer, orRefusal } from './result.ts'
import { showApproval } from './show-approval.ts'

const Arguments = z.strictObject({
  bizType: z.string().min(1).max(64),
  bizId: z
    .string()
    .min(1)
    .max(200)
    .describe('What is asked about, in the words of its application.'),
  title: z.string().min(1).max(200).describe('What the people who decide read first.'),
  variables: Variables,
  definitionId: z.uuid().optional(),
  idempotencyKey: Key,
})

export function addStartApproval(server: McpServer, bpm: BpmService): void {
  server.registerTool(
    'start_approval',
    {
      title: 'Ask people to approve',
      description:
        'Starts an approval in the name of the signed-in person, or finds the one that was started with the same key. ' +
        'Use wait_for_outcome to learn how it ended.',
      inputSchema: Arguments,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    },
    ({ definitionId, ...content }, { signal }) =>
      orRefusal(async () => {
        const body = { ...content, ...(definitionId === undefined ? {} : { definitionId }) }
        return answer(showApproval(await bpm.startProcessInstance({ body }, { signal })))
      }),
  )
}
