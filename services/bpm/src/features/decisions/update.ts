// A draft is guarded by an optimistic lock: its revision.
//
// Kept by: services/bpm/src/features/decisions/decisions.test.ts "is changed by PUT, and by the later of two only with the revision it has then"
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findDecision, updateDecision, type DecisionRow } from './queries.ts'
import type { UpdateDecisionBody } from './schema.ts'

/** Replaces name, table and examples of a draft. Of two at once the later one is told that it is stale. */
export async function updateDraft(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId }: UserCaller,
  id: string,
  { body, revision }: { body: UpdateDecisionBody; revision: number | undefined },
): Promise<DecisionRow> {
  const before = await findDecision(db, tenantId, id)
  if (before === undefined) throw problems.not_found()
  if (before.status !== 'DRAFT') {
    throw problems.decision_not_draft({ members: { decisionStatus: before.status } })
  }
  if (revision !== undefined && revision !== before.revision) throw problems.revision_mismatch()
  const { name, table, examples = [] } = body
  return inTransaction(db, async (tx) => {
    const changed = await updateDecision(tx, tenantId, before, {
      name,
      content: JSON.stringify(table),
      examples: JSON.stringify(examples),
      updated_by: userId,
      updated_at: now(),
    })
    const written = await findDecision(tx, tenantId, id)
    if (!changed || written === undefined) throw problems.revision_mismatch()
    return written
  })
}
