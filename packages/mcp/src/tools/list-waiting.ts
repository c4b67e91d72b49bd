import type { BpmService } from '@countersign/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod/v4'
import { Limit, PageCursor } from './arguments.ts'
import { answer, orRefusal } from './result.ts'
import { showApproval } from './show-approval.ts'

type Task = Awaited<ReturnType<BpmService['listTasks']>>['items'][number]

const Arguments = z.strictObject({
  of: z
    .enum(['to_decide', 'started'])
    .describe(
      'to_decide: what waits for a decision of the signed-in person, which they take themselves. ' +
        'started: what they started and others decide.',
    ),
  limit: Limit,
  cursor: PageCursor,
})

export function addListWaiting(server: McpServer, bpm: BpmService): void {
  server.registerTool(
    'list_waiting',
    {
      title: 'List what is waiting',
      description:
        'What waits for the signed-in person, or what they wait for. Nothing is decided here.',
      inputSchema: Arguments,
      annotations: { readOnlyHint: true },
    },
    ({ of, limit, cursor }, { signal }) =>
      orRefusal(async () => {
        const query = { limit, ...(cursor === undefined ? {} : { cursor }) }
        return of === 'to_decide' ? listTasks(bpm, query, signal) : listStarted(bpm, query, signal)
      }),
  )
}

interface Query {
  readonly limit: number
  readonly cursor?: string
}

async function listTasks(bpm: BpmService, query: Query, signal: AbortSignal) {
  const page = await bpm.listTasks({ query: { ...query, box: 'todo' } }, { signal })
  return answer({ items: page.items.map(showTask), nextCursor: page.nextCursor })
}

const showTask = ({ taskNo, node, dueAt, instance }: Task) => ({
  taskNo,
  approvalId: instance.id,
  bizType: instance.bizType,
  title: instance.title,
  initiator: instance.initiator.name,
  startedAt: instance.createdAt,
  waitingAt: node.name,
  dueAt,
})

async function listStarted(bpm: BpmService, query: Query, signal: AbortSignal) {
  const running = { ...query, box: 'initiated', status: 'RUNNING' } as const
  const page = await bpm.searchProcessInstances({ query: running }, { signal })
  return answer({ items: page.items.map(showApproval), nextCursor: page.nextCursor })
}
