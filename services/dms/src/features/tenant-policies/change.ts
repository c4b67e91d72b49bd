import { requireRevision } from '@countersign/service-kit/revision'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { lockPolicy, type Policy, type Said, setPolicy } from './queries.ts'

/** What is to be said over which revision, when that is known, and how the audit calls it. */
interface Change<Value> {
  readonly value: Value
  readonly revision: number | undefined
  readonly action: string
}

/**
 * Changes what a tenant says; it holds from then on.
 *
 * @throws `dms.revision_mismatch` (412) when it was said over another revision.
 */
export async function changePolicy<Value>(
  deps: Deps,
  { tenantId, subject }: TokenUser,
  policy: Policy<Value>,
  { value, revision, action }: Change<Value>,
): Promise<Said<Value>> {
  return inTransaction(deps.db, async (tx) => {
    const at = deps.now()
    const saying = { by: subject, at }
    const before = await lockPolicy(tx, policy, tenantId, saying)
    requireRevision(problems, revision, before.revision)
    const changed = { value, revision: before.revision + 1 }
    await setPolicy(tx, policy, tenantId, { ...changed, ...saying })
    const detail = { from: before.value, to: value }
    await appendAudit(tx, tenantId, at, [{ action, actor: userActor(subject), detail }])
    return changed
  })
}
