import { once, type Answer, type IdempotencyKey } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../callers.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { findBizType } from '../../runtime/load/biz-types.ts'
import { findDecision, insertDecision, takeNextVersion } from './queries.ts'
import type { CreateDecisionBody, DecisionView } from './schema.ts'
import { toDecisionView } from './views.ts'

/** Creates a draft as the next version of its key. It may have every problem that there is. */
export async function createDecision(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId, userId }: UserCaller,
  { bizType, key, name, table, examples = [] }: CreateDecisionBody,
  idempotencyKey: IdempotencyKey | undefined,
): Promise<Answer<DecisionView>> {
  if ((await findBizType(db, tenantId, bizType)) === undefined) throw problems.biz_type_unknown()
  return inTransaction(db, async (tx) =>
    once(tx, idempotencyKey, async () => {
      const at = now()
      const version = await takeNextVersion(tx, tenantId, { key, bizType, at })
      if (version === undefined) throw problems.decision_key_taken()
      const id = uuidv7()
      await insertDecision(tx, {
        tenant_id: tenantId,
        id,
        key,
        version,
        biz_type: bizType,
        name,
        status: 'DRAFT',
        content: JSON.stringify(table),
        examples: JSON.stringify(examples),
        created_by: userId,
        created_at: at,
        updated_by: userId,
        updated_at: at,
      })
      const written = await findDecision(tx, tenantId, id)
      if (written === undefined) throw new Error('the decision just written is not there')
      return { status: 201, body: toDecisionView(written) }
    }),
  )
}
