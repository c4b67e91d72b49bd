import type { BpmService } from '@countersign/client'

export type Approval = Awaited<ReturnType<BpmService['getProcessInstance']>>

/** An approval as agents read it. `cursor` is its state: `wait_for_outcome` goes on from there. */
export const showApproval = (approval: Approval) => ({
  approvalId: approval.id,
  cursor: String(approval.revision),
  bizType: approval.bizType,
  bizId: approval.bizId,
  title: approval.title,
  status: approval.status,
  result: approval.result,
  round: approval.round,
  waitingAt: approval.currentNodes.map(({ name }) => name),
  initiator: approval.initiator.name,
  createdAt: approval.createdAt,
  endedAt: approval.endedAt,
})
