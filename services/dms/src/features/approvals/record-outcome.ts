import { inTransaction } from '@countersign/service-kit/transaction'
import { lockDocument } from '../../access/document-queries.ts'
import type { BpmResult } from '../../clients/bpm.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import type { AuditEntry } from '../audit/append-queries.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import { type BindingRow, findBinding, updateBinding } from './queries.ts'
import { moveVersion, putBack } from './version-queries.ts'

/**
 * Records what a call came to. Of several that report about one operation (the call itself, a retry,
 * the worker that asked) the first with a certain answer counts; a late one changes nothing.
 */
export async function recordOutcome(
  deps: Deps,
  asked: Pick<BindingRow, 'tenantId' | 'id' | 'documentId' | 'operationKey'>,
  result: BpmResult,
  actor: AuditEntry['actor'] = systemActor,
): Promise<void> {
  const { tenantId } = asked
  await inTransaction(deps.db, async (tx) => {
    await lockDocument(tx, tenantId, asked.documentId)
    const binding = await findBinding(tx, tenantId, asked.id)
    const waiting = binding?.status === 'REQUESTED' || binding?.status === 'UNKNOWN'
    if (binding === undefined || !waiting || binding.operationKey !== asked.operationKey) return
    const now = deps.now()
    const { change, audit } = decideOutcome(binding, result, now)
    await updateBinding(tx, tenantId, binding.id, now, change)
    if (result.kind === 'refused') {
      const version = await findVersion(tx, tenantId, binding.versionId)
      if (binding.operation === 'RESUBMIT') await putBack(tx, binding, now)
      else if (version !== undefined) await moveVersion(tx, version, 'refuse', now)
    }
    // Said once; asking again and again would fill the audit.
    if (result.kind === 'unknown' && binding.status === 'UNKNOWN') return
    const { documentId, versionId } = binding
    await appendAudit(tx, tenantId, now, [{ ...audit, actor, documentId, versionId }])
  })
}

interface Outcome {
  readonly change: Parameters<typeof updateBinding>[4]
  readonly audit: Pick<AuditEntry, 'action' | 'detail'>
}

function decideOutcome(binding: BindingRow, result: BpmResult, now: Date): Outcome {
  const bindingId = binding.id
  switch (result.kind) {
    case 'done': {
      const { id, round } = result.instance
      return {
        change: { status: 'BOUND', instance_id: id, round, refusal: null },
        audit: { action: 'approval.bound', detail: { bindingId, instanceId: id, round } },
      }
    }
    case 'refused': {
      const refusal = JSON.stringify(result.problem)
      const audit = {
        action: 'approval.refused',
        detail: { bindingId, operation: binding.operation, code: result.problem['code'] ?? null },
      }
      return binding.operation === 'START'
        ? { change: { status: 'FAILED', refusal, closed_at: now }, audit }
        : { change: { status: 'BOUND', refusal }, audit }
    }
    case 'unknown': {
      // When this is the first time, ask at once; after that the worker's own times count.
      const first = binding.status === 'REQUESTED'
      return {
        change: { status: 'UNKNOWN', ...(first ? { check_after: now, checks: 0 } : {}) },
        audit: { action: 'approval.unknown', detail: { bindingId, reason: result.reason } },
      }
    }
  }
}
