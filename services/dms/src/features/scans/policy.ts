import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { TokenUser } from '../../access/access.ts'
import type { ScanPolicy } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { findScanPolicy, lockScanPolicy, setScanPolicy } from './policy-queries.ts'
import type { ScanPolicyView } from './schema.ts'

/** The policy of a tenant: that of the deployment until somebody chooses another. */
export async function readScanPolicy(deps: Deps, tenantId: string): Promise<ScanPolicyView> {
  const found = await findScanPolicy(deps.db, tenantId)
  return view(deps, found ?? { policy: 'DEPLOYMENT', revision: 0 })
}

/**
 * Changes it, from the next request on, for what is stored already as well. `REQUIRE_CLEAN` without
 * a scanner keeps everything back: that is what it says.
 */
export async function changeScanPolicy(
  deps: Deps,
  caller: TokenUser,
  policy: ScanPolicy,
  revision: number | undefined,
): Promise<ScanPolicyView> {
  const { tenantId, subject } = caller
  return inTransaction(deps.db, async (tx) => {
    const now = deps.now()
    const before = await lockScanPolicy(tx, tenantId, subject, now)
    requireRevision(problems, revision, before.revision)
    const changed = { policy, revision: before.revision + 1 }
    await setScanPolicy(tx, tenantId, { ...changed, changedBy: subject, changedAt: now })
    const actor = userActor(subject)
    const detail = { from: before.policy, to: policy }
    await appendAudit(tx, tenantId, now, [{ action: 'scan_policy.changed', actor, detail }])
    return view(deps, changed)
  })
}

const view = (deps: Deps, row: { policy: ScanPolicy; revision: number }): ScanPolicyView => ({
  policy: row.policy,
  revision: row.revision,
  hasScanner: deps.scanner !== undefined,
})
