import {
  findAnswer,
  once,
  type Answer,
  type IdempotencyKey,
} from '@countersign/service-kit/idempotency'
import { inTransaction } from '@countersign/service-kit/transaction'
import { uuidv7 } from 'uuidv7'
import type { UserCaller } from '../../callers.ts'
import type { Schema } from '../../db/schema.ts'
import { problems } from '../../problems.ts'
import { nameOf } from '../../runtime/people/learn.ts'
import type { MigrationDeps } from './move.ts'
import { findMigratable, findMigration, insertMigration } from './queries.ts'
import type { MigrateBody, MigrationView } from './schema.ts'
import { checkNodes, getTarget, requireAnother } from './target.ts'
import { toMigrationView } from './views.ts'

/**
 * Has all running approvals of a definition moved to another one, by the worker. The route has
 * checked the permission.
 */
export async function startMigration(
  deps: MigrationDeps,
  by: UserCaller,
  request: { definitionId: string; body: MigrateBody },
  idempotency: IdempotencyKey | undefined,
): Promise<Answer<MigrationView>> {
  const { tenantId, userId } = by
  const { body } = request
  const earlier = idempotency && (await findAnswer<Schema, MigrationView>(deps.db, idempotency))
  if (earlier !== undefined) return earlier
  const from = await findMigratable(deps.db, tenantId, request.definitionId)
  if (from === undefined) throw problems.not_found()
  // A draft has no approvals, and may not even compile.
  if (from.status === 'DRAFT') throw problems.definition_not_published()
  const target = await getTarget(deps.db, tenantId, body.definitionId, from.bizType)
  requireAnother(target, from.id)
  const nodes = body.nodes ?? {}
  checkNodes(
    {
      from: await deps.processes.get(tenantId, from.id),
      to: await deps.processes.get(tenantId, target.id),
    },
    nodes,
  )
  const name = await nameOf(deps.directory, by)
  return inTransaction(deps.db, (tx) =>
    once(tx, idempotency, async () => {
      const id = uuidv7()
      await insertMigration(tx, {
        tenant_id: tenantId,
        id,
        from_definition_id: from.id,
        to_definition_id: target.id,
        nodes: JSON.stringify(nodes),
        reason: body.reason,
        dry_run: body.dryRun === true,
        created_by: userId,
        created_by_name: name,
        created_at: deps.now(),
      })
      const written = await findMigration(tx, tenantId, id)
      if (written === undefined) throw new Error('the migration just written is not there')
      return { status: 202, body: toMigrationView(written) }
    }),
  )
}
