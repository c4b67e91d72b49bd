// One published version of a key at a time: publishing locks the row of the key.
//
// Kept by: services/bpm/src/features/decisions/decisions.test.ts "leaves one published version of a key when two are published at once"
import { createHash } from 'node:crypto'
import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import type { UserCaller } from '../../callers.ts'
import { findDropped } from '../../core/decision/check.ts'
import { canonical } from '../../core/decision/examples.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { findPublishedTable } from '../../runtime/people/learn.ts'
import { findDecision, lockKey, retirePublished, updateDecision } from './queries.ts'
import type { DecisionView } from './schema.ts'
import { toDecisionView } from './views.ts'

/** Publishes a draft that has no problems. The version of the key that was published before is retired. */
export async function publishDecision(
  { db, now, offload }: Pick<Deps, 'db' | 'now' | 'offload'>,
  { tenantId, userId }: UserCaller,
  id: string,
  request: { revision: number | undefined; idempotencyKey: IdempotencyKey | undefined },
): Promise<Answer<DecisionView>> {
  const draft = await findDecision(db, tenantId, id)
  if (draft === undefined) throw problems.not_found()
  const bizType = await findBizType(db, tenantId, draft.bizType)
  const { table, examples } = draft
  const { problems: found } = await offload.run(
    'checkTable',
    { table, examples, variables: bizType?.variables ?? [] },
    { tenantId, length: JSON.stringify({ table, examples }).length },
  )
  const hash = createHash('sha256').update(canonical(draft.table)).digest()
  return inTransaction(db, async (tx) =>
    once(tx, request.idempotencyKey, async () => {
      await lockKey(tx, tenantId, draft.key)
      const current = await findDecision(tx, tenantId, id)
      if (current === undefined) throw problems.not_found()
      if (current.status !== 'DRAFT') {
        throw problems.decision_not_draft({ members: { decisionStatus: current.status } })
      }
      const expected = request.revision ?? current.revision
      // What was looked at must be what is published: a draft may have changed since it was read.
      if (expected !== current.revision || draft.revision !== current.revision) {
        throw problems.revision_mismatch()
      }
      const before = await findPublishedTable(tx, tenantId, current.key)
      const all = [...found, ...findDropped(before?.table, draft.table)]
      if (all.length > 0) throw problems.decision_invalid({ members: { problems: all } })
      const at = now()
      await retirePublished(tx, tenantId, current.key, { userId, at })
      const published = await updateDecision(tx, tenantId, current, {
        status: 'PUBLISHED',
        content_hash: hash,
        published_by: userId,
        published_at: at,
        updated_by: userId,
        updated_at: at,
      })
      const written = await findDecision(tx, tenantId, id)
      if (!published || written === undefined) throw problems.revision_mismatch()
      return { status: 200, body: toDecisionView(written) }
    }),
  )
}
