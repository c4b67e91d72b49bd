import { setTimeout as sleep } from 'node:timers/promises'
import { NoAnswer, ProblemError, type BpmService } from '@countersign/client'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod/v4'
import { ApprovalId } from './arguments.ts'
import { readApprovers } from './record.ts'
import { answer, orRefusal } from './result.ts'
import { showApproval, type Approval } from './show-approval.ts'

const Arguments = z.strictObject({
  approvalId: ApprovalId,
  cursor: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional()
    .describe('Of an earlier answer: what was known then is not told again.'),
  waitSeconds: z.number().int().min(0).max(50).default(25),
})

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
/** For the last question after the time is over; with it a call stays below a client's minute. */
const GRACE_MS = 3_000

/** Bounded, because clients give a call a minute; whoever wants to wait longer calls again. */
export function addWaitForOutcome(server: McpServer, bpm: BpmService): void {
  server.registerTool(
    'wait_for_outcome',
    {
      title: 'Wait for the outcome',
      description:
        'Answers when the approval has ended or came back to whoever started it, or when the time is over. ' +
        '`outcome` is `pending` as long as nothing is decided: go on only when it is `APPROVED`. ' +
        'That says how the process ended, which may approve by rule: `approvedBy` says how many people approved what stands, ' +
        'and who; not who asked, and null where it cannot be seen. Go on only when they are as many as the act needs. ' +
        'Call again with `cursor` to go on waiting; nothing is lost in between.',
      inputSchema: Arguments,
      annotations: { readOnlyHint: true },
    },
    (asked, extra) =>
      orRefusal(async () => {
        const approval = await waitForChange(bpm, asked, extra)
        const outcome = outcomeOf(approval)
        const told = { outcome, ...showApproval(approval) }
        if (approval.result === null) return answer(told)
        const signal = AbortSignal.any([extra.signal, AbortSignal.timeout(GRACE_MS)])
        return answer({ ...told, approvedBy: await readApprovers(bpm, approval.id, signal) })
      }),
  )
}

const outcomeOf = ({ result, status }: Approval): string =>
  result ?? (status === 'RETURNED' ? 'RETURNED' : 'pending')

async function waitForChange(
  bpm: BpmService,
  { approvalId: id, cursor, waitSeconds }: z.infer<typeof Arguments>,
  extra: Extra,
): Promise<Approval> {
  const end = Date.now() + waitSeconds * 1000
  const signal = AbortSignal.any([extra.signal, AbortSignal.timeout(waitSeconds * 1000 + GRACE_MS)])
  let told = cursor
  let known: Approval | undefined
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    known = await ask(bpm, id, signal, known)
    const state = String(known.revision)
    const isNews = outcomeOf(known) !== 'pending' && state !== cursor
    const left = end - Date.now()
    if (isNews || known.result !== null || left <= 0) return known
    if (state !== told) await tellProgress(extra, known)
    told = state
    await sleep(Math.min(pause, left), undefined, { signal: extra.signal })
  }
}

/** The poll itself asks again; what fails for a moment leaves what is known. */
async function ask(
  bpm: BpmService,
  id: string,
  signal: AbortSignal,
  known: Approval | undefined,
): Promise<Approval> {
  try {
    return await bpm.getProcessInstance({ path: { id } }, { signal, retry: { tries: 1 } })
  } catch (error) {
    if (known !== undefined && isPassing(error)) return known
    // Whoever asked is told what it was, and not that a clock of ours ran out.
    throw isOver(error) ? new NoAnswer('the platform did not answer in time') : error
  }
}

const isOver = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

const isPassing = (error: unknown) =>
  isOver(error) ||
  error instanceof NoAnswer ||
  (error instanceof ProblemError && (error.status === 429 || error.status >= 500))

/** To clients that asked for it (`progressToken`), with each state that is new. */
async function tellProgress(extra: Extra, approval: Approval): Promise<void> {
  // oxlint-disable-next-line no-underscore-dangle -- the protocol's own name
  const progressToken = extra._meta?.progressToken
  if (progressToken === undefined) return
  const places = approval.currentNodes.map(({ name }) => name).join(', ')
  await extra.sendNotification({
    method: 'notifications/progress',
    params: {
      progressToken,
      progress: approval.revision,
      message: `${approval.status}, waiting at: ${places}`,
    },
  })
}
