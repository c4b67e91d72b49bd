import { inTransaction } from '@countersign/service-kit/transaction'
import { lockDocument } from '../../access/document-queries.ts'
import { findVersion } from '../../content/version-queries.ts'
import type { Deps } from '../../deps.ts'
import { type BindingRow, findBinding, updateBinding } from '../approvals/queries.ts'
import { moveVersion } from '../approvals/version-queries.ts'
import { appendAudit, systemActor } from '../audit/queries.ts'
import type { Found } from './found.ts'

const kind = 'approval_lost'

/**
 * Ends a binding whose approval the workflow service has lost. The key of its start is fenced first: what is still
 * on its way with it starts nothing. Where the key has started another approval after all, that is bound.
 */
export async function giveUpLost(deps: Deps, binding: BindingRow, text: string): Promise<Found> {
  const { tenantId, initiatorId, requestKey } = binding
  const found = await deps.bpm.fence(tenantId, initiatorId, requestKey)
  if (found === 'unknown') {
    const why = `${text}; not yet: the key could not be fenced, run this again`
    return { kind, outcome: 'unanswered', text: why }
  }
  if (found !== 'none') {
    await change(deps, binding, { instance_id: found.id, round: found.round }, 'approval.bound')
    return { kind, outcome: 'repaired', text: `its start was found as approval ${found.id}` }
  }
  const refusal = { code: 'dms.approval_lost', title: 'The approval was lost in a restore' }
  const given = {
    status: 'FAILED',
    refusal: JSON.stringify(refusal),
    closed_at: deps.now(),
  } as const
  await change(deps, binding, given, 'approval.lost')
  return { kind, outcome: 'repaired', text }
}

async function change(
  deps: Deps,
  read: BindingRow,
  given: Parameters<typeof updateBinding>[4],
  action: 'approval.bound' | 'approval.lost',
): Promise<void> {
  const { tenantId, id, documentId, versionId } = read
  await inTransaction(deps.db, async (tx) => {
    await lockDocument(tx, tenantId, documentId)
    const binding = await findBinding(tx, tenantId, id)
    // Another command, or an event, was faster.
    if (binding?.status !== read.status || binding.instanceId !== read.instanceId) return
    const now = deps.now()
    await updateBinding(tx, tenantId, id, now, given)
    const version = await findVersion(tx, tenantId, versionId)
    if (action === 'approval.lost' && version !== undefined) {
      // Whether it was going round or had come back.
      const moved = await moveVersion(tx, version, 'refuse', now)
      if (!moved) await moveVersion(tx, version, 'cancel', now)
    }
    const detail = { bindingId: id, instanceId: read.instanceId }
    await appendAudit(tx, tenantId, now, [
      { action, actor: systemActor, documentId, versionId, detail },
    ])
  })
}
