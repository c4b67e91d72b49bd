import { inTransaction } from '@countersign/service-kit/transaction'
import {
  type Reader,
  readerOf,
  requireDocumentForChange,
  type TokenUser,
} from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { repeatCall } from './call-workflow.ts'
import { callUntil } from './call.ts'
import { type BindingRow, findBinding, findLatestBinding, updateBinding } from './queries.ts'
import { recordOutcome } from './record-outcome.ts'
import { readResult } from './resubmit.ts'

/**
 * Repeats an operation whose result is not known: the stored bytes, the original key, the token of
 * the user, who must be the one that asked first (the key is theirs). A binding whose result is known
 * by now is answered as it is.
 */
export async function retryApproval(
  deps: Deps,
  caller: TokenUser,
  authorization: string,
  documentId: string,
): Promise<BindingRow> {
  const reader = await readerOf(deps, caller)
  const { binding, repeat } = await inTransaction(deps.db, async (tx) => {
    const { binding, now } = await openUnresolved(deps, tx, reader, documentId)
    if (binding.status === 'BOUND' || binding.status === 'CLOSED') {
      return { binding, repeat: false }
    }
    await updateBinding(tx, caller.tenantId, binding.id, now, {
      status: 'REQUESTED',
      call_until: callUntil(now),
      check_after: callUntil(now),
    })
    const { versionId } = binding
    await appendAudit(tx, caller.tenantId, now, [
      {
        action: 'approval.retried',
        actor: userActor(caller.subject),
        documentId,
        versionId,
        detail: { bindingId: binding.id },
      },
    ])
    return { binding, repeat: true }
  })
  if (!repeat) return binding
  await repeatCall(deps, binding, authorization)
  return readResult(deps, binding)
}

/**
 * Gives up a start whose result is not known: the key is fenced, so that no late request can still
 * start anything; only then is the version unlocked. If the instance exists after all, it is bound.
 */
export async function abandonApproval(
  deps: Deps,
  caller: TokenUser,
  documentId: string,
): Promise<BindingRow> {
  const reader = await readerOf(deps, caller)
  const { binding } = await inTransaction(deps.db, (tx) =>
    openUnresolved(deps, tx, reader, documentId),
  )
  if (binding.status === 'BOUND' || binding.status === 'CLOSED') return binding
  if (binding.operation !== 'START') throw problems.approval_not_unknown()
  const { tenantId, initiatorId, operationKey } = binding
  const found = await deps.bpm.fence(tenantId, initiatorId, operationKey)
  if (found === 'unknown') {
    throw problems.unavailable({
      detail: 'The workflow service does not answer; the version stays locked.',
      headers: { 'retry-after': '5' },
    })
  }
  await recordOutcome(
    deps,
    binding,
    found === 'none'
      ? { kind: 'refused', problem: { code: 'dms.approval_abandoned', title: 'Given up' } }
      : { kind: 'done', instance: found },
  )
  return (await findBinding(deps.db, tenantId, binding.id)) ?? binding
}

/** The latest binding; neither one that failed nor one whose call is still under way. */
async function openUnresolved(
  deps: Deps,
  tx: Parameters<typeof findBinding>[0],
  reader: Reader,
  documentId: string,
): Promise<{ binding: BindingRow; now: Date }> {
  await requireDocumentForChange(tx, reader, documentId, 'write')
  const binding = await findLatestBinding(tx, reader.tenantId, documentId)
  if (binding === undefined) throw problems.not_found()
  if (binding.initiatorId !== reader.userId) throw problems.initiator_only()
  const now = deps.now()
  const underWay = binding.status === 'REQUESTED' && binding.callUntil > now
  if (binding.status === 'FAILED' || underWay) {
    throw problems.approval_not_unknown({ members: { status: binding.status } })
  }
  return { binding, now }
}
