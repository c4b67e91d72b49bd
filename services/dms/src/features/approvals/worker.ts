import type { BpmResult } from '../../bpm-client.ts'
import type { Deps } from '../../deps.ts'
import { findBinding, type BindingRow, leaseUnresolved } from './queries.ts'
import { recordOutcome } from './record-outcome.ts'

const BATCH = 20

/**
 * Asks the workflow service what became of calls without an answer. "Not found" settles nothing: the
 * request may still be on its way. Such a binding stays locked until the user retries or gives up.
 */
export async function resolveUnknown(deps: Deps): Promise<number> {
  const leased = await leaseUnresolved(deps.db, deps.now(), BATCH)
  for (const { tenantId, id } of leased) {
    const binding = await findBinding(deps.db, tenantId, id)
    if (binding !== undefined) await recordOutcome(deps, binding, await ask(deps, binding))
  }
  return leased.length
}

async function ask(deps: Deps, binding: BindingRow): Promise<BpmResult> {
  const { tenantId, instanceId, round } = binding
  if (binding.operation === 'START') {
    const found = await deps.bpm.findByKey(tenantId, binding.initiatorId, binding.operationKey)
    return typeof found === 'object' ? { kind: 'done', instance: found } : unknown(found)
  }
  const found = await deps.bpm.findById(tenantId, instanceId ?? '')
  // A resubmission shows in the round; before it, the instance looks as it did.
  const resubmitted = typeof found === 'object' && found.round > (round ?? 0)
  return resubmitted ? { kind: 'done', instance: found } : unknown('not resubmitted yet')
}

const unknown = (reason: string): BpmResult => ({ kind: 'unknown', reason })
