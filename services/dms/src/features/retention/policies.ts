import { type Answer, type IdempotencyKey, once } from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { TokenUser } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { problems } from '../../problems.ts'
import { appendAudit, userActor } from '../audit/queries.ts'
import { deletePolicy, insertPolicy, type PolicyRow } from './queries.ts'
import type { PolicyBody, PolicyView } from './schema.ts'

export const viewPolicy = (row: PolicyRow): PolicyView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
})

/** A rule for all documents, or those with a tag. Of several that fit, the longest keeps. */
export function addPolicy(
  deps: Deps,
  caller: TokenUser,
  body: PolicyBody,
  key: IdempotencyKey | undefined,
): Promise<Answer<PolicyView>> {
  const { tenantId, subject } = caller
  return inTransaction(deps.db, (tx) =>
    once(tx, key, async () => {
      const now = deps.now()
      const row = await insertPolicy(tx, tenantId, {
        id: uuidv7(),
        name: body.name,
        tag: body.tag ?? null,
        keepDays: body.keepDays,
        purgeTrashAfterDays: body.purgeTrashAfterDays ?? null,
        createdBy: subject,
        createdAt: now,
      })
      if (row === undefined) throw problems.retention_name_taken()
      const detail = { policyId: row.id, ...body }
      await appendAudit(tx, tenantId, now, [
        { action: 'retention_policy.added', actor: userActor(subject), detail },
      ])
      return { status: 201, body: viewPolicy(row) }
    }),
  )
}

export async function removePolicy(deps: Deps, caller: TokenUser, policyId: string): Promise<void> {
  const { tenantId, subject } = caller
  await inTransaction(deps.db, async (tx) => {
    const row = await deletePolicy(tx, tenantId, policyId)
    if (row === undefined) throw problems.not_found()
    const detail = { policyId, name: row.name }
    await appendAudit(tx, tenantId, deps.now(), [
      { action: 'retention_policy.removed', actor: userActor(subject), detail },
    ])
  })
}
