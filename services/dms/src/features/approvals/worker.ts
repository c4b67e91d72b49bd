import type { BpmResult } from '../../clients/bpm.ts'
import type { Deps } from '../../deps.ts'
import { askResubmitted, unknown } from './call-workflow.ts'
import { findBinding, type BindingRow, leaseUnresolved } from './queries.ts'
import { recordOutcome } from './record-outcome.ts'

const BATCH = 20

/**
 * Asks the workflow service what became of calls without an answer. "Not found" settles nothing: the
 * request may still be on its way. Such a binding stays locked until the user retries, or
 * they or whoever manages the document give up.
 */
export async function resolveUnknown(deps: Deps): Promise<number> {
  const leased = await leaseUnresolved(deps.db, deps.now(), BATCH)
  for (const { tenantId, id } of leased) await resolve(deps, tenantId, id)
  return leased.length
}

// One that cannot be settled, of a tenant whose erasure begins just now say, holds up none of those behind it.
async function resolve(deps: Deps, tenantId: string, id: string): Promise<void> {
  try {
    const binding = await findBinding(deps.db, tenantId, id)
    if (binding !== undefined) await recordOutcome(deps, binding, await ask(deps, binding))
  } catch (error) {
    deps.log.warn({ err: error, tenantId, bindingId: id }, 'a call is not settled yet')
  }
}

async function ask(deps: Deps, binding: BindingRow): Promise<BpmResult> {
  if (binding.operation === 'START') {
    const { tenantId, initiatorId, operationKey } = binding
    const found = await deps.bpm.findByKey(tenantId, initiatorId, operationKey)
    return typeof found === 'object' ? { kind: 'done', instance: found } : unknown(found)
  }
  const asked = await askResubmitted(deps, binding)
  return asked === 'not yet' ? unknown('not resubmitted yet') : asked
}
