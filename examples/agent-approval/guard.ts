import { isDeepStrictEqual } from 'node:util'
import { approversOf, readKeySet, verifyRecord, type RecordContent } from '@countersign/record'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'

export interface Guard {
  readonly client: Client
  readonly platformUrl: string
  /** How many people must have approved, whatever the process says. */
  readonly approvers: number
}

export interface Asked {
  readonly bizType: string
  readonly bizId: string
  readonly title: string
  readonly variables: Readonly<Record<string, unknown>>
  /** The same for the same act, so that asking again finds the first approval. */
  readonly idempotencyKey: string
}

/**
 * Acts after people approved exactly this. What the answers of tools say is not enough: the act follows
 * from the signed record, verified here with the platform's published keys.
 *
 * @throws Error when they did not, or when the record does not prove it; nothing was done then.
 */
export async function afterApproval<T>(
  guard: Guard,
  asked: Asked,
  act: (approvalId: string, record: string) => Promise<T>,
): Promise<T> {
  const { client } = guard
  const { approvalId } = await use(client, 'start_approval', { ...asked })
  const { outcome, approvedBy } = await waitFor(client, approvalId)
  if (outcome !== 'APPROVED') throw new Error(`not approved: ${outcome}`)
  // A process may approve by rule. That is told already here, and proven below.
  if (approvedBy !== null && approvedBy.people < guard.approvers)
    throw new Error(`only ${approvedBy.people} of ${guard.approvers} people approved`)
  const { record } = await use(client, 'read_approval', { approvalId, withRecord: true })
  if (record === undefined) throw new Error('there is no record')
  checkProof(guard, asked, approvalId, await verify(guard, record))
  return act(approvalId, record)
}

/** Waits as long as people take: a minute each time, on from where it was. */
async function waitFor(client: Client, approvalId: string): Promise<Answer> {
  let cursor: string | undefined
  for (;;) {
    const asked = { approvalId, waitSeconds: 25, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await use(client, 'wait_for_outcome', asked)
    if (answer.outcome !== 'pending') return answer
    cursor = answer.cursor
  }
}

async function verify({ platformUrl }: Guard, record: string): Promise<RecordContent> {
  const keys = await (await fetch(`${platformUrl}/api/bpm/v1/record-keys`)).text()
  const verified = verifyRecord(record, readKeySet(keys))
  if (!verified.valid)
    throw new Error(`the record is not as it was signed: ${verified.faults[0]?.message}`)
  return verified.content
}

function checkProof(
  { approvers }: Guard,
  { bizType, bizId, variables }: Asked,
  approvalId: string,
  content: RecordContent,
): void {
  const { record, approval, values } = content
  const approved = Object.fromEntries(values.map(({ name, value }) => [name, value]))
  const isThis =
    record.instanceId === approvalId &&
    approval.bizType === bizType &&
    approval.bizId === bizId &&
    isDeepStrictEqual(approved, { ...variables })
  if (!isThis || approval.result !== 'APPROVED') throw new Error('the record is of something else')
  if (approversOf(content).length < approvers)
    throw new Error(`fewer than ${approvers} people approved`)
}

interface Answer {
  readonly approvalId: string
  readonly outcome: string
  readonly cursor: string
  /** Null where the platform did not say. */
  readonly approvedBy: { readonly people: number; readonly names: readonly string[] } | null
  readonly record?: string
}

async function use(client: Client, name: string, args: Record<string, unknown>): Promise<Answer> {
  const result = await client.callTool({ name, arguments: args })
  if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`)
  // The form of the tools' answers is in docs/guides/agents.md.
  return result.structuredContent as unknown as Answer
}
