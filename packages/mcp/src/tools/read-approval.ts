import type { BpmService } from '@countersign/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { ApprovalId } from './arguments.ts'
import { readRecord } from './record.ts'
import { answer, orRefusal } from './result.ts'
import { showApproval } from './show-approval.ts'

type Entry = Awaited<ReturnType<BpmService['getProcessInstanceTimeline']>>['items'][number]

const Arguments = z.strictObject({
  approvalId: ApprovalId,
  withRecord: z
    .boolean()
    .default(false)
    .describe(
      'Also the signed record, which proves what was decided (`countersign-record verify`).',
    ),
})

export function addReadApproval(server: McpServer, bpm: BpmService): void {
  server.registerTool(
    'read_approval',
    {
      title: 'Read an approval',
      description: 'What was asked, who did what and said what so far, and its signed record.',
      inputSchema: Arguments,
      annotations: { readOnlyHint: true },
    },
    ({ approvalId, withRecord }, { signal }) =>
      orRefusal(async () => {
        const path = { id: approvalId }
        const approval = await bpm.getProcessInstance({ path }, { signal })
        const { items, nextCursor } = await bpm.getProcessInstanceTimeline(
          { path, query: { limit: 200 } },
          { signal },
        )
        const record = withRecord ? { record: await readRecord(bpm, approvalId, signal) } : {}
        const read = { variables: approval.variables, historyIsCut: nextCursor !== null }
        return answer({ ...showApproval(approval), ...read, history: items.map(show), ...record })
      }),
  )
}

const show = ({ at, action, actor, onBehalfOf, task, comment, attachments, details }: Entry) => ({
  at,
  action,
  by: actor.name,
  // Whose program it was that asked in their name.
  agent: details['agentName'] ?? details['agent'],
  onBehalfOf: onBehalfOf?.name,
  where: task?.node.name,
  comment: comment ?? undefined,
  attachments: attachments.length === 0 ? undefined : attachments,
})
